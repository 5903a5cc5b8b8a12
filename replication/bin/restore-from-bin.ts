import type { Database } from '../../collections/database.ts'
import { isFileList, withoutAddresses } from '../../collections/file-answers.ts'
import { answerKey, editDraftId, keyFrom } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { filesOf } from '../../collections/queries.ts'
import { binnedSubmission } from '../../collections/schemas/bin.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { planDraftRemoval, planLateAnswers } from '../../collections/writes/end-draft.ts'
import { hasBytes } from '../../collections/writes/write-files.ts'
import {
  editDraftOf,
  planFilesAsNew,
  reserveTempId,
} from '../../collections/writes/write-interview.ts'
import { planCreation } from '../../collections/writes/write-submission.ts'
import { removedAddresses } from '../rows/listed-files.ts'
import { toItem } from '../outbox/queue.ts'

/** The result of restoring. `lostFiles`: how many files are no longer on the device. */
export type Restored =
  | { readonly kind: 'restored'; readonly submissionId: string; readonly lostFiles: number }
  | { readonly kind: 'gone' }

/**
 * Plans to restore an entry of the bin as a submission, to be sent as a new interview. It gets a new id and key, because
 * the server may remember those of the deleted one.
 */
export const planRestoration = async (
  transaction: Transaction,
  db: Database,
  entryId: string,
  now: number,
): Promise<Restored> => {
  const entry = await transaction.read(db.bin, entryId)
  if (entry === null) return { kind: 'gone' }
  await transaction.remove(db.bin, entryId)
  if ((await transaction.read(db.submissions, entryId)) !== null) {
    return { kind: 'restored', submissionId: entryId, lostFiles: 0 }
  }
  const before = binnedSubmission(entry)
  const id = await reserveTempId(transaction, db, now)
  const client_key = await keyFrom(`${entryId}|${id}|${entry.binned_at}`)
  const here = new Set<string>()
  for (const file of entry.file_ids) if (await hasBytes(transaction, db, file)) here.add(file)
  await planFilesAsNew(transaction, db, [...here], id)
  const files = before.files.filter(file => here.has(file.id))
  await planCreation(transaction, db, asUnsent(before, { id, client_key, files }, now))
  const submission = await transaction.read(db.submissions, id)
  if (submission !== null) {
    await transaction.insert<OutboxDoc>(db.outbox, { ...toItem(submission, now), state: 'ready' })
    await planEditAlong(transaction, db, entryId, submission, now)
  }
  return { kind: 'restored', submissionId: id, lostFiles: countFiles(before) - files.length }
}

/**
 * Plans to let an edit that was begun after the end edit the restored submission. Its draft remembers the new id, so that
 * what its tab stores or submits later goes there too.
 */
const planEditAlong = async (
  transaction: Transaction,
  db: Database,
  entryId: string,
  restored: SubmissionDoc,
  now: number,
): Promise<void> => {
  const edit = await transaction.read(db.drafts, editDraftId(entryId))
  if (edit === null || edit.submission_id !== entryId) return
  const added = await transaction.find(db.file_uploads, filesOf(edit.id))
  const next = editDraftOf(restored, now)
  await planFilesAsNew(
    transaction,
    db,
    added.map(file => file.id),
    next.id,
  )
  await transaction.insert(db.drafts, next)
  await transaction.patch(db.drafts, edit.id, { submission_id: '', submit_as: restored.id })
  const answers = await planDraftRemoval(transaction, db, edit.id, [])
  await planLateAnswers(transaction, db, edit, answers, now)
}

/** Restores an entry of the bin as a submission, to be sent as a new interview. */
export const restoreFromBin = (db: Database, entryId: string, now: number): Promise<Restored> =>
  transact(transaction => planRestoration(transaction, db, entryId, now))

/** How many files a submission has: those attached on this device, and those that only the server has. */
export const countFiles = (submission: SubmissionDoc): number => {
  const attached = submission.files.filter(({ removed }) => removed !== true)
  const removed = new Set(removedAddresses(submission))
  const listed = Object.entries(submission.answers).reduce((sum, [key, answer]) => {
    const own = attached.filter(file => answerKey(file.field_id, file.occurrence) === key).length
    const addresses = isFileList(answer) ? answer.filter(url => !removed.has(url)).length : 0
    return sum + Math.max(0, addresses - own)
  }, 0)
  return attached.length + listed
}

const asUnsent = (
  before: SubmissionDoc,
  own: Pick<SubmissionDoc, 'id' | 'client_key' | 'files'>,
  now: number,
): Omit<SubmissionDoc, 'crdts'> => {
  const { sent_before: _, ...content } = before
  return {
    ...content,
    ...own,
    server_id: '',
    rev: '',
    syncStatus: 'pending',
    hidden: 0,
    answers: withoutAddresses(before.answers, before.files),
    files_pending: own.files.length,
    updated_at: new Date(now).toISOString(),
    history: [...before.history, { at: now, what: 'restored', note: '' }],
  }
}
