import type { Database } from '../database.ts'
import { transact } from '../one-database/transaction.ts'
import { planOpen } from '../writes/write-interview.ts'
import { isTempId, responseId } from '../ids.ts'
import { textOf, timeOf, toAnswer, type OldDocument } from './ledger-changes.ts'
import { moveToRecovery } from './move-to-recovery.ts'

/** What adoptInterviews needs. */
export interface AdoptParts {
  readonly db: Database
  /** Epoch ms. */
  readonly now: number
  /** A random UUID. */
  readonly uuid: () => string
}

/**
 * Gives a document to each interview that was never submitted and has answers or files: earlier versions had none of
 * such interviews. The surveyor then finds it among the unfinished interviews. Where the form cannot be determined,
 * the interview moves to Recovery.
 */
export const adoptInterviews = async (
  { db, now, uuid }: AdoptParts,
  answers: readonly OldDocument[],
  files: readonly OldDocument[],
): Promise<void> => {
  const interviews = new Map<string, { answers: OldDocument[]; files: OldDocument[] }>()
  const of = (row: OldDocument) => {
    const id = textOf(row['submission_id'])
    const known = interviews.get(id) ?? { answers: [], files: [] }
    interviews.set(id, known)
    return known
  }
  for (const answer of answers) of(answer).answers.push(answer)
  for (const file of files) if (file['sync_status'] !== 'synced') of(file).files.push(file)
  for (const id of await unknownOf(db, [...interviews.keys()])) {
    const found = interviews.get(id) ?? { answers: [], files: [] }
    const fieldIds = [
      ...found.answers.map(answer => textOf(answer['question_id'])),
      ...found.files.map(file => textOf(file['field_id'] ?? file['field_name'])),
    ]
    const formId = isTempId(id) ? await formOf(db, fieldIds) : null
    if (formId === null) await interviewToRecovery(db, id, found.answers, found.files, now)
    else await adopt(db, id, formId, found.answers, now, uuid())
  }
}

/** Moves an interview of an unknown form to Recovery, where the surveyor decides. */
const interviewToRecovery = async (
  db: Database,
  id: string,
  answers: readonly OldDocument[],
  files: readonly OldDocument[],
  now: number,
): Promise<void> => {
  const fileIds = files.map(file => textOf(file['id']))
  const rows = { id, answers }
  await moveToRecovery(db, 'form_responses', rows, 'The form is not known', now, fileIds)
  for (const doc of (await db.file_uploads.findByIds(fileIds).exec()).values()) {
    await doc.incrementalPatch({ sync_status: 'recovery' })
  }
}

/** The interviews without a document. Deleted ones count as known. */
const unknownOf = async (db: Database, ids: readonly string[]): Promise<readonly string[]> => {
  const known = new Set<string>()
  const found = await db.submissions.storageInstance.findDocumentsById([...ids], true)
  for (const { id } of found) known.add(id)
  return ids.filter(id => !known.has(id))
}

/** The form that the answered fields belong to. */
const formOf = async (db: Database, fieldIds: readonly string[]): Promise<string | null> => {
  const [question] = await db.form_questions.storageInstance.findDocumentsById(
    [...new Set(fieldIds)],
    false,
  )
  return question?.form_id ?? null
}

const unbegun = {
  isWhole: true,
  isDetached: false,
  latitude: null,
  longitude: null,
  accuracy: null,
  scroll: 0,
} as const

const adopt = async (
  db: Database,
  id: string,
  formId: string,
  answers: readonly OldDocument[],
  now: number,
  clientKey: string,
): Promise<void> => {
  const form = await db.forms.findOne(formId).exec()
  const begunAt = timeOf(Number.parseInt(id.slice('temp_'.length), 10)) || now
  await db.form_responses.bulkUpsert(
    answers.map(answer => ({
      id: responseId(id, textOf(answer['question_id'])),
      submission_id: id,
      question_id: textOf(answer['question_id']),
      occurrence: 0,
      value: toAnswer(answer['value']) ?? '',
      updated_at: timeOf(answer['updated_at']) || begunAt,
    })),
  )
  // Earlier ids may differ, and each field has one answer only.
  await db.form_responses.bulkRemove(
    answers
      .filter(answer => textOf(answer['id']) !== responseId(id, textOf(answer['question_id'])))
      .map(answer => textOf(answer['id'])),
  )
  // The interview comes last because after a crash the search starts with those that have no document.
  const created_at = new Date(begunAt).toISOString()
  const definition_hash = `legacy:${formId}`
  const of = { id, client_key: clientKey, form_id: formId, formName: form?.title ?? '', created_at }
  await transact(transaction =>
    planOpen(
      transaction,
      db,
      { ...of, definition_hash },
      { ...unbegun, definition_hash, created_at, updated_at: begunAt },
    ),
  )
}
