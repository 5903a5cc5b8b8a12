import { fieldOfAnswerKey } from '../../collections/ids.ts'
import { answerChangesOf, updatesOf, type Operations } from '../../collections/operation-log.ts'
import type { Answer, ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { FieldKinds } from '../rows/field-kinds.ts'
import { isAmong, listedFor } from '../rows/listed-files.ts'
import { isSameAt } from '../rows/same-answers.ts'
import { tieFieldId } from '../wire/form/repeat.ts'
import type { Repeats } from './repeats.ts'

/** An answer by its key; null where it is cleared. */
type Change = readonly [key: string, answer: Answer | null]

/** New numbers of occurrences by their old ones, by the id of the repeat. */
export type Moves = ReadonlyMap<string, ReadonlyMap<number, number>>

/** What occurrences are found in. */
interface Contents {
  readonly answers: SubmissionDoc['answers']
  readonly files: readonly ManifestFile[]
}

/** The row of before and the one that arrives. */
export interface Rows {
  readonly before: Contents
  readonly after: Contents
  /** Answers whose numbers are not given again either, such as those of other edits; absent for none. */
  readonly taken?: SubmissionDoc['answers']
}

/**
 * Finds new numbers for the occurrences that edits add, also for those that they remove again. Where the row has another
 * new occurrence under one of their numbers, all that they add to this repeat come after those of the row, in their order.
 */
export const findMoves = (
  edits: readonly Operations[],
  { before, after, taken = {} }: Rows,
  repeats: Repeats,
  kinds: FieldKinds,
): Moves => {
  const changes = answerChangesOf(edits) as readonly Change[]
  const answers = Object.fromEntries(changes) as Record<string, Answer>
  const had = numbersIn(Object.entries(before.answers), before.files, repeats)
  const has = numbersIn(Object.entries(after.answers), after.files, repeats)
  const others = numbersIn(Object.entries(taken), [], repeats)
  /** Whether the row lists files in an occurrence, and not those that the edits add to it. */
  const hasOtherFiles = (id: string, number: number): boolean =>
    filesOf(edits).some(file => {
      const isIn = repeats.byField.get(file.field_id) === id && (file.occurrence ?? 0) === number
      const listed = isIn && file.removed !== true ? listedFor(file, after) : []
      return listed.length > 0 && !isAmong(file, listed)
    })
  /** Whether the row has the same occurrence, because another device sent it from a backup. */
  const isInRow = (id: string, number: number): boolean => {
    const own = Object.keys(answers).filter(key => {
      const { fieldId, occurrence } = fieldOfAnswerKey(key)
      return occurrence === number && repeats.byField.get(fieldId) === id && !isTie(id, fieldId)
    })
    const isSame = own.every(key => isSameAt(after.answers, answers, key, kinds))
    return own.length > 0 && isSame && !hasOtherFiles(id, number)
  }
  const moves = new Map<string, ReadonlyMap<number, number>>()
  // From every edit, because one that removes what an earlier one added would clear another device's answers.
  for (const [id, numbers] of numbersIn(changes, filesOf(edits), repeats)) {
    const earlier = had.get(id) ?? new Set()
    const there = has.get(id) ?? new Set()
    const added = [...numbers]
      .filter(number => !earlier.has(number) && !(there.has(number) && isInRow(id, number)))
      .sort((a, b) => a - b)
    if (!added.some(number => there.has(number))) continue
    const first = 1 + Math.max(...earlier, ...there, ...(others.get(id) ?? []))
    moves.set(id, new Map(added.map((number, at) => [number, first + at])))
  }
  return moves
}

const isTie = (id: string, fieldId: string): boolean =>
  fieldId === tieFieldId(id, 'key') || fieldId === tieFieldId(id, 'within')

/** The files that edits list: added ones, and those that the row of before has. */
export const filesOf = (edits: readonly Operations[]): readonly ManifestFile[] =>
  updatesOf(edits).flatMap(({ $set }) => ($set?.['files'] ?? []) as readonly ManifestFile[])

const isEmpty = (answer: Answer | null): boolean => answer === null || answer.length === 0

/** The numbers of occurrences with an answer or a file, by the id of their repeat. */
const numbersIn = (
  answers: readonly Change[],
  files: Contents['files'],
  { byField }: Repeats,
): ReadonlyMap<string, ReadonlySet<number>> => {
  const found = new Map<string, Set<number>>()
  const take = (fieldId: string, number: number): void => {
    const id = byField.get(fieldId)
    if (id !== undefined) found.set(id, (found.get(id) ?? new Set()).add(number))
  }
  for (const [key, answer] of answers) {
    const { fieldId, occurrence } = fieldOfAnswerKey(key)
    if (!isEmpty(answer)) take(fieldId, occurrence)
  }
  for (const { field_id, occurrence = 0 } of files) take(field_id, occurrence)
  return found
}
