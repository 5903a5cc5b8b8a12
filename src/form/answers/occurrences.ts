import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import { isMark, marked, repeatMarkId } from '../../../collections/ids.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FormTemplate } from '../definition/compiled-form.ts'
import { repeatKey, type Occurrences } from '../definition/form-shape.ts'
import {
  highestNumber,
  innerByOuter,
  keysOfOuter,
  withNamedOuters,
  type TextByNumber,
} from './nested-occurrences.ts'

/** The value of a field in one occurrence, or a mark that says whether an occurrence exists or was removed. */
export type Observation = Pick<FormResponseDoc, 'question_id' | 'occurrence' | 'value'>

/** The occurrences of an interview's repeats, derived from answers, files and marks. */
export interface OccurrenceList {
  /** Each repeat's, by its key. */
  readonly current: () => Occurrences
  /** Takes a written value into account; true when it changed the occurrences. */
  readonly observe: (observed: Observation) => boolean
  /**
   * Has repeats, by their keys, begin as in a new interview if nothing of them was sent; true when that changed the
   * occurrences.
   */
  readonly begin: (keys: Iterable<string>) => boolean
  /** Applies the numbers of occurrences that the form's rules require; true when they changed the occurrences. */
  readonly setCounts: (counts: ReadonlyMap<string, number>) => boolean
  /**
   * A number that no occurrence has had, not even a removed one. Within a repeat it belongs to the outer occurrence with
   * this number from then on.
   */
  readonly nextOf: (sectionId: string, outer?: number | null) => number
  /**
   * The answers that tie the current occurrences to the outer ones that they are in. From now on their numbers stay, so
   * these answers must be stored with the next one.
   */
  readonly ties: () => readonly (Observation & { readonly value: string })[]
}

interface Known {
  readonly marks: Map<number, boolean>
  readonly used: Set<number>
}

const hasContent = (value: Answer): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value.length > 0

const firstNumbers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, number) => number)

