import type { Database } from '../database.ts'
import { answerKey, fieldOfAnswerKey, marked, responseId, takenFileMark, tempId } from '../ids.ts'
import type { DraftDoc } from '../interview/drafts.ts'
import { withNotes } from '../interview/logged.ts'
import { locatedAfter } from '../interview/located-after.ts'
import type { InterviewEvent } from '../interview/machine.ts'
import { planMove } from '../interview/plan-move.ts'
import { answersOf } from '../queries.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import { newestOf } from '../schemas/schema.ts'
import {
  attentionTo,
  hiddenBy,
  type Answer,
  type ManifestFile,
  type SubmissionDoc,
  type SubmissionFields,
  type Work,
} from '../schemas/submissions.ts'
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

/** The base of an interview that is being filled in: what it was submitted with is in its answers and files. */
export const asOpen = (
  of: Pick<SubmissionDoc, 'id' | 'client_key' | 'form_id' | 'formName' | 'created_at'> &
    Partial<Pick<SubmissionDoc, 'former_keys' | 'definition_hash'>>,
): SubmissionFields => ({
  id: of.id,
  client_key: of.client_key,
  ...(of.former_keys === undefined ? {} : { former_keys: of.former_keys }),
  server_id: '',
  form_id: of.form_id,
  formName: of.formName,
  definition_hash: of.definition_hash ?? '',
  latitude: null,
  longitude: null,
  accuracy: null,
  address: '',
  city: '',
  created_at: of.created_at,
  updated_at: of.created_at,
  submittedAt: '',
  syncStatus: 'pending',
  answers: {},
  files: [],
  files_pending: 0,
  rev: '',
  history: [],
  state: 'open',
  hidden: hiddenBy.filling,
  attention: attentionTo.nothing,
  correction: 0,
  newest: newestOf(of.created_at),
})

/** The edit of a submission, without answers. */
export const editOf = (submission: SubmissionDoc, now: number): Work => ({
  isWhole: false,
  isDetached: false,
  definition_hash: submission.definition_hash,
  created_at: submission.created_at,
  updated_at: now,
  latitude: submission.latitude,
  longitude: submission.longitude,
  accuracy: submission.accuracy,
  ...locatedAfter(submission),
  scroll: 0,
})

/** Reads of the answers what makes a write no more durable than they are (one-database/connection.ts). */
const asDurableAsAnswers = (
  transaction: Transaction,
  db: Pick<Database, 'form_responses'>,
  id: string,
) => transaction.ahead(db.form_responses, [responseId(id, '')])

/** Plans an interview that is being filled in, without answers, under an id that has no document. */
export const planOpen = (
  transaction: Transaction,
  db: Database,
  of: Parameters<typeof asOpen>[0],
  work: Work,
): Promise<boolean> =>
  planMove(transaction, db, of.id, 'worked', stored =>
    stored === null || stored._deleted ? { base: asOpen(of), pending: [], local: { work } } : null,
  )

/** Starts an interview. Its id is the next free millisecond of this device. */
export const startDraft = async (db: Database, interview: NewInterview): Promise<DraftDoc> => {
  const { formId: form_id, formName, definitionHash: definition_hash, now } = interview
  const created_at = new Date(now).toISOString()
  const work: Work = {
    isWhole: true,
    isDetached: false,
    definition_hash,
    created_at,
    updated_at: now,
    latitude: null,
    longitude: null,
    accuracy: null,
    scroll: 0,
  }
  return transact(async transaction => {
    const id = await reserveTempId(transaction, db, now)
    await asDurableAsAnswers(transaction, db, id)
    const of = { id, client_key: interview.clientKey, form_id, formName, definition_hash }
    await planOpen(transaction, db, { ...of, created_at }, work)
    const { isWhole: _, ...draft } = work
    return { ...draft, id, client_key: interview.clientKey, form_id, formName, submission_id: '' }
  })
}

