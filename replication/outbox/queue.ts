import { submittedIn } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import { filesItemId, profileItemId, submissionItemId } from '../../collections/ids.ts'
import { outboxRank, type OutboxDoc } from '../../collections/schemas/outbox.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import { itemsOfSubmission, unsentSubmissions } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import type { Logged } from '../../collections/interview/logged.ts'
import { toCreateRequest } from '../rows/submission-rows.ts'
import { callPath } from '../wire/calls.ts'
import { heldUntil, isHeld } from './held.ts'

/**
 * Puts work into the outbox. An item's id is derived from its subject, so queueing is safe to repeat: after a crash,
 * from several tabs, and by every run before it starts.
 */

const blank = {
  tempId: '',
  field_id: '',
  payload: {},
  description: '',
  state: 'queued',
  retryCount: 0,
  lastError: '',
  nextRetryAt: 0,
  in_doubt: false,
  sentAt: 0,
  sentOps: 0,
  sentHash: '',
} as const satisfies Partial<OutboxDoc>

/** The method that sends a submission's unsent operations: creates, changes or deletes its row. */
const methodOf = (submission: SubmissionDoc): 'POST' | 'PUT' | 'DELETE' =>
  submission.server_id === '' ? 'POST' : submission.hidden === 1 ? 'DELETE' : 'PUT'

/** The outbox item of a submission with unsent operations (3.25). */
export const toItem = (submission: SubmissionDoc, now: number): OutboxDoc => {
  const method = methodOf(submission)
  const before = method === 'POST' ? submission.sent_before : undefined
  const until = method === 'DELETE' ? heldUntil(submission, now) : 0
  return {
    ...blank,
    history: [],
    id: submissionItemId(submission.id),
    timestamp: now,
    type: 'SUBMISSION',
    tempId: submission.id,
    submission_id: submission.id,
    form_id: submission.form_id,
    method,
    endpoint:
      method === 'POST'
        ? callPath('submissionCreate')
        : callPath('submission', submission.server_id),
    payload: method === 'POST' ? (before?.body ?? { ...toCreateRequest(submission) }) : {},
    description: submission.formName,
    rank: outboxRank.answers,
    ...(until > 0 ? { state: 'waiting', nextRetryAt: until } : {}),
    // An interview without a key comes from an older version of the app, which may have sent it.
    in_doubt: method === 'POST' && (submission.client_key === '' || before !== undefined),
    sentAt: before?.sentAt ?? 0,
  }
}

/** Plans to queue a submission that has unsent operations, and to send it first if it `mayGo` now. */
export const planQueueing = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  now: number,
  { mayGo }: { readonly mayGo: boolean },
): Promise<void> => {
  const submission = await submittedIn(transaction, db, submissionId)
  if (submission === null) return
  const item = toItem(submission, now)
  await transaction.insert(db.outbox, item)
  if (!mayGo) return
  await planReady(transaction, db, submissionId, [item.id], { rank: outboxRank.interactive })
}

/** Plans to queue what a submission has to send again, and to send it now. */
export const planQueueingAgain = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  now: number,
): Promise<void> => {
  const submission = await submittedIn(transaction, db, submissionId)
  if (submission === null) return
  const item = toItem(submission, now)
  if (hasUnsentOperations(submission)) await transaction.insert(db.outbox, item)
  const files = await planFiles(transaction, db, submission, now, 'queued')
  await planReady(transaction, db, submissionId, [item.id, ...files])
}

/** Plans to queue, to be sent now, the edits of a submission that are left when its item has ended. */
export const planQueueingRest = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  now: number,
): Promise<void> => {
  const submission = await submittedIn(transaction, db, submissionId)
  if (submission === null || !hasUnsentOperations(submission)) return
  const item = toItem(submission, now)
  const state = isHeld(item) ? item.state : 'ready'
  await transaction.insert<OutboxDoc>(db.outbox, { ...item, state })
}

/** Plans to send the items of a submission now. `added` are those that the transaction may have added. */
export const planReady = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  added: readonly string[],
  more: Partial<Pick<OutboxDoc, 'rank'>> = {},
): Promise<void> => {
  const stored = await transaction.find(db.outbox, itemsOfSubmission(submissionId))
  for (const id of new Set([...added, ...stored.map(item => item.id)])) {
    const item = await transaction.read(db.outbox, id)
    if (item === null) continue
    await transaction.patch(db.outbox, id, { state: 'ready', nextRetryAt: 0, ...more })
  }
}