const inOrder = (...numbers: readonly Iterable<number>[]): readonly number[] =>
  [...new Set(numbers.flatMap(some => [...some]))].sort((a, b) => a - b)

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
  const repeats = template.sections.flatMap(({ id, repeat, nesting }) =>
    repeat === null
      ? []
      : [{ id, nesting, min: repeat.min, begins: Math.max(repeat.min, repeat.begins ?? 0) }],
  )
  const outermost = repeats.filter(({ nesting }) => nesting === null)
  const knownById = new Map(
    repeats.map(({ id }): [string, Known] => [id, { marks: new Map(), used: new Set() }]),
  )
  const knownOf = (id: string): Known => knownById.get(id) ?? { marks: new Map(), used: new Set() }
  const knownByMark = new Map([...knownById].map(([id, known]) => [repeatMarkId(id), known]))
  const knownByField = new Map(
    template.fields.map(({ id, repeatId }) => [id, knownById.get(repeatId ?? '')]),
  )
  /** The answers to the fields that tie occurrences, by field. */
  const tiesByField = new Map(
    repeats.flatMap(({ nesting }) =>
      [nesting?.keyId ?? [], nesting?.linkId ?? []]
        .flat()
        .map(id => [id, new Map<number, string>()]),
    ),
  )
  const tiesOf = (fieldId: string): Map<number, string> => tiesByField.get(fieldId) ?? new Map()

  const take = ({ question_id, occurrence, value }: Observation): void => {
    if (!Number.isInteger(occurrence) || occurrence < 0 || occurrence > highestNumber) return
    if (isMark(question_id)) {
      knownByMark.get(question_id)?.marks.set(occurrence, value === marked)
    } else if (hasContent(value)) {
      knownByField.get(question_id)?.used.add(occurrence)
      tiesByField.get(question_id)?.set(occurrence, String(value).trim())
    }
  }
  const listOf = (first: readonly number[], { marks, used }: Known): readonly number[] => {
    const marked = [...marks].filter(([, isThere]) => isThere).map(([number]) => number)
    return inOrder(first, used, marked).filter(number => marks.get(number) !== false)
  }
  const countByKey = new Map<string, number>()
  /** The outer occurrences that were sent, which begin with nothing more. */
  const sent = new Map<string, ReadonlySet<number>>()
  /** The keys of the repeats that begin as in a new interview, although this is an edit. */
  const begun = new Set<string>()
  const firstOf = ({ id, min, begins }: (typeof outermost)[number]): readonly number[] => {
    if (!isEdit || begun.has(id)) return firstNumbers(begins)
    const there = sent.get(id) ?? new Set()
    const others = firstNumbers(min + there.size).filter(number => !there.has(number))
    return others.slice(0, Math.max(0, min - there.size))
  }
  /** The keys of each outer repeat's occurrences, also of removed ones, by its section's id. */
  const keysById = new Map<string, TextByNumber>()
  const keysOf = (outerId: string): TextByNumber => keysById.get(outerId) ?? new Map()
  const isRemovedIn = (id: string) => (number: number) => knownOf(id).marks.get(number) === false
  const numbersOf = (id: string): readonly number[] =>
    inOrder(knownOf(id).used, knownOf(id).marks.keys())
  /** Works out the keys of an outer repeat; returns its occurrences with those that only inner ones name. */
  const findKeys = (outerId: string, list: readonly number[]): readonly number[] => {
    const inner = repeats.filter(({ nesting }) => nesting?.outerId === outerId)
    const keyId = inner[0]?.nesting?.keyId
    if (keyId === undefined) return list
    const known = keysOfOuter(inOrder(list, numbersOf(outerId)), tiesOf(keyId))
    const all = withNamedOuters(
      known,
      list,
      inner.map(({ id, nesting }) => ({
        numbers: numbersOf(id).filter(number => !isRemovedIn(id)(number)),
        links: tiesOf(nesting?.linkId ?? ''),
      })),
    )
    keysById.set(outerId, all)
    if (countByKey.has(outerId)) return list
    return inOrder(
      list,
      [...all.keys()].filter(number => !known.has(number)),
    )
  }
  const compute = (): Occurrences => {
    const lists = new Map<string, readonly number[]>()
    for (const repeat of outermost) {
      const count = countByKey.get(repeat.id)
      // Answers beyond the count are kept, and reappear when the count grows.
      const list =
        count === undefined ? listOf(firstOf(repeat), knownOf(repeat.id)) : firstNumbers(count)
      lists.set(repeat.id, findKeys(repeat.id, list))
    }
    for (const { id, min, begins, nesting } of repeats) {
      if (nesting === null) continue
      const { outerId, linkId } = nesting
      const inner = innerByOuter({
        outers: lists.get(outerId) ?? [],
        keys: keysOf(outerId),
        links: tiesOf(linkId),
        numbers: numbersOf(id),
        isAdded: number => knownOf(id).marks.get(number) === true,
        isRemoved: isRemovedIn(id),
        countOf: outer => countByKey.get(repeatKey(id, outer)),
        beginsOf: outer =>
          sent.get(outerId)?.has(outer) === true && !begun.has(repeatKey(id, outer)) ? 0 : begins,
        min,
      })
      for (const [outer, numbers] of inner) lists.set(repeatKey(id, outer), numbers)
    }
    return lists
  }

  answers.forEach(take)
  for (const { field_id, occurrence } of files) {
    take({ question_id: field_id, occurrence, value: marked })
  }
  if (isEdit) for (const { id } of outermost) sent.set(id, new Set(knownOf(id).used))
  let current = compute()
  const textOf = (list: Occurrences) => JSON.stringify([...list])
  const isChanged = (): boolean => {
    const next = compute()
    if (textOf(next) === textOf(current)) return false
    current = next
    return true
  }
  return {
    current: () => current,
    observe: observed => {
      if (repeats.length === 0) return false
      take(observed)
      return isChanged()
    },
    begin: keys => {
      for (const key of keys) if ((sent.get(key)?.size ?? 0) === 0) begun.add(key)
      return isChanged()
    },
    setCounts: counts => {
      for (const [key, count] of counts) countByKey.set(key, count)
      return isChanged()
    },
    nextOf: (sectionId, outer = null) => {
      const { used, marks } = knownOf(sectionId)
      const repeat = repeats.find(({ id }) => id === sectionId)
      const isBegun = !isEdit || begun.has(sectionId)
      const first = (isBegun ? repeat?.begins : repeat?.min) ?? 0
      const { nesting = null } = repeat ?? {}
      const number = 1 + Math.max(nesting === null ? first - 1 : -1, ...used, ...marks.keys())
      if (nesting === null || outer === null) return number
      tiesOf(nesting.linkId).set(number, keysOf(nesting.outerId).get(outer) ?? '')
      return number
    },
    ties: () => {
      for (const { id, nesting } of repeats) {
        if (nesting === null) continue
        const { outerId, keyId, linkId } = nesting
        for (const outer of current.get(outerId) ?? []) {
          const value = keysOf(outerId).get(outer) ?? ''
          take({ question_id: keyId, occurrence: outer, value })
          for (const number of current.get(repeatKey(id, outer)) ?? []) {
            take({ question_id: linkId, occurrence: number, value })
          }
        }
      }
      return [...tiesByField].flatMap(([question_id, texts]) =>
        [...texts].map(([occurrence, value]) => ({ question_id, occurrence, value })),
      )
    },
  }
}
