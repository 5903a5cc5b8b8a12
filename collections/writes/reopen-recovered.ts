import type { Database } from '../database.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import { editDraftId } from '../ids.ts'
import { pendingOperations, type Operations } from '../operation-log.ts'
import { payloadOf, sentBefore, type RecoveryDoc } from '../schemas/recovery.ts'
import { newestOf } from '../schemas/schema.ts'
import type { Answer, SubmissionDoc } from '../schemas/submissions.ts'
import { answersOf, filesOf } from '../queries.ts'
import { removeUnnamedFiles } from './file-owners.ts'
import {
  keepAnswer,
  keepAnswers,
  keepDraft,
  moveFiles,
  removeDraft,
  startDraft,
  startEditDraft,
} from './write-interview.ts'

/** Where the reopened work is: a draft of a form, or the edit of a submission. */
export type Reopened =
  | { readonly kind: 'draft'; readonly formId: string; readonly draftId: string }
  | { readonly kind: 'edit'; readonly submissionId: string }

/**
 * Takes an entry out of Recovery and opens it for editing, with its answers. A refused interview becomes its draft
 * again, under the same id and key, so that the server makes one row in any case. A refused edit becomes an edit
 * again, or a new interview when its submission is gone. Returns null when the entry has no answers. Writes
 * answers first, then the draft, and removes the entry last, so that a crash loses nothing.
 */
export const reopenEntry = async (
  db: Database,
  entryId: string,
  now: number,
  newClientKey: () => string,
): Promise<Reopened | null> => {
  const doc = await db.recovery.findOne(entryId).exec()
  if (doc === null) return null
  const entry = doc.toMutableJSON() as RecoveryDoc
  const { submission } = payloadOf(entry)
  if (submission === null || (entry.kind !== 'create' && entry.kind !== 'edit')) return null
  const reopened =
    entry.kind === 'create'
      ? await reopenInterview(db, entry, submission, now)
      : await reopenEdit(db, entry, submission, now, newClientKey)
  await doc.incrementalRemove()
  return reopened
}

const reopenInterview = async (
  db: Database,
  entry: RecoveryDoc,
  submission: SubmissionDoc,
  now: number,
): Promise<Reopened> => {
  await keepAnswers(db, submission.id, submission.answers, now)
  // A draft shows all files under its id, so a file that an earlier edit removed would return.
  const files = await filesOf(submission.id).build(db.file_uploads).exec()
  await removeUnnamedFiles(
    db,
    files.map(({ id }) => id),
  )
  const draft: DraftDoc = {
    ...sentBefore(payloadOf(entry)),
    id: submission.id,
    client_key: submission.client_key,
    form_id: submission.form_id,
    formName: submission.formName,
    definition_hash: submission.definition_hash,
    submission_id: '',
    created_at: submission.created_at,
    updated_at: now,
    latitude: submission.latitude,
    longitude: submission.longitude,
    accuracy: submission.accuracy,
    scroll: 0,
    newest: newestOf(now),
  }
  await db.drafts.insertIfNotExists(draft)
  await takeOverEdit(db, submission.id)
  return { kind: 'draft', formId: submission.form_id, draftId: submission.id }
}

/** Merges an edit that was open when its interview was refused into the interview. */
const takeOverEdit = async (db: Database, submissionId: string): Promise<void> => {
  const editId = editDraftId(submissionId)
  if ((await db.drafts.findOne(editId).exec()) === null) return
  const edited = await answersOf(editId).build(db.form_responses).exec()
  for (const { question_id, occurrence, value, updated_at } of edited.map(doc =>
    doc.toMutableJSON(),
  )) {
    await keepAnswer(db, submissionId, question_id, value, updated_at, occurrence)
  }
  const added = await filesOf(editId).build(db.file_uploads).exec()
  for (const file of added) await file.incrementalPatch({ submission_id: submissionId })
  await removeDraft(db, editId)
}

const reopenEdit = async (
  db: Database,
  entry: RecoveryDoc,
  submission: SubmissionDoc,
  now: number,
  newClientKey: () => string,
): Promise<Reopened> => {
  const living = await db.submissions.findOne(submission.id).exec()
  const removed = submission.files.filter(file => file.removed === true).map(({ id }) => id)
  if (living !== null && living.hidden === 0) {
    const editId = editDraftId(submission.id)
    const edited = editedAnswers(pendingOperations(submission.crdts))
    await keepAnswers(db, editId, edited, now)
    // The submission is the server's row again, so it no longer names what the refused edit added.
    const named = living.files.map(({ id }) => id)
    const added = entry.file_ids.filter(id => !removed.includes(id) && !named.includes(id))
    await moveFiles(db, added, editId)
    await startEditDraft(db, living.toMutableJSON() as SubmissionDoc, now)
    return { kind: 'edit', submissionId: submission.id }
  }
  const draft = await startDraft(db, {
    formId: submission.form_id,
    formName: submission.formName,
    definitionHash: submission.definition_hash,
    clientKey: newClientKey(),
    now,
  })
  const { latitude, longitude, accuracy } = submission
  await keepDraft(db, draft.id, { latitude, longitude, accuracy }, now)
  await keepAnswers(db, draft.id, submission.answers, now)
  const kept = entry.file_ids.filter(id => !removed.includes(id))
  await moveFiles(db, kept, draft.id)
  return { kind: 'draft', formId: submission.form_id, draftId: draft.id }
}

/** The answers that operations set and clear, by answer key; '' where cleared. */
const editedAnswers = (operations: readonly Operations[]): Readonly<Record<string, Answer>> => {
  const answers: Record<string, Answer> = {}
  const updates = operations.flat().flatMap(({ body }) => body)
  for (const { ifMatch } of updates) {
    for (const [path, value] of Object.entries(ifMatch?.$set ?? {})) {
      if (path.startsWith('answers.')) answers[path.slice('answers.'.length)] = value as Answer
    }
    for (const path of Object.keys(ifMatch?.$unset ?? {})) {
      if (path.startsWith('answers.')) answers[path.slice('answers.'.length)] = ''
    }
  }
  return answers
}
