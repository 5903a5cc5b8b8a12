import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import { isRepeatMark, marked, repeatMarkId } from '../../../collections/ids.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FormTemplate } from '../definition/compiled-form.ts'
import type { Occurrences } from '../definition/form-shape.ts'

/** The value of a field in one occurrence, or a mark that says whether an occurrence exists or was removed. */
type Observation = Pick<FormResponseDoc, 'question_id' | 'occurrence' | 'value'>

/** The occurrences of an interview's repeats, derived from answers, files and marks. */
interface OccurrenceList {
  readonly current: () => Occurrences
  /** Takes a written value into account; true when it changed the occurrences. */
  readonly observe: (observed: Observation) => boolean
  /** Applies the numbers of occurrences that the form's rules require; true when they changed the occurrences. */
  readonly setCounts: (counts: ReadonlyMap<string, number>) => boolean
  /** A number that no occurrence has had, not even a removed one. */
  readonly nextOf: (sectionId: string) => number
}

/** The highest number of an occurrence. Higher ones are errors, and would make the form endless. */
const highestNumber = 10_000

interface Known {
  readonly marks: Map<number, boolean>
  readonly used: Set<number>
}

const hasContent = (value: Answer): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value.length > 0

const numbersUpTo = (end: number): readonly number[] => Array.from({ length: end }, (_, n) => n)

/**
 * Makes the list of an interview from its first answers and files. An edit starts with only the occurrences that were
 * sent, and more if those are fewer than the minimum.
 */
export const createOccurrences = (
  template: FormTemplate,
  answers: readonly Observation[],
  files: readonly FileUploadDoc[],
  { isEdit }: { readonly isEdit: boolean },
): OccurrenceList => {
  const repeats = template.sections.flatMap(({ id, repeat }) =>
    repeat === null ? [] : [{ id, min: isEdit ? repeat.min : (repeat.begins ?? repeat.min) }],
  )
  const knownById = new Map(
    repeats.map(({ id }): [string, Known] => [id, { marks: new Map(), used: new Set() }]),
  )
  const knownByMark = new Map([...knownById].map(([id, known]) => [repeatMarkId(id), known]))
  const knownByField = new Map(
    template.fields.map(({ id, repeatId }) => [id, knownById.get(repeatId ?? '')]),
  )

  const take = ({ question_id, occurrence, value }: Observation): void => {
    if (!Number.isInteger(occurrence) || occurrence < 0 || occurrence > highestNumber) return
    if (isRepeatMark(question_id)) {
      knownByMark.get(question_id)?.marks.set(occurrence, value === marked)
    } else if (hasContent(value)) knownByField.get(question_id)?.used.add(occurrence)
  }
  const listOf = (first: readonly number[], { marks, used }: Known): readonly number[] => {
    const marked = [...marks].filter(([, isThere]) => isThere).map(([number]) => number)
    return [...new Set([...first, ...used, ...marked])]
      .filter(number => marks.get(number) !== false)
      .sort((a, b) => a - b)
  }
  const countById = new Map<string, number>()
  const compute = (): Occurrences =>
    new Map(
      repeats.map(({ id }) => {
        const count = countById.get(id)
        // Answers beyond the count are kept, and reappear when the count grows.
        if (count !== undefined) return [id, numbersUpTo(count)]
        const known = knownById.get(id)
        return [id, known === undefined ? [] : listOf(firstById.get(id) ?? [], known)]
      }),
    )

  answers.forEach(take)
  for (const { field_id, occurrence } of files) {
    take({ question_id: field_id, occurrence, value: marked })
  }
  const firstById = new Map(
    repeats.map(({ id, min }): [string, readonly number[]] => {
      const sent = isEdit ? (knownById.get(id)?.used ?? new Set()) : new Set<number>()
      const others = numbersUpTo(min + sent.size).filter(number => !sent.has(number))
      return [id, others.slice(0, Math.max(0, min - sent.size))]
    }),
  )
  let current = compute()
  const textOf = (list: Occurrences) => JSON.stringify([...list.values()])
  return {
    current: () => current,
    observe: observed => {
      if (repeats.length === 0) return false
      take(observed)
      const next = compute()
      if (textOf(next) === textOf(current)) return false
      current = next
      return true
    },
    setCounts: counts => {
      for (const [id, count] of counts) countById.set(id, count)
      const next = compute()
      if (textOf(next) === textOf(current)) return false
      current = next
      return true
    },
    nextOf: sectionId => {
      const known = knownById.get(sectionId)
      const min = repeats.find(({ id }) => id === sectionId)?.min ?? 0
      return 1 + Math.max(min - 1, ...(known?.used ?? []), ...(known?.marks.keys() ?? []))
    },
  }
}
