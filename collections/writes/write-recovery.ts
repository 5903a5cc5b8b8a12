import type { Database } from '../database.ts'
import { withoutAddresses } from '../file-answers.ts'
import { planMove, submittedIn } from '../interview/plan-move.ts'
import {
  asRefusals,
  entryIn,
  payloadOf,
  planWithoutEntry,
  sentBefore,
  type EntryKey,
  type RecoveryEntry,
} from '../interview/refusals.ts'
import { repliesOf } from '../interview/review.ts'
import { answerKey, replyMark } from '../ids.ts'
import { answerChangesOf, canonical, pendingOperations, type Operations } from '../operation-log.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { filesOf } from '../queries.ts'
import type { Answer, SubmissionDoc, Work } from '../schemas/submissions.ts'
import { planDetaching } from './detach-edit.ts'
import { removeTakenOut, removeUnnamedFiles } from './file-owners.ts'
import {
  asOpen,
  editOf,
  planAnswers,
  planFilesAsNew,
  planOpen,
  planWork,
  reserveTempId,
  takenMarks,
  toResponses,
} from './write-interview.ts'

/** What the surveyor does with an entry of Recovery: opens it for editing, or deletes it. */

/** Where the reopened work is: a draft of a form, or the edit of a submission. */
export type Reopened =
  | { readonly kind: 'draft'; readonly formId: string; readonly draftId: string }
  | { readonly kind: 'edit'; readonly submissionId: string }

/**
 * Takes an entry out of Recovery and opens it for editing, with its answers, in one transaction. A refused interview
 * becomes its draft again, under the same id and key, so that the server makes one row in any case. A refused edit
 * becomes an edit again, or a new interview when its submission is gone. An entry stays if an edit that is open already
 * has another answer to one of its fields. Returns null when the entry has no answers.
 */
export const reopenEntry = async (
  db: Database,
  key: EntryKey,
  now: number,
  newClientKey: () => string,
): Promise<Reopened | null> => {
  // A draft shows all files under its id, so a file that an earlier edit removed would return.
  const files = await filesOf(key.submission_id).build(db.file_uploads).exec()
  await removeUnnamedFiles(
    db,
    files.map(({ id }) => id),
  )
  return transact(async transaction => {
    const entry = await entryIn(transaction, db, key)
    if (entry === null) return null
    const { submission } = payloadOf(entry)
    if (submission === null || (entry.kind !== 'create' && entry.kind !== 'edit')) return null
    const step = { transaction, db, entry, submission, now }
    const living = await submittedIn(transaction, db, submission.id)
    const isEdit = entry.kind === 'edit' && living !== null && living.state !== 'deleting'
    // An open edit keeps its own answers, which may be older: those of another entry.
    const isWhole = !isEdit || (await fitsOpenEdit(step))
    if (isWhole && entry.kind !== 'create') await planWithoutEntry(transaction, db, key, 'reopened')
    if (entry.kind === 'create') return planReopening(step)
    return isEdit ? planEditOf(step, living) : planCopy(step, newClientKey())
  })
}

interface Step {
  readonly transaction: Transaction
  readonly db: Database
  readonly entry: RecoveryEntry
  readonly submission: SubmissionDoc
  readonly now: number
}

/** The interview is open again. The answers of an edit that was open when it was refused are later, and stay. */
const planReopening = async ({ transaction, db, entry, submission, now }: Step) => {
  await planAnswers(transaction, db, submission.id, submission.answers, now)
  await planMove(transaction, db, submission.id, 'reopened', stored => {
    if (stored === null) return null
    const others = (stored.refusals ?? []).filter(({ kind }) => kind !== 'create')
    const work: Work = { ...editOf(stored, now), isWhole: true, ...sentBefore(payloadOf(entry)) }
    return { base: asOpen(stored), pending: [], local: { ...asRefusals(others), work } }
  })
  return { kind: 'draft', formId: submission.form_id, draftId: submission.id } as const
}

