import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import { isRepeatMark, repeatMarkId } from '../../../collections/ids.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FormTemplate } from '../definition/compiled-form.ts'
import type { Occurrences } from '../definition/form-shape.ts'

/** What was answered of which field and occurrence, or that an occurrence is there or was removed. */
type Heard = Pick<FormResponseDoc, 'question_id' | 'occurrence' | 'value'>

/** Which occurrences of its repeats an interview has, as its answers, files and marks tell. */
export interface OccurrenceList {
  readonly current: () => Occurrences
  /** Takes over what was written; true when there are other occurrences than before. */
  readonly hear: (heard: Heard) => boolean
  /** Takes over how many a rule of the form asks for; true when there are other occurrences than before. */
  readonly setCounts: (counts: ReadonlyMap<string, number>) => boolean
  /** The number of an occurrence that nobody has had, not even one that was removed. */
  readonly nextOf: (sectionId: string) => number
}

/** What a mark holds while its occurrence is there; '' once it was removed. WARNING: persisted. */
export const present = 'yes'

/** Numbers beyond this come from nowhere, and would make a form without an end. */
const highestNumber = 10_000

interface Known {
  readonly marks: Map<number, boolean>
  readonly used: Set<number>
}

const hasContent = (value: Answer): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value.length > 0

/** Makes the list of an interview, from what it began with; what was sent begins with nothing that was not sent. */
export const createOccurrences = (
  template: FormTemplate,
  answers: readonly Heard[],
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

  const take = ({ question_id, occurrence, value }: Heard): void => {
    if (!Number.isInteger(occurrence) || occurrence < 0 || occurrence > highestNumber) return
    if (isRepeatMark(question_id)) {
      knownByMark.get(question_id)?.marks.set(occurrence, value === present)
    } else if (hasContent(value)) knownByField.get(question_id)?.used.add(occurrence)
  }
  const listOf = (min: number, { marks, used }: Known): readonly number[] => {
    const first = Array.from({ length: min }, (_, number) => number)
    const marked = [...marks].filter(([, isThere]) => isThere).map(([number]) => number)
    return [...new Set([...first, ...used, ...marked])]
      .filter(number => marks.get(number) !== false)
      .sort((a, b) => a - b)
  }
  const countById = new Map<string, number>()
  const compute = (): Occurrences =>
    new Map(
      repeats.map(({ id, min }) => {
        const count = countById.get(id)
        // What was answered beyond the count is kept, and there again when it grows.
        if (count !== undefined) return [id, Array.from({ length: count }, (_, number) => number)]
        const known = knownById.get(id)
        return [id, known === undefined ? [] : listOf(min, known)]
      }),
    )

  answers.forEach(take)
  for (const { field_id, occurrence } of files) {
    take({ question_id: field_id, occurrence, value: present })
  }
  let current = compute()
  const textOf = (list: Occurrences) => JSON.stringify([...list.values()])
  return {
    current: () => current,
    hear: heard => {
      if (repeats.length === 0) return false
      take(heard)
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
