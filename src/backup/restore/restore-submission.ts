import { submittedIn, planMove, isSubmitted } from '../../../collections/interview/plan-move.ts'
import type { Database } from '../../../collections/database.ts'
import { submissionItemId } from '../../../collections/ids.ts'
import type { Transaction } from '../../../collections/one-database/transaction.ts'
import {
  baseFields,
  pendingOperations,
  type Operations,
} from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import type { ManifestFile, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { toItem } from '../../../replication/outbox/queue.ts'
import {
  lastListOf,
  listingFiles,
  united,
} from '../../../replication/outbox/settle/files-of-edits.ts'
import { asSent, storedDocument } from '../../../collections/interview/logged.ts'
import { sentToBase } from '../../../replication/rows/submission-rows.ts'
import { changes, effectOf, fateOf, firstState, notPending, without } from './newer-here.ts'
import type { OlderWork } from './restore-older.ts'
import { byServerId, findTwin } from './same-interview.ts'
import { planSharedFiles, planSharing } from '../share-work.ts'

/** What the writes of a restore take part in. */
export interface RestoreStep {
  readonly transaction: Transaction
  readonly db: Database
  /** Epoch ms. */
  readonly now: number
}

/** A submission that the device already has, and what it lacks that the backup has. */
export interface Merge {
  readonly id: string
  readonly edits: readonly Operations[]
  readonly files: readonly ManifestFile[]
  /** Edits that go to Recovery because what is here may be newer; null without any. */
  readonly older: OlderWork | null
}

/**
 * What to do with a submission of a backup. insert: it is unknown here. merge: it is here, under `id`, and gets the
 * edits and files that it lacks; edits that may be older than what is here go to Recovery. recover: it was deleted here,
 * and the backup has unsent edits of it. skip: everything is here already, or it was deleted here for good.
 */
type SubmissionPlan =
  | { readonly do: 'insert' }
  | ({ readonly do: 'merge' } & Merge)
  | { readonly do: 'recover' }
  | { readonly do: 'skip' }

/** Decides what to do with a submission; writes nothing. */
export const planSubmission = async (db: Database, doc: SubmissionDoc): Promise<SubmissionPlan> => {
  const stored = await storedDocument(db.submissions, doc.id)
  const isNew = doc.server_id === ''
  const pending = pendingOperations(doc.crdts)
  // The first operation is the interview itself, which the server has.
  const later = isNew ? pending.slice(1) : pending
  if (isSubmitted(stored)) {
    // What was made here is here with all that followed.
    const isHere = isNew && (stored.server_id === '' || (await isMadeHere(db, doc)))
    return isHere ? { do: 'skip' } : mergePlan(db, stored, doc, later)
  }
  if (isNew) {
    // Skips what was deleted before it was sent, what this device deleted later, and what is a draft or in Recovery
    // here.
    const isEnded = stored !== null && (!stored._deleted || stored.server_id !== '')
    if (doc.hidden === 1 || isEnded) return { do: 'skip' }
    const twin = await findTwin(db, doc)
    return twin === null ? { do: 'insert' } : mergePlan(db, twin, doc, later)
  }
  const known = await byServerId(db, doc.server_id)
  if (known !== null) return mergePlan(db, known, doc, later)
  if (stored === null) return { do: 'insert' }
  const hasEdits = doc.hidden === 0 && later.length > 0
  return { do: hasEdits ? 'recover' : 'skip' }
}

const isMadeHere = async (db: Database, { crdts }: SubmissionDoc): Promise<boolean> =>
  crdts.operations[0]?.[0]?.creator === (await db.storageToken)

const mergePlan = async (
  db: Database,
  known: SubmissionDoc,
  then: SubmissionDoc,
  edits: readonly Operations[],
): Promise<SubmissionPlan> => {
  if (known.hidden === 1) return { do: 'skip' }
  const named = new Set(known.files.map(({ id }) => id))
  const files = then.files.filter(({ id }) => !named.has(id))
  const merge = { do: 'merge', id: known.id, edits: [], files, older: null } as const
  const missing = notPending(known, edits)
  const effect = effectOf(missing)
  if (missing.length === 0 || !changes(known, effect)) return merge
  const fate = await fateOf(db, known, then, missing)
  if (fate === 'open') return { ...merge, edits }
  const confirmed = baseFields<SubmissionDoc>(then.crdts) ?? firstState(then)
  const first = new Set(confirmed.files?.map(({ id }) => id))
  const own = { ...merge, files: files.filter(({ id }) => first.has(id)) }
  if (fate === 'done') return own
  const id = `${submissionItemId(known.id)}|${Date.parse(then.updated_at) || 0}`
  const added = files.filter(file => !first.has(file.id) && file.removed !== true)
  return { ...own, older: { id, known, answers: effect.answers, files: added } }
}

/** Plans to restore a submission that is unknown here, with its outbox item as it was. */
export const planInsertion = async (
  { transaction, db, now }: RestoreStep,
  doc: SubmissionDoc,
  items: readonly OutboxDoc[],
): Promise<void> => {
  const isBrought = await planMove(transaction, db, doc.id, 'brought', stored =>
    isSubmitted(stored)
      ? null
      : { base: baseFields<SubmissionDoc>(doc.crdts), pending: pendingOperations(doc.crdts) },
  )
  // It may have come here while the files of the backup were written.
  if (!isBrought) return
  const item = items.find(({ id }) => id === submissionItemId(doc.id))
  if (item !== undefined) {
    const queued = { ...toItem(doc, now), ...item, state: 'queued' as const, nextRetryAt: 0 }
    await transaction.insert(db.outbox, queued)
  }
  await planSharing(transaction, db, doc.id, now)
}

/** Plans to add the edits and files that a submission lacks; the files' bytes are on the device by now. */
export const planMerge = async (
  { transaction, db, now }: RestoreStep,
  { id, edits, files }: Merge,
): Promise<void> => {
  await planMove(transaction, db, id, 'brought', async stored => {
    if (!isSubmitted(stored)) return null
    const known = await asSent(db.submissions, stored, 0)
    const missing = files.filter(file => !known.files.some(({ id: other }) => other === file.id))
    // In the backup's order, because a part of its edits may be pending here.
    known.files = [...known.files, ...missing]
    const filesPending = known.files_pending + missing.length
    const base =
      missing.length === 0
        ? baseFields<SubmissionDoc>(stored.crdts)
        : sentToBase(known, known.server_id, filesPending)
    const pending = [...edits, ...without(pendingOperations(stored.crdts), edits)]
    // Edits of the two devices do not know of each other's files.
    const wanted = united(stored.files, missing, lastListOf(edits) ?? [])
    return { base, pending: listingFiles(base, pending, wanted, now) }
  })
  const merged = await submittedIn(transaction, db, id)
  if (merged === null) return
  if (edits.length > 0) await transaction.insert(db.outbox, toItem(merged, now))
  if (files.length > 0) await planSharedFiles(transaction, db, merged, now)
}
