import { contentOf } from '../../collections/interview/content.ts'
import type { Database } from '../../collections/database.ts'
import { isFileList, withoutAddresses } from '../../collections/file-answers.ts'
import { answerKey, keyFrom } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import {
  hiddenBy,
  type SubmissionDoc,
  type SubmissionFields,
} from '../../collections/schemas/submissions.ts'
import { hasBytes } from '../../collections/writes/write-files.ts'
import { planFilesAsNew } from '../../collections/writes/write-interview.ts'
import { planCreation } from '../../collections/writes/write-submission.ts'
import { toItem } from '../outbox/queue.ts'
import { removedAddresses } from '../rows/listed-files.ts'

/** The result of restoring. `lostFiles`: how many files are no longer on the device. */
export type Restored =
  | { readonly kind: 'restored'; readonly lostFiles: number }
  | { readonly kind: 'gone' }

/**
 * Plans to restore a submission from the bin, to be sent as a new interview. It gets a new key, because the server may
 * remember that of the deleted one.
 */
export const planRestoration = async (
  transaction: Transaction,
  db: Database,
  id: string,
  now: number,
): Promise<Restored> => {
  const before = await transaction.read(db.submissions, id)
  if (before === null || before.state !== 'binned') return { kind: 'gone' }
  const here = new Set<string>()
  for (const file of before.files) if (await hasBytes(transaction, db, file.id)) here.add(file.id)
  const files = before.files.filter(file => here.has(file.id))
  const client_key = await keyFrom(`${id}|${before.client_key}|${before.binned?.at ?? now}`)
  const unsent = asUnsent(before, { client_key, files }, now)
  await planCreation(transaction, db, 'restored', unsent)
  await planFilesAsNew(transaction, db, [...here], id)
  const submission = await transaction.read(db.submissions, id)
  if (submission !== null) {
    // In place of the item of its deletion, if that is still there.
    await transaction.put<OutboxDoc>(db.outbox, { ...toItem(submission, now), state: 'ready' })
  }
  return { kind: 'restored', lostFiles: countFiles(before) - files.length }
}

/** Restores a submission from the bin, to be sent as a new interview. */
export const restoreFromBin = (db: Database, id: string, now: number): Promise<Restored> =>
  transact(transaction => planRestoration(transaction, db, id, now))

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
  given: Pick<SubmissionDoc, 'client_key' | 'files'>,
  now: number,
): SubmissionFields => {
  // What was said of the row that is gone is not said of the new one.
  const { review: _, replies: __, corrects: ___, ...own } = contentOf(before)
  const { sent_before: ____, binned: _____, crdts: ______, ...content } = own
  return {
    ...content,
    ...given,
    former_keys: [...(before.former_keys ?? []), before.client_key],
    server_id: '',
    rev: '',
    syncStatus: 'pending',
    state: 'unsent',
    hidden: hiddenBy.nothing,
    newest: newestOf(before.submittedAt || before.created_at),
    answers: withoutAddresses(before.answers, before.files),
    files_pending: given.files.length,
    updated_at: new Date(now).toISOString(),
    history: [...before.history, { at: now, what: 'restored', note: '' }],
  }
}
