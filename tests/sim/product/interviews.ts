import { startEditDraft } from '../../../collections/writes/write-work.ts'
import type { Database } from '../../../collections/database.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import {
  answerKey,
  fieldOfAnswerKey,
  isMark,
  marked,
  replyMark,
  takenFileMark,
  takenFileOf,
} from '../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { keepAnswer, startDraft } from '../../../collections/writes/write-interview.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { planEdit } from '../../../collections/writes/write-submission.ts'
import { planQueueing } from '../../../replication/outbox/queue.ts'
import { submitInterview, type SubmitParts } from '../../../replication/submit.ts'
import { readAnswers, readFiles } from '../../../src/features/fill/interview/follow-draft.ts'
import { theDraft } from '../../drafts.ts'
import { fieldType, type SimFile, type SimPlace } from '../world/content.ts'
import { ageField, nameField, type Member } from '../world/members.ts'
import type { Workspace } from './app.ts'

/** The fill screen's work on the database, without a screen. */

/** A surveyor's change of a submission; null clears an answer. */
export interface Change {
  readonly answers: Readonly<Record<string, Answer | null>>
  readonly add: readonly SimFile[]
  /** Ids of the files to remove. */
  readonly remove: readonly string[]
}

/** The outcome of submitting a draft, and the id of the interview afterwards. */
export interface SubmittedDraft {
  readonly outcome: string
  readonly id: string
}

const attach = async (
  { db, env }: Pick<Workspace, 'db' | 'env'>,
  draftId: string,
  files: readonly SimFile[],
): Promise<void> => {
  for (const { id, field, name, bytes, sha256 } of files) {
    const isImage = fieldType(field) === 'IMAGE'
    const doc: FileUploadDoc = {
      id,
      submission_id: draftId,
      field_id: field,
      field_name: field,
      field_type: isImage ? 'IMAGE' : 'FILE',
      occurrence: 0,
      file_name: name,
      file_type: isImage ? 'image/jpeg' : 'application/pdf',
      file_size: bytes.length,
      sha256,
      sync_status: 'pending',
      created_at: env.clock.now(),
      synced_at: 0,
    }
    await attachFile(db, doc, new Blob([bytes], { type: doc.file_type }))
  }
}

/**
 * Fills in an interview and leaves it as a draft; null when its form is not on the device. An old one has no key,
 * as from an early version.
 */
export const fillIn = async (
  { db, env }: Workspace,
  formId: string,
  answers: Readonly<Record<string, Answer>>,
  files: readonly SimFile[],
  isOld = false,
): Promise<string | null> => {
  const form = await db.forms.findOne(formId).exec()
  if (form === null) return null
  const draft = await startDraft(db, {
    formId,
    formName: form.title,
    definitionHash: form.definition_hash,
    clientKey: isOld ? '' : env.uuid(),
    now: env.clock.now(),
  })
  for (const [fieldId, value] of Object.entries(answers)) {
    await keepAnswer(db, draft.id, fieldId, value, env.clock.now())
  }
  await attach({ db, env }, draft.id, files)
  return draft.id
}

const findSubmission = async (db: Database, id: string): Promise<SubmissionDoc | null> => {
  const doc = await db.submissions.findOne(id).exec()
  return doc === null || doc.hidden === 1 ? null : (doc.toMutableJSON() as SubmissionDoc)
}

/** Starts the edit of a submission and leaves it open; null when there is none. */
export const openEdit = async (
  { db, env }: Workspace,
  id: string,
  { answers, add }: Change,
): Promise<string | null> => {
  const submission = await findSubmission(db, id)
  if (submission === null) return null
  const draft = await startEditDraft(db, submission, env.clock.now())
  for (const [fieldId, value] of Object.entries(answers)) {
    await keepAnswer(db, draft.id, fieldId, value ?? '', env.clock.now())
  }
  await attach({ db, env }, draft.id, add)
  return draft.id
}