/** How many are looked up and written at once. */
const queuedAtOnce = 500

/**
 * Queues those of many submissions that have no item and have unsent operations now, a few hundred per transaction. They
 * are read again, because the server may have taken or refused one since it was listed.
 */
export const queueSubmissions = async (
  db: Database,
  submissions: readonly Pick<SubmissionDoc, 'id'>[],
  now: number,
): Promise<void> => {
  for (let from = 0; from < submissions.length; from += queuedAtOnce) {
    const ids = submissions.slice(from, from + queuedAtOnce).map(({ id }) => id)
    const items = await db.outbox.storageInstance.findDocumentsById(
      ids.map(submissionItemId),
      false,
    )
    const queued = new Set(items.map(({ id }) => id))
    const others = ids.filter(id => !queued.has(submissionItemId(id)))
    if (others.length === 0) continue
    await transact(async transaction => {
      await transaction.ahead(db.submissions, others)
      await transaction.ahead(db.outbox, others.map(submissionItemId))
      for (const id of others) {
        const submission = await submittedIn(transaction, db, id)
        if (submission === null || !hasUnsentOperations(submission)) continue
        await transaction.insert(db.outbox, toItem(submission, now))
      }
    })
  }
}

/**
 * Plans to queue the files of a submission that the server does not have, one item per field and occurrence. Returns
 * the ids of their items.
 */
export const planFiles = async (
  transaction: Transaction,
  db: Database,
  submission: SubmissionDoc,
  now: number,
  state: 'queued' | 'ready',
): Promise<readonly string[]> => {
  const itemIds = new Map<string, string>()
  await transaction.ahead(
    db.file_uploads,
    submission.files.map(({ id }) => id),
  )
  for (const file of submission.files.filter(({ removed }) => removed !== true)) {
    const stored = await transaction.read(db.file_uploads, file.id)
    if (stored?.sync_status !== 'pending') continue
    itemIds.set(filesItemId(submission.id, file.field_id, file.occurrence), file.field_id)
  }
  for (const [id, fieldId] of itemIds) {
    await transaction.insert(db.outbox, {
      ...blank,
      history: [],
      id,
      timestamp: now,
      type: 'FILE_UPLOAD',
      tempId: submission.id,
      submission_id: submission.id,
      form_id: submission.form_id,
      field_id: fieldId,
      method: 'POST',
      endpoint: callPath('filesUpload', submission.server_id),
      description: submission.formName,
      state,
      rank: outboxRank.files,
    })
  }
  return [...itemIds.keys()]
}

/** Plans to queue the profile when it has unsent edits; returns whether it has. */
export const planProfile = async (
  transaction: Transaction,
  db: Database,
  now: number,
): Promise<boolean> => {
  const profile = await transaction.read(db.user_profile, currentUser)
  if (profile === null || !hasUnsentOperations(profile)) return false
  await transaction.insert<OutboxDoc>(db.outbox, {
    ...blank,
    history: [],
    id: profileItemId,
    timestamp: now,
    type: 'PROFILE',
    submission_id: currentUser,
    form_id: '',
    method: 'POST',
    endpoint: callPath('accountUpdate'),
    rank: outboxRank.answers,
  })
  return true
}

/** Queues the profile when it has unsent edits; returns whether it has. */
export const queueProfile = (db: Database, now: number): Promise<boolean> =>
  transact(transaction => planProfile(transaction, db, now))

/**
 * Queues all unsent work without an item, because a crash may come between a write and its queueing. A submission
 * with pending operations gets its own item; its files are queued once it has none.
 */
export const queueUnsent = async (db: Database, now: number): Promise<void> => {
  await queueProfile(db, now)
  for (const status of ['pending', 'deleted'] as const) {
    const found = await unsentSubmissions(status).build(db.submissions).exec()
    const unsent = found.map(doc => doc.toJSON() as SubmissionDoc)
    await queueSubmissions(db, unsent.filter(hasUnsentOperations), now)
    for (const submission of unsent) {
      if (hasUnsentOperations(submission)) continue
      await transact(transaction => planFiles(transaction, db, submission, now, 'queued'))
    }
  }
}

/** Whether a submission or the profile has edits that the server does not have. */
export const hasUnsentOperations = ({ crdts }: Logged): boolean =>
  pendingOperations(crdts).length > 0