/** The next free id of an interview, from a time in epoch ms on. */
export const freeTempId = (db: Database, from: number): Promise<string> =>
  transact(transaction => reserveTempId(transaction, db, from))

/** The next free id, which another tab cannot take before the transaction is written. A removed one is not free. */
export const reserveTempId = async (
  transaction: Transaction,
  db: Database,
  from: number,
): Promise<string> => {
  for (let time = from; ; time += 1) {
    if ((await transaction.stored(db.submissions, tempId(time))) === null) return tempId(time)
  }
}

/** An answer of an unfinished interview as it is stored, given at the time `at`, epoch ms. */
export const toResponse = (
  interviewId: string,
  { fieldId, occurrence }: { readonly fieldId: string; readonly occurrence: number },
  value: Answer,
  at: number,
): FormResponseDoc => ({
  id: responseId(interviewId, fieldId, occurrence),
  submission_id: interviewId,
  question_id: fieldId,
  occurrence,
  value,
  updated_at: at,
})

/** Saves one answer. */
export const keepAnswer = async (
  db: Database,
  draftId: string,
  fieldId: string,
  value: Answer,
  now: number,
  occurrence = 0,
): Promise<void> => {
  await upsert(db.form_responses, toResponse(draftId, { fieldId, occurrence }, value, now))
}

/** Answers, by answer key, as an unfinished interview stores them. */
export const toResponses = (
  interviewId: string,
  answers: Readonly<Record<string, Answer>>,
  now: number,
): readonly FormResponseDoc[] =>
  Object.entries(answers).map(([key, value]) =>
    toResponse(interviewId, fieldOfAnswerKey(key), value, now),
  )

/** A live answer as another interview stores it. */
export const answerUnder = (interviewId: string, answer: FormResponseDoc): FormResponseDoc => ({
  ...answer,
  id: responseId(interviewId, answer.question_id, answer.occurrence),
  submission_id: interviewId,
})

/** The marks of files that an edit had taken out, because they are among the interview's files still. */
export const takenMarks = (files: readonly ManifestFile[]): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    files
      .filter(({ removed }) => removed === true)
      .map(({ id }) => [answerKey(takenFileMark(id)), marked]),
  )

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

/** Saves fields of an unfinished interview other than its answers. One that ended stays ended. */
export const keepDraft = (
  db: Database,
  draftId: string,
  patch: Partial<Pick<Work, 'latitude' | 'longitude' | 'accuracy' | 'located_after' | 'scroll'>>,
  now: number,
): Promise<void> => changeWork(db, draftId, work => ({ ...work, ...patch, updated_at: now }))

/** Plans to change the work on an interview; undefined ends it, null leaves it as it is. */
export const planWork = (
  transaction: Transaction,
  db: Database,
  id: string,
  event: Extract<InterviewEvent, 'worked' | 'discarded'>,
  next: (stored: SubmissionDoc) => Work | null | undefined,
): Promise<boolean> =>
  planMove(transaction, db, id, event, stored => {
    const work = stored === null || stored._deleted ? null : next(stored)
    return stored === null || work === null ? null : withNotes(stored, { work })
  })

const changeWork = (
  db: Database,
  id: string,
  change: (work: Work) => Work,
  more: (transaction: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  transact(async transaction => {
    await asDurableAsAnswers(transaction, db, id)
    await more(transaction)
    await planWork(transaction, db, id, 'worked', ({ work }) =>
      work === undefined ? null : change(work),
    )
  })

/**
 * Moves an unfinished interview to another version of its form. Its answers stay unchanged, and are also stored under the
 * ids that they have in that version.
 */
export const moveDraft = (
  db: Database,
  draftId: string,
  definition_hash: string,
  movedIds: readonly (readonly [older: string, newer: string])[] = [],
): Promise<void> =>
  changeWork(
    db,
    draftId,
    work => ({ ...work, definition_hash }),
    async transaction => {
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
    },
  )

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