/** Edits a submission at once; false when there is none. */
export const changeAnswers = async (
  parts: Workspace,
  id: string,
  change: Change,
): Promise<boolean> => {
  const { db } = parts
  const submission = await findSubmission(db, id)
  if (submission === null) return false
  const isPlain = change.add.length === 0 && change.remove.length === 0
  if (!isPlain) {
    const draftId = await openEdit(parts, id, change)
    if (draftId === null) return false
    await submitDraft(parts, draftId, undefined, change.remove)
    return true
  }
  const files = await readFiles(db, id, submission)
  const answers = withChange(submission.answers, change.answers)
  return keepEdit(parts, id, answers, files)
}

/** Edits a submission and queues that, as Submit does without a network. */
const keepEdit = (
  { db, env }: Workspace,
  id: string,
  answers: Readonly<Record<string, Answer>>,
  files: readonly FileUploadDoc[],
): Promise<boolean> =>
  transact(async transaction => {
    const now = env.clock.now()
    const isEdited = await planEdit(transaction, db, id, answers, files, now)
    if (isEdited) await planQueueing(transaction, db, id, now, { mayGo: false })
    return isEdited
  })

/** Adds a member to a submission, or changes the age of the one with this name; false when there is no submission. */
export const keepMember = async (
  parts: Workspace,
  id: string,
  { name, age }: Member,
): Promise<boolean> => {
  const { db } = parts
  const submission = await findSubmission(db, id)
  if (submission === null) return false
  const numbers = Object.keys(submission.answers)
    .map(fieldOfAnswerKey)
    .filter(({ fieldId }) => fieldId === nameField)
    .map(({ occurrence }) => occurrence)
  const known = numbers.find(number => submission.answers[answerKey(nameField, number)] === name)
  const number = known ?? 1 + Math.max(-1, ...numbers)
  const answers = {
    ...submission.answers,
    [answerKey(nameField, number)]: name,
    [answerKey(ageField, number)]: age,
  }
  const files = await readFiles(db, id, submission)
  return keepEdit(parts, id, answers, files)
}

/** A surveyor's reply to a comment, and the version of the review that was on the screen. */
export interface SimReply {
  readonly to: string
  readonly text: string
  readonly seen: number
}

/** Replies to a comment in an edit, and submits that; false when there is no submission. */
export const answerReview = async (
  parts: Workspace,
  id: string,
  answers: Change['answers'],
  { to, text, seen }: SimReply,
): Promise<boolean> => {
  const draftId = await openEdit(parts, id, { answers, add: [], remove: [] })
  if (draftId === null) return false
  await keepAnswer(parts.db, draftId, replyMark(to), text, parts.env.clock.now())
  await submitDraft(parts, draftId, undefined, [], seen)
  return true
}

const withChange = (
  answers: Readonly<Record<string, Answer>>,
  changes: Readonly<Record<string, Answer | null>>,
): Record<string, Answer> => {
  const changed: Record<string, Answer> = { ...answers }
  for (const [fieldId, value] of Object.entries(changes)) {
    if (value === null || value.length === 0) delete changed[answerKey(fieldId)]
    else changed[answerKey(fieldId)] = value
  }
  return changed
}

/** Presses Submit on a draft with all its stored contents, without removed files. */
export const submitDraft = async (
  parts: SubmitParts & { readonly db: Database },
  draftId: string,
  place?: SimPlace,
  removed: readonly string[] = [],
  corrects?: number,
): Promise<SubmittedDraft> => {
  const { db } = parts
  const draft = await theDraft(db, draftId)
  const edited = draft.submission_id === '' ? null : await findSubmission(db, draft.submission_id)
  for (const fileId of removed) {
    await keepAnswer(db, draftId, takenFileMark(fileId), marked, parts.env.clock.now())
  }
  const read = await readAnswers(db, draftId)
  const given = read
    .filter(({ question_id }) => !isMark(question_id))
    .map(({ question_id, value }) => [question_id, value.length === 0 ? null : value] as const)
  const taken = read.map(({ question_id }) => takenFileOf(question_id))
  const files = await readFiles(db, draftId, edited)
  const outcome = await submitInterview(parts, draft, {
    answers: withChange(edited?.answers ?? {}, Object.fromEntries(given)),
    files: [...new Map(files.map(file => [file.id, file])).values()].filter(
      ({ id }) => !taken.includes(id),
    ),
    read,
    ...(corrects === undefined ? {} : { corrects }),
    place: place ?? draft,
    address: '',
    city: '',
  })
  return { outcome, id: draft.id }
}
