import { contentOf } from '../../collections/interview/content.ts'
import { submittedIn, planMove, isSubmitted } from '../../collections/interview/plan-move.ts'
import type { RxDocumentData } from 'rxdb'
import {
  asHeld,
  asRefusals,
  planRefusal,
  withRefusal,
  type RecoveredPayload,
} from '../../collections/interview/refusals.ts'
import type { OutboxDoc, Recovered } from '../../collections/schemas/outbox.ts'
import type { RecoveryReason, Refusal, RefusalKind } from '../../collections/schemas/refusal.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import type { Database } from '../../collections/database.ts'
import {
  baseFields,
  hides,
  pendingOperations,
  type Operations,
} from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { planProfileWithoutEdits, unsentProfileEdits } from './recover-profile.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { asSent } from '../../collections/interview/logged.ts'
import { planDetaching } from '../../collections/writes/detach-edit.ts'
import { filesOfItem } from '../attempt/attempt-files.ts'
import { planProfile, planQueueingRest, planReady } from '../outbox/queue.ts'
import { planRecount } from '../settle/settle.ts'
import { isCarried, type Carried } from '../outbox/carried.ts'

/** Why an item left the outbox without reaching the server, and what of it is still in doubt. */
export interface Why {
  readonly reason: RecoveryReason
  readonly status: number
  readonly message: string
  readonly request?: string
  readonly inDoubt: boolean
}

/**
 * Moves what the server refused into Recovery, where only the surveyor deletes (decisions 3), in one transaction: the
 * refusal, its submission and files, the item. Returns the item; null when nothing goes to Recovery.
 */
export const moveToRecovery = async (
  db: Database,
  itemId: string,
  why: Why,
  now: number,
): Promise<Recovered | null> =>
  transact(async transaction => {
    const item = await transaction.read(db.outbox, itemId)
    if (item === null) return null
    const recovered = asRecovered(item, why, now)
    return (await planRecovery(transaction, db, recovered, now)) ? recovered : null
  })

const asRecovered = (item: OutboxDoc, why: Why, now: number): Recovered => {
  const { reason, status, message, request } = why
  const entry = { at: now, what: 'recovered' as const, note: message }
  return {
    ...item,
    reason,
    status,
    in_doubt: item.in_doubt && why.inDoubt,
    lastError: message.slice(0, 500),
    history: [...item.history, request === undefined ? entry : { ...entry, request }],
  }
}

/**
 * Plans to move an item to Recovery; false when nothing goes there: another tab has moved or settled it, the surveyor has
 * undone the refused deletion, or goes on with the edit.
 */
const planRecovery = async (
  transaction: Transaction,
  db: Database,
  item: Recovered,
  now: number,
): Promise<boolean> => {
  if (item.type === 'PROFILE') {
    await planProfileRecovery(transaction, db, item, now)
    return true
  }
  const submission = await submittedIn(transaction, db, item.submission_id)
  if (item.method === 'DELETE' && submission !== null && submission.state !== 'deleting') {
    await transaction.remove(db.outbox, item.id)
    await planQueueingRest(transaction, db, submission.id, now)
    return false
  }
  // A late answer about a row that a restored server has lost. The interview is sent again as a new one.
  if (item.method === 'PUT' && submission?.server_id === '') return false
  if (submission?.work !== undefined && isGoneFor(item)) {
    // An open edit has all of the submission, and goes on as an interview of its own.
    const log = await planDetaching(transaction, db, submission, now)
    await planMove(transaction, db, submission.id, 'refused', () => log)
    await transaction.remove(db.outbox, item.id)
    return false
  }
  const fileIds = await unsentFiles(transaction, db, item, submission)
  if (submission === null) await planOrphan(transaction, db, item, now)
  else await planRefused(transaction, db, item, submission, { fileIds, now })
  if (item.type === 'FILE_UPLOAD') await planSetAside(transaction, db, item, fileIds, now)
  await transaction.remove(db.outbox, item.id)
  if (item.type === 'SUBMISSION') await planQueueingRest(transaction, db, item.submission_id, now)
  return true
}

/** Plans the entry of an item without its submission, unless that is in Recovery or in the bin, and so complete. */
const planOrphan = async (
  transaction: Transaction,
  db: Database,
  item: Recovered,
  now: number,
): Promise<void> => {
  if ((await transaction.read(db.submissions, item.submission_id)) !== null) return
  const refusal = toRefusal(item, kindOf(item), now, {})
  await planRefusal(transaction, db, item.submission_id, refusal)
}

/**
 * Plans the refusal of a submission. A refused interview stays as it is, in the state 'refused'. After a refused edit it is
 * the server's row again, which may be deleted meanwhile; after a refused deletion it is as it was before.
 */
