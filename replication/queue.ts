import type { Database } from '../collections/database.ts'
import { filesItemId, submissionItemId } from '../collections/ids.ts'
import { outboxRank, type OutboxDoc } from '../collections/outbox.ts'
import { pendingOperations } from '../collections/operation-log.ts'
import { unsentSubmissions, waitingItems } from '../collections/queries.ts'
import type { SubmissionDoc } from '../collections/submissions.ts'
import { maxPauseMs } from './limits.ts'
import { toCreateRequest } from './submission-rows.ts'
import { callPath } from './wire/calls.ts'

/**
 * Putting work into the outbox. Item ids are derived from what they are about, so queueing is safe to
 * repeat: after a crash, from several tabs, and by every run before it starts.
 */

const blank = {
  tempId: '',
  field_id: '',
  payload: {},
  description: '',
  state: 'queued',
  retryCount: 0,
  lastError: '',
  reason: '',
  status: 0,
  nextRetryAt: 0,
  in_doubt: false,
  sentAt: 0,
  sentOps: 0,
  sentHash: '',
  history: [],
} as const satisfies Partial<OutboxDoc>

/** What a submission needs of the server: to be made, changed or deleted. */
const methodOf = (submission: SubmissionDoc): 'POST' | 'PUT' | 'DELETE' =>
  submission.server_id === '' ? 'POST' : submission.hidden === 1 ? 'DELETE' : 'PUT'

/** The outbox item of a submission that the server has not heard all of (3.25). */
const toItem = (submission: SubmissionDoc, now: number): OutboxDoc => {
  const method = methodOf(submission)
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
    payload: method === 'POST' ? { ...toCreateRequest(submission) } : {},
    description: submission.formName,
    rank: outboxRank.answers,
    // An interview without a key comes from an older version, which may have sent it.
    in_doubt: method === 'POST' && submission.client_key === '',
  }
}

/** Queues a submission; what is in the outbox already stays as it is. */
export const queueSubmission = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<void> => {
  await db.outbox.insertIfNotExists(toItem(submission, now))
}

/** Queues the files of a submission that the server has not, one item for each field. */
export const queueFiles = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
  state: 'queued' | 'ready',
): Promise<void> => {
  const stored = await db.file_uploads.findByIds(submission.files.map(({ id }) => id)).exec()
  const pending = submission.files.filter(({ id }) => stored.get(id)?.sync_status === 'pending')
  for (const fieldId of new Set(pending.map(file => file.field_id))) {
    await db.outbox.insertIfNotExists({
      ...blank,
      history: [],
      id: filesItemId(submission.id, fieldId),
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
}

/**
 * Queues all unsent work that lacks an item: what a crash left between a write and its queueing.
 * A submission with pending operations needs an item of its own, one with pending files theirs.
 */
export const queueUnsent = async (db: Database, now: number): Promise<void> => {
  for (const status of ['pending', 'deleted'] as const) {
    const unsent = await unsentSubmissions(status).build(db.submissions).exec()
    for (const doc of unsent) {
      const submission = doc.toJSON() as SubmissionDoc
      if (hasUnsentOperations(submission)) await queueSubmission(db, submission, now)
      else await queueFiles(db, submission, now, 'queued')
    }
  }
}

/** Whether a submission holds edits that the server has not heard. */
export const hasUnsentOperations = (submission: SubmissionDoc): boolean =>
  pendingOperations(submission.crdts).length > 0

/** Whom a trigger wakes: everything, the items of some forms, or those of one submission. */
export type Selection =
  | { readonly all: true }
  | { readonly formIds: ReadonlySet<string> }
  | { readonly submissionId: string }

const isSelected = (item: OutboxDoc, selection: Selection): boolean =>
  'all' in selection ||
  ('formIds' in selection
    ? selection.formIds.has(item.form_id)
    : item.submission_id === selection.submissionId)

/**
 * Makes items ready to be sent now, whether they waited for a trigger or for their next try.
 * Gives back how many are ready. `rank` lets the interactive one go first.
 */
export const makeReady = async (
  db: Database,
  selection: Selection,
  rank?: number,
): Promise<number> => {
  const items = await waitingItems(undefined, 100_000).build(db.outbox).exec()
  const selected = items.filter(item => item.state !== 'recovering' && isSelected(item, selection))
  for (const item of selected) {
    if (item.state === 'ready' && rank === undefined) continue
    await item.incrementalModify(data =>
      data.state === 'recovering'
        ? data
        : { ...data, state: 'ready', nextRetryAt: 0, rank: rank ?? data.rank },
    )
  }
  return selected.length
}

/** Makes items ready whose next try is due; a clock that jumped back never makes one wait for ever. */
export const makeDueReady = async (db: Database, now: number): Promise<void> => {
  const waiting = await db.outbox
    .find({
      selector: { state: 'waiting' },
      sort: [{ state: 'asc' }, { nextRetryAt: 'asc' }],
      index: ['state', 'nextRetryAt'],
      limit: 10_000,
    })
    .exec()
  for (const item of waiting) {
    if (item.nextRetryAt <= now || item.nextRetryAt - now > maxPauseMs) {
      await item.incrementalModify(data =>
        data.state === 'waiting' ? { ...data, state: 'ready' } : data,
      )
    }
  }
}

/** When the next try is due, epoch ms; null when nothing waits. */
export const nextDue = async (db: Database): Promise<number | null> => {
  const [first] = await db.outbox
    .find({
      selector: { state: 'waiting' },
      sort: [{ state: 'asc' }, { nextRetryAt: 'asc' }],
      index: ['state', 'nextRetryAt'],
      limit: 1,
    })
    .exec()
  return first?.nextRetryAt ?? null
}
