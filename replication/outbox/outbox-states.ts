import type { RxDocument, WithDeleted } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import {
  itemsOfSubmission,
  itemsToTry,
  readyItems,
  waitingItems,
} from '../../collections/queries.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { longestWaitMs } from '../limits.ts'
import { isHeld } from './held.ts'

/**
 * Moves outbox items between their states, many in one transaction, because a trigger may concern thousands. An item
 * that changed meanwhile is changed again on its own, if the change still applies.
 */

/** The items that a trigger concerns: all, those of some forms, or those of one submission. */
export type Selection =
  | { readonly all: true }
  | { readonly formIds: ReadonlySet<string> }
  | { readonly submissionId: string }

type Item = RxDocument<OutboxDoc>

/** Returns what an item becomes; null leaves it unchanged. */
type Change = (item: OutboxDoc) => OutboxDoc | null

const changeAll = async (db: Database, items: readonly Item[], change: Change): Promise<void> => {
  const rows = items.flatMap(item => {
    const previous = item.toMutableJSON(true)
    const next = change(previous)
    return next === null ? [] : [{ previous, document: { ...previous, ...next } }]
  })
  if (rows.length === 0) return
  const { error } = await db.outbox.storageInstance.bulkWrite(rows as never, 'outbox-states')
  for (const { documentId } of error) {
    const item = await db.outbox.findOne(documentId).exec()
    await item?.incrementalModify(data => change(data) ?? data)
  }
}

const selectedItems = async (db: Database, selection: Selection): Promise<readonly Item[]> => {
  if ('submissionId' in selection) {
    return itemsOfSubmission(selection.submissionId).build(db.outbox).exec()
  }
  const formIds = 'formIds' in selection ? [...selection.formIds] : [undefined]
  const found = await Promise.all(
    formIds.map(formId => waitingItems(formId, 100_000).build(db.outbox).exec()),
  )
  return found.flat()
}

/**
 * Whether a deletion was undone after its request had left. Only a run finds out whether the request arrived
 * (attempt-submission.ts); until then a missing row is no deletion by others.
 */
export const isUndoneDeletion = (
  { method, sentAt }: Pick<OutboxDoc, 'method' | 'sentAt'>,
  { state }: Pick<SubmissionDoc, 'state'>,
): boolean => method === 'DELETE' && sentAt > 0 && state === 'stored'

/** After so many tries in a row without an answer, only the surveyor or a new network ends an item's pause early. */
const triesBeforePause = 3

/**
 * Whether an item waits although the server is reached, because its own requests have no answer: a trigger that tried it
 * each time would repeat it without a pause.
 */
export const isPaused = ({ state, unanswered = 0 }: OutboxDoc): boolean =>
  state === 'waiting' && unanswered >= triesBeforePause

/**
 * Makes items ready to be sent now, whether they waited for a trigger or for their next try, except those that are
 * `left`. Only a deletion that is held becomes ready when it is due.
 */
export const makeReady = async (
  db: Database,
  selection: Selection,
  isLeft: (item: OutboxDoc) => boolean = () => false,
): Promise<void> => {
  await changeAll(db, await selectedItems(db, selection), item =>
    item.state === 'ready' || isHeld(item) || isLeft(item)
      ? null
      : { ...item, state: 'ready', nextRetryAt: 0 },
  )
}

const waitingBetween = (db: Database, from: number, to: number): Promise<readonly Item[]> =>
  itemsToTry({ $gte: from, $lte: to }).build(db.outbox).exec()

/**
 * Makes items ready whose next try is due, except those that are `left` for the next run. One that is further off than the
 * longest wait is due too, because the clock was set back.
 */
export const makeDueReady = async (
  db: Database,
  now: number,
  left: ReadonlySet<string> = new Set(),
): Promise<void> => {
  const due = await waitingBetween(db, 0, now)
  const stranded = await waitingBetween(db, now + longestWaitMs + 1, 1e15)
  const items = [...due, ...stranded].filter(({ id }) => !left.has(id))
  await changeAll(db, items, item =>
    item.state === 'waiting' ? { ...item, state: 'ready' } : null,
  )
}

/** Puts all ready items back into the queue at the end of a run, until the next trigger. */
export const backToQueue = async (db: Database): Promise<void> => {
  const ready = await readyItems(100_000).build(db.outbox).exec()
  await changeAll(db, ready, item => (item.state === 'ready' ? { ...item, state: 'queued' } : null))
}

/** Whether an item is to be sent now. */
export const isReady = ({ state, _deleted }: WithDeleted<OutboxDoc>): boolean =>
  !_deleted && state === 'ready'

/**
 * Writes an item that is to be sent now again, so that RxDB hands it over, and the run that follows sends all; false when
 * there is none.
 */
export const renewReady = (db: Database): Promise<boolean> =>
  transact(async transaction => {
    const [item] = await transaction.find(db.outbox, readyItems(1))
    if (item !== undefined) await transaction.put(db.outbox, item)
    return item !== undefined
  })
