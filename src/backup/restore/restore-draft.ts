import type { Database } from '../../../collections/database.ts'
import type { DraftDoc } from '../../../collections/schemas/drafts.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import {
  answerKey,
  editDraftId,
  isMark,
  responseId,
  takenFileMark,
  takenFileOf,
} from '../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { sentFileId } from '../../../replication/rows/listed-files.ts'
import { storedDocument } from '../../../collections/interview/logged.ts'
import type { BackupRecord } from '../records.ts'
import { isNewer } from './newer-here.ts'
import type { OlderWork } from './restore-older.ts'
import type { RestoreStep } from './restore-submission.ts'
import { byServerId } from './same-interview.ts'

type DraftRecord = Extract<BackupRecord, { readonly type: 'draft' }>

/** A draft of a backup, under the id that it has on this device. */
export interface DraftPlan {
  readonly draft: DraftDoc
  readonly answers: readonly FormResponseDoc[]
  /** Whether the device already has the draft, perhaps with other answers. */
  readonly isKnown: boolean
}

/** An edit that may be older than its submission here; its files follow in the backup. */
interface OlderDraft {
  readonly older: Omit<OlderWork, 'files'>
}

/**
 * Plans a draft without writing; null when the interview was submitted meanwhile. `rowIds` returns the rows here by the
 * keys of their interviews.
 */
export const planDraft = async (
  db: Database,
  record: DraftRecord,
  rowIds: () => Promise<ReadonlyMap<string, string>>,
): Promise<DraftPlan | OlderDraft | null> => {
  const { doc, answers, server_id } = record
  if (doc.submission_id !== '') return planEdit(db, record)
  const stored = await storedDocument(db.submissions, doc.id)
  if (stored !== null && (!stored._deleted || stored.server_id !== '')) return null
  if ((await byServerId(db, server_id)) !== null) return null
  const isKnown = (await db.drafts.findOne(doc.id).exec()) !== null
  const rowId = isKnown ? undefined : (await rowIds()).get(doc.client_key)
  if (rowId === undefined) return { draft: doc, answers, isKnown }
  // One that was sent before it was opened again may be later than its row, and edits it.
  return doc.sent_before === undefined
    ? null
    : { draft: { ...doc, arrived_as: rowId }, answers, isKnown }
}

/** The edited submission may be known only by the server's id. */
const planEdit = async (
  db: Database,
  { doc, answers, server_id, edited }: DraftRecord,
): Promise<DraftPlan | OlderDraft> => {
  const own = await db.submissions.findOne(doc.submission_id).exec()
  // Another interview may have the same temporary id here.
  const isOwn = own !== null && (server_id === '' || [server_id, ''].includes(own.server_id))
  const known = isOwn ? (own.toMutableJSON() as SubmissionDoc) : await byServerId(db, server_id)
  // A submission that was not fetched yet will arrive under the server's id.
  const submissionId = known?.id ?? (server_id || doc.submission_id)
  const id = editDraftId(submissionId)
  const kept = [...answers, ...(await marksByBytes(answers, edited, known))].map(answer => ({
    ...answer,
    id: responseId(id, answer.question_id, answer.occurrence),
    submission_id: id,
  }))
  const lacking = await laterThanHere(db, kept)
  if (known !== null && (await isOlder(db, known, edited, lacking))) {
    const newest = Math.max(0, ...lacking.map(({ updated_at }) => updated_at))
    return { older: { id: `${id}|${newest}`, known, answers: givenIn(lacking) } }
  }
  const isKnown = (await db.drafts.findOne(id).exec()) !== null
  return { draft: { ...doc, id, submission_id: submissionId }, answers: kept, isKnown }
}

/** Marks of taken-out files that this device knows only by their addresses. */
const marksByBytes = async (
  answers: Responses,
  edited: SubmissionDoc | undefined,
  known: SubmissionDoc | null,
): Promise<Responses> => {
  const marks: FormResponseDoc[] = []
  for (const answer of answers) {
    const fileId = takenFileOf(answer.question_id)
    const file = edited?.files.find(({ id }) => id === fileId)
    const isHere = known?.files.some(({ id }) => id === fileId) ?? false
    if (file?.sha256 === undefined || isHere) continue
    marks.push({ ...answer, question_id: takenFileMark(await sentFileId(file, file.sha256)) })
  }
  return marks
}

type Responses = readonly FormResponseDoc[]

/** The answers that an open edit on this device does not have, or has in an older form. */
const laterThanHere = async (db: Database, answers: Responses): Promise<Responses> => {
  const here = await db.form_responses.findByIds(answers.map(({ id }) => id)).exec()
  return answers.filter(({ id, updated_at }) => (here.get(id)?.updated_at ?? -1) < updated_at)
}

/**
 * Whether a submission here may be newer than an edit of it. A backup does not have the submission (`edited`) when its
 * phone had not fetched it, so there the times decide.
 */
const isOlder = async (
  db: Database,
  known: SubmissionDoc,
  edited: SubmissionDoc | undefined,
  answers: Responses,
): Promise<boolean> => {
  if (known.server_id === '') return false
  const newest = Math.max(0, ...answers.map(({ updated_at }) => updated_at))
  if (edited === undefined) return !(Date.parse(known.updated_at) <= newest)
  return isNewer(db, known, edited, new Set(givenIn(answers).keys()), newest)
}

const givenIn = (answers: Responses): ReadonlyMap<string, Answer | null> =>
  new Map(
    answers
      .filter(({ question_id }) => !isMark(question_id))
      .map(({ question_id, occurrence, value }) => [
        answerKey(question_id, occurrence),
        value.length === 0 ? null : value,
      ]),
  )

/** Plans to restore a draft. Of two answers to one field the later wins. */
export const planDraftInsertion = async (
  { transaction, db }: RestoreStep,
  { draft, answers, isKnown }: DraftPlan,
): Promise<void> => {
  // It may have ended while the files of the backup were written.
  const isHere = (await transaction.read(db.drafts, draft.id)) !== null
  const isSubmitted = (await transaction.read(db.submissions, draft.id)) !== null
  if (!isHere && (isKnown || isSubmitted)) return
  await transaction.ahead(
    db.form_responses,
    answers.map(({ id }) => id),
  )
  for (const answer of answers) {
    const known = await transaction.read(db.form_responses, answer.id)
    if (known === null || known.updated_at < answer.updated_at) {
      await transaction.put(db.form_responses, answer)
    }
  }
  await transaction.insert(db.drafts, draft)
}
