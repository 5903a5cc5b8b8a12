import { withoutAddresses } from '../../../collections/file-answers.ts'
import {
  answerChangesOf,
  baseFields,
  canonical,
  hasBase,
  pendingOperations,
  updatesOf,
  type Operations,
} from '../../../collections/operation-log.ts'
import type { StoredSubmission } from '../../../collections/interview/plan-move.ts'
import { entriesOf, payloadOf } from '../../../collections/interview/refusals.ts'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { FieldKinds } from '../../../replication/rows/field-kinds.ts'
import { areSameAnswers } from '../../../replication/rows/same-answers.ts'

/**
 * Compares what a backup knows of a submission with what is here. Clocks of phones differ, so a phone's time decides
 * only where a server has no revisions.
 */

/** What operations set, in the end. */
export interface Effect {
  /** Answers by answer key; null where cleared. */
  readonly answers: ReadonlyMap<string, Answer | null>
  readonly isDeletion: boolean
  /** The earliest time of an operation, epoch ms; NaN when one has none. */
  readonly since: number
}

/** The effect of operations, oldest first. */
export const effectOf = (edits: readonly Operations[]): Effect => {
  const sets = updatesOf(edits).map(({ $set = {} }) => $set)
  const times = sets.map($set => Date.parse(String($set['updated_at'])))
  return {
    answers: new Map(answerChangesOf(edits) as readonly (readonly [string, Answer | null])[]),
    isDeletion: sets.filter($set => 'hidden' in $set).at(-1)?.['hidden'] === 1,
    since: Math.min(...times),
  }
}

/** Whether an effect would change a submission. */
export const changes = (known: SubmissionDoc, { answers, isDeletion }: Effect): boolean =>
  (isDeletion && known.hidden === 0) ||
  [...answers].some(([key, answer]) =>
    Object.hasOwn(known.answers, key)
      ? answer === null || canonical(known.answers[key]) !== canonical(answer)
      : answer !== null,
  )

/** The edits that are not among others. */
export const without = (
  edits: readonly Operations[],
  others: readonly Operations[],
): readonly Operations[] => {
  const held = new Set(others.map(canonical))
  return edits.filter(edit => !held.has(canonical(edit)))
}

/** The edits of a backup that are not pending here. */
export const notPending = (
  known: SubmissionDoc,
  edits: readonly Operations[],
): readonly Operations[] => without(edits, pendingOperations(known.crdts))

/**
 * What became of a backup's edits that are not pending here. open: nothing here is newer. done: this device sent them
 * after the backup, or they are in Recovery. unclear: what is here may be newer.
 */
export type Fate = 'open' | 'done' | 'unclear'

/** An interview here, and as a backup has it. */
export interface Pair {
  readonly known: StoredSubmission
  /** As it was when the backup was made, under the id that it has here. */
  readonly saved: SubmissionDoc
  /** The mark of this device's own operations. */
  readonly token: string
  /** The kinds of the form's fields. */
  readonly kinds: FieldKinds
}

/** Decides what became of edits. */
export const fateOf = (pair: Pair, edits: readonly Operations[]): Fate => {
  if (areRecovered(pair.known, edits)) return 'done'
  // What was edited here stays pending here until it is sent, undone or refused.
  if (edits.flat().some(({ creator }) => creator === pair.token)) {
    return wasSentSince(pair) ? 'done' : 'unclear'
  }
  const { answers, since } = effectOf(edits)
  return isNewer(pair, new Set(answers.keys()), since) ? 'unclear' : 'open'
}

/** Whether edits are in Recovery here. */
export const areRecovered = (known: SubmissionDoc, edits: readonly Operations[]): boolean => {
  const refused = entriesOf(known)
    .map(entry => payloadOf(entry).submission)
    .flatMap(doc => (doc === null ? [] : pendingOperations(doc.crdts).map(canonical)))
  return edits.every(edit => refused.includes(canonical(edit)))
}

const wasSentSince = ({ known, saved }: Pair): boolean => {
  const before = new Set(sentAt(saved))
  return sentAt(known).some(at => !before.has(at))
}

const sentAt = ({ history }: SubmissionDoc): readonly number[] =>
  history.filter(({ what }) => what === 'sent').map(({ at }) => at)

/**
 * Whether the submission here may be newer than the one of a backup: its row changed, or it has later edits of the
 * same answers (`keys`). `since` is the time of the backup's work in epoch ms.
 */
export const isNewer = (pair: Pair, keys: ReadonlySet<string>, since: number): boolean => {
  const own = notPending(pair.saved, pendingOperations(pair.known.crdts))
  return [...effectOf(own).answers.keys()].some(key => keys.has(key)) || !isSameRow(pair, since)
}

const isSameRow = ({ known, saved, kinds }: Pair, since: number): boolean => {
  const row = baseFields<SubmissionDoc>(known.crdts)
  const isConfirmed = hasBase(saved.crdts)
  const before = confirmedIn(saved)
  if (row === null) return !isConfirmed
  if (before.rev && row.rev) {
    // Both are the server's times. This device may have an older state of the row.
    return row.rev === before.rev || timeOf(row) < timeOf(before)
  }
  const given = ({ answers = {}, files = [] }: Partial<SubmissionDoc>) =>
    withoutAddresses(answers, files)
  if (!areSameAnswers(given(row), given(before), kinds)) return false
  // A row that the backup had not seen is always later than the interview.
  return !isConfirmed || timeOf(row) <= since
}

const timeOf = ({ updated_at = '' }: Partial<SubmissionDoc>): number => Date.parse(updated_at)

/** A submission as the server had confirmed it, or else as it was submitted: its first operation. */
export const confirmedIn = ({ crdts }: SubmissionDoc): Partial<SubmissionDoc> =>
  (crdts.operations[0]?.[0]?.body[0]?.ifMatch?.$set ?? {}) as Partial<SubmissionDoc>
