import type { RxCollection } from 'rxdb'
import type { Database } from '../database.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import { editDraftId, fieldOfAnswerKey, responseId, tempId } from '../ids.ts'
import { answersOf, unfinishedInterviews } from '../queries.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import { newestOf } from '../schemas/schema.ts'
import type { Answer, SubmissionDoc } from '../schemas/submissions.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { upsert } from '../one-database/upsert.ts'

/** Every write while an interview is being filled in. Times and ids are arguments. */

/** What an interview begins with. */
export interface NewInterview {
  readonly formId: string
  readonly formName: string
  readonly definitionHash: string
  /** A UUID. */
  readonly clientKey: string
  /** Epoch ms. */
  readonly now: number
}

/** Starts an interview. Its id is the next free millisecond of this device. */
export const startDraft = async (db: Database, interview: NewInterview): Promise<DraftDoc> => {
  for (let from = interview.now; ; from += 1) {
    const id = await freeTempId(db, from)
    const draft: DraftDoc = {
      id,
      client_key: interview.clientKey,
      form_id: interview.formId,
      formName: interview.formName,
      definition_hash: interview.definitionHash,
      submission_id: '',
      created_at: new Date(interview.now).toISOString(),
      updated_at: interview.now,
      latitude: null,
      longitude: null,
      accuracy: null,
      scroll: 0,
      newest: newestOf(interview.now),
    }
    const { error } = await db.drafts.bulkInsert([draft])
    if (error.length > 0) continue
    // While this tab was suspended during the insert, another tab may have started an interview with this id and
    // submitted it.
    if (!(await wasSubmitted(db, id))) return draft
    await (await db.drafts.findOne(id).exec())?.remove()
  }
}

/** The next free id of an interview, from a time in epoch ms on. */
export const freeTempId = async (db: Database, from: number): Promise<string> => {
  let time = from
  while (await wasUsed(db, tempId(time))) time += 1
  return tempId(time)
}

/** The next free id, which another tab cannot take before the transaction is written. */
export const reserveTempId = async (
  transaction: Transaction,
  db: Database,
  from: number,
): Promise<string> => {
  const drafts = await transaction.find(db.drafts, unfinishedInterviews(undefined, 10_000))
  const reserved = new Set(drafts.map(({ submit_as }) => submit_as))
  for (let time = from; ; time += 1) {
    const id = tempId(time)
    const known = [
      await transaction.stored(db.drafts, id),
      await transaction.stored(db.submissions, id),
    ]
    if (!reserved.has(id) && known.every(doc => doc === null)) return id
  }
}

/** Whether an id was ever used for an interview on this device. A removed one may still be known to the server. */
const wasUsed = async (db: Database, id: string): Promise<boolean> =>
  (await isStored([db.drafts], id)) || (await wasSubmitted(db, id)) || isReserved(db, id)

/** Whether an id is reserved for an edit that lost its submission. */
const isReserved = async (db: Database, id: string): Promise<boolean> => {
  const drafts = await unfinishedInterviews(undefined, 10_000).build(db.drafts).exec()
  return drafts.some(draft => draft.submit_as === id)
}

const wasSubmitted = (db: Database, id: string): Promise<boolean> => isStored([db.submissions], id)

const isStored = async (collections: readonly unknown[], id: string): Promise<boolean> => {
  const found = await Promise.all(
    collections.map(collection =>
      (collection as RxCollection).storageInstance.findDocumentsById([id], true),
    ),
  )
  return found.some(documents => documents.length > 0)
}

/** An unfinished interview with the form, the key and the place of a submission, without answers. */
export const draftOf = (submission: SubmissionDoc, now: number): DraftDoc => ({
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
})

/** The edit of a submission, without answers. */
export const editDraftOf = (submission: SubmissionDoc, now: number): DraftDoc => ({
  ...draftOf(submission, now),
  id: editDraftId(submission.id),
  client_key: '',
  submission_id: submission.id,
})

/** Starts the edit of a submission, or continues an existing one. */
export const startEditDraft = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<DraftDoc> => {
  const stored = await db.drafts.insertIfNotExists(editDraftOf(submission, now))
  return stored.toMutableJSON()
}

/** Saves one answer. */
export const keepAnswer = async (
  db: Database,
  draftId: string,
  fieldId: string,
  value: Answer,
  now: number,
  occurrence = 0,
): Promise<void> => {
  await upsert(db.form_responses, {
    id: responseId(draftId, fieldId, occurrence),
    submission_id: draftId,
    question_id: fieldId,
    occurrence,
    value,
    updated_at: now,
  })
}

/** Answers, by answer key, as an unfinished interview stores them. */
export const toResponses = (
  interviewId: string,
  answers: Readonly<Record<string, Answer>>,
  now: number,
): readonly FormResponseDoc[] =>
  Object.entries(answers).map(([key, value]) => {
    const { fieldId, occurrence } = fieldOfAnswerKey(key)
    return {
      id: responseId(interviewId, fieldId, occurrence),
      submission_id: interviewId,
      question_id: fieldId,
      occurrence,
      value,
      updated_at: now,
    }
  })

/** Plans answers as live ones. An answer typed meanwhile under the same id is newer, and stays. */
export const planAnswers = async (
  transaction: Transaction,
  db: Pick<Database, 'form_responses'>,
  interviewId: string,
  answers: Readonly<Record<string, Answer>>,
  now: number,
): Promise<void> => {
  const responses = toResponses(interviewId, answers, now)
  await transaction.ahead(
    db.form_responses,
    responses.map(({ id }) => id),
  )
  for (const response of responses) await transaction.insert(db.form_responses, response)
}

/** Writes answers as live ones. An answer typed meanwhile under the same id is newer, and stays. */
export const keepAnswers = (
  db: Pick<Database, 'form_responses'>,
  interviewId: string,
  answers: Readonly<Record<string, Answer>>,
  now: number,
): Promise<void> => transact(transaction => planAnswers(transaction, db, interviewId, answers, now))

/** Saves fields of an unfinished interview other than its answers. A removed draft stays removed. */
export const keepDraft = async (
  db: Database,
  draftId: string,
  patch: Partial<Pick<DraftDoc, 'latitude' | 'longitude' | 'accuracy' | 'scroll'>>,
  now: number,
): Promise<void> => {
  const draft = await db.drafts.findOne(draftId).exec()
  await draft?.incrementalPatch({ ...patch, updated_at: now, newest: newestOf(now) })
}

/**
 * Moves an unfinished interview to another version of its form. Its answers stay unchanged, and are also stored under the
 * ids that they have in that version.
 */
export const moveDraft = (
  db: Database,
  draftId: string,
  definitionHash: string,
  movedIds: readonly (readonly [older: string, newer: string])[] = [],
): Promise<void> =>
  transact(async transaction => {
    const answers = await transaction.find(db.form_responses, answersOf(draftId))
    for (const answer of answers) {
      for (const [older, newer] of movedIds) {
        if (older !== answer.question_id) continue
        await transaction.put(db.form_responses, {
          ...answer,
          id: responseId(draftId, newer, answer.occurrence),
          question_id: newer,
        })
      }
    }
    await transaction.patch(db.drafts, draftId, { definition_hash: definitionHash })
  })

/** Plans to give files to an interview, to be sent with it as new ones. */
export const planFilesAsNew = async (
  transaction: Transaction,
  db: Database,
  fileIds: readonly string[],
  interviewId: string,
): Promise<void> => {
  for (const id of fileIds) {
    const moved = { submission_id: interviewId, sync_status: 'pending', synced_at: 0 } as const
    await transaction.patch(db.file_uploads, id, moved)
  }
}