const planRefused = async (
  transaction: Transaction,
  db: Database,
  item: Recovered,
  submission: SubmissionDoc,
  { fileIds, now }: { readonly fileIds: readonly string[]; readonly now: number },
): Promise<void> => {
  const kind = submission.server_id === '' ? 'create' : kindOf(item)
  const unsent = pendingOperations(submission.crdts)
  const isEdit = kind === 'edit' && !isGoneFor(item)
  const refused = isEdit ? await countRefused(item, unsent) : unsent.length
  const known = kind === 'create' ? null : await asRefused(db, submission, refused)
  const refusal = toRefusal(item, kind, now, { submission, known, fileIds })
  await planMove(transaction, db, submission.id, 'refused', stored => {
    if (!isSubmitted(stored)) return null
    const local = asRefusals(withRefusal(stored.refusals, refusal))
    const base = baseFields<SubmissionDoc>(stored.crdts)
    const pending = pendingOperations(stored.crdts)
    switch (kind) {
      case 'create':
      case 'files':
        return { base, pending, local }
      case 'edit':
      case 'delete': {
        if (isGoneFor(item)) return { base: asHeld(stored), pending: [], local }
        const isDeletion = kind === 'delete'
        const later = pending.filter((edit, at) => at >= refused || hides(edit) !== isDeletion)
        return { base, pending: later, local }
      }
      case 'profile':
      case 'document':
        return null
    }
  })
}

/** The submission with the first of its pending edits only. */
const asRefused = async (
  db: Database,
  submission: SubmissionDoc,
  refused: number,
): Promise<SubmissionDoc> =>
  pendingOperations(submission.crdts).length === refused
    ? submission
    : asSent(db.submissions, submission as RxDocumentData<SubmissionDoc>, refused)

const planProfileRecovery = async (
  transaction: Transaction,
  db: Database,
  item: Recovered,
  now: number,
): Promise<void> => {
  const unsent = await unsentProfileEdits(transaction, db)
  const profile = unsent.slice(0, await countRefused(item, unsent))
  await planProfileWithoutEdits(transaction, db, profile.length)
  const refusal = toRefusal(item, 'profile', now, { profile })
  await planRefusal(transaction, db, currentUser, refusal)
  await transaction.remove(db.outbox, item.id)
  if (await planProfile(transaction, db, now)) {
    await planReady(transaction, db, item.submission_id, [item.id])
  }
}

/** The kind of an item's refusal. */
const kindOf = (item: OutboxDoc): RefusalKind => {
  if (item.type === 'FILE_UPLOAD') return 'files'
  if (item.type === 'PROFILE') return 'profile'
  if (item.method === 'DELETE') return 'delete'
  return item.method === 'PUT' ? 'edit' : 'create'
}

/** What a refusal is about. */
interface Subject {
  /** Absent when it is nowhere any more. */
  readonly submission?: SubmissionDoc
  /** The submission with the refused operations only; absent for an interview, whose document has them. */
  readonly known?: SubmissionDoc | null
  readonly fileIds?: readonly string[]
  /** The refused edits of the profile; absent for others. */
  readonly profile?: readonly Operations[]
}

const toRefusal = (
  item: Recovered,
  kind: RefusalKind,
  now: number,
  { submission, known = null, fileIds = [], profile = [] }: Subject,
): Refusal => {
  const { in_doubt, sentAt, sentOps, sentHash } = item
  const payload: RecoveredPayload = {
    submission: known === null ? null : contentOf(known),
    profile,
    sent: item.payload,
    item: { in_doubt, sentAt, sentOps, sentHash },
  }
  return {
    // An interview has one entry of this kind. A submission may have several refused edits.
    id: kind === 'create' ? item.submission_id : `${item.id}|${now}`,
    kind,
    reason: item.reason,
    status: item.status,
    message: item.lastError,
    form_id: item.form_id,
    formName: submission?.formName || item.description,
    definition_hash: submission?.definition_hash ?? '',
    payload: { ...payload },
    file_ids: [...fileIds],
    history: item.history,
    created_at: submission?.created_at ?? '',
    moved_at: now,
  }
}

/** The files of an entry: all files of an interview; of a refused upload those that were not sent. */
const unsentFiles = async (
  transaction: Transaction,
  db: Database,
  item: OutboxDoc,
  submission: SubmissionDoc | null,
): Promise<readonly string[]> => {
  if (submission === null) return []
  if (item.type !== 'FILE_UPLOAD') return submission.files.map(({ id }) => id)
  const ids = filesOfItem(submission, item).map(({ id }) => id)
  const unsent: string[] = []
  for (const id of ids) {
    const file = await transaction.read(db.file_uploads, id)
    if (file?.sync_status !== 'synced') unsent.push(id)
  }
  return unsent
}

/** Plans to mark refused files so that they no longer keep their submission pending; their bytes stay. */
const planSetAside = async (
  transaction: Transaction,
  db: Database,
  item: Recovered,
  fileIds: readonly string[],
  now: number,
): Promise<void> => {
  for (const id of fileIds) {
    const file = await transaction.read(db.file_uploads, id)
    if (file?.sync_status !== 'pending') continue
    await transaction.patch(db.file_uploads, id, { sync_status: 'recovery' })
  }
  const entry = { at: now, what: 'recovered', note: item.lastError } as const
  await planRecount(transaction, db, item.submission_id, entry)
}

/**
 * How many of the pending edits, oldest first, a refused request carried; all when its item's notes do not fit them. These
 * go to Recovery, and those made while it was in flight are sent.
 */
const countRefused = async (carried: Carried, pending: readonly Operations[]): Promise<number> => {
  const sent = pending.slice(0, carried.sentOps)
  return sent.length > 0 && (await isCarried(pending, carried)) ? sent.length : pending.length
}

/** Whether the row is gone. The status must say so too, because the message 'deleted' may be about the form. */
const isGoneFor = ({ method, reason, status }: Recovered): boolean =>
  method === 'PUT' && reason === 'deleted' && (status === 404 || status === 410)