/** Whether the open edit of the submission has no other answer to a field that the refused edit changed. */
const fitsOpenEdit = async ({ transaction, db, submission, now }: Step): Promise<boolean> => {
  const edited = editedAnswers(pendingOperations(submission.crdts))
  for (const { id, value } of toResponses(submission.id, edited, now)) {
    const open = await transaction.read(db.form_responses, id)
    if (open !== null && canonical(open.value) !== canonical(value)) return false
  }
  return true
}

const planEditOf = async (step: Step, living: SubmissionDoc): Promise<Reopened> => {
  const { transaction, db, entry, submission, now } = step
  const edited = editedAnswers(pendingOperations(submission.crdts))
  await planAnswers(
    transaction,
    db,
    submission.id,
    { ...edited, ...takenMarks(submission.files) },
    now,
  )
  // The submission is the server's row again, so it no longer names what the refused edit added.
  const named = new Set(living.files.map(({ id }) => id))
  const added = keptFiles(entry, submission).filter(id => !named.has(id))
  await planFilesAsNew(transaction, db, added, submission.id)
  await planWork(transaction, db, living.id, 'worked', doc => doc.work ?? editOf(doc, now))
  return { kind: 'edit', submissionId: submission.id }
}

/** A new interview with the answers of an edit whose submission is gone. */
const planCopy = async (step: Step, client_key: string): Promise<Reopened> => {
  const { transaction, db, entry, submission, now } = step
  const id = await reserveTempId(transaction, db, now)
  const created_at = new Date(now).toISOString()
  const work: Work = { ...editOf(submission, now), isWhole: true, created_at }
  const { form_id, formName, definition_hash } = submission
  const of = { id, client_key, form_id, formName, definition_hash, created_at }
  await planOpen(transaction, db, of, work)
  const answers = withoutAddresses(submission.answers, submission.files)
  await planAnswers(transaction, db, id, answers, now)
  await planFilesAsNew(transaction, db, keptFiles(entry, submission), id)
  return { kind: 'draft', formId: submission.form_id, draftId: id }
}

/** The files of an entry that its edit had not removed. */
const keptFiles = ({ file_ids }: RecoveryEntry, { files }: SubmissionDoc): readonly string[] => {
  const removed = new Set(files.filter(file => file.removed === true).map(({ id }) => id))
  return file_ids.filter(id => !removed.has(id))
}

/** The answers that operations set and clear, by answer key, and their replies; '' where cleared. */
const editedAnswers = (operations: readonly Operations[]): Readonly<Record<string, Answer>> =>
  Object.fromEntries([
    ...answerChangesOf(operations).map(([key, value]) => [key, (value ?? '') as Answer]),
    ...repliesOf(operations).map(({ to, text }) => [answerKey(replyMark(to)), text]),
  ])

/**
 * Deletes a Recovery entry and the files that nothing else names, after the surveyor confirmed twice. Nothing else
 * ever deletes from Recovery (decisions 3). An edit that was open when its interview was refused goes on as an
 * interview of its own.
 */
export const deleteRecoveryEntry = async (
  db: Database,
  key: EntryKey,
  now: number,
): Promise<void> => {
  const deleted = await transact(async transaction => {
    const entry = await entryIn(transaction, db, key)
    if (entry === null) return null
    const stored = await transaction.read(db.submissions, key.submission_id)
    if (entry.kind !== 'create' || stored?.work === undefined)
      await planWithoutEntry(transaction, db, key, 'forgotten')
    else {
      const log = await planDetaching(transaction, db, stored, now)
      const others = asRefusals((stored.refusals ?? []).filter(({ id }) => id !== key.id))
      const local = { ...log.local, ...others }
      await planMove(transaction, db, stored.id, 'forgotten', () => ({ ...log, local }))
    }
    return entry
  })
  // The files are removed after the entry, because an entry without its files would be wrong, while files without an
  // entry are collected later.
  if (deleted === null) return
  // An edit that is open has none of the files of a refused one.
  if (deleted.kind === 'create') await removeUnnamedFiles(db, deleted.file_ids)
  else await removeTakenOut(db, key.submission_id, deleted.file_ids)
}
