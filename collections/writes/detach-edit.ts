import type { Database } from '../database.ts'
import { withoutAddresses } from '../file-answers.ts'
import { editDraftId, keyFrom } from '../ids.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { planAnswers, planFilesAsNew, reserveTempId } from './write-interview.ts'

/**
 * Plans to turn an edit whose submission disappears into an unfinished interview of its own, with all answers and files
 * of the submission and of the edit, and with an id and a key that no server has seen. Returns whether there is an edit.
 */
export const planDetaching = async (
  transaction: Transaction,
  db: Database,
  { id, files, answers }: SubmissionDoc,
  now: number,
): Promise<boolean> => {
  const draft = await transaction.read(db.drafts, editDraftId(id))
  if (draft === null || draft.submission_id === '') return false
  const ownFiles = files.filter(({ removed }) => removed !== true).map(file => file.id)
  await planAnswers(transaction, db, draft.id, withoutAddresses(answers, files), now)
  await planFilesAsNew(transaction, db, ownFiles, draft.id)
  await planOwn(transaction, db, draft.id, now)
  return true
}

/** Plans to turn a draft into one of a new interview, with an id and a key that no server has seen. */
export const planOwn = async (
  transaction: Transaction,
  db: Database,
  draftId: string,
  now: number,
): Promise<DraftDoc | null> => {
  const draft = await transaction.read(db.drafts, draftId)
  if (draft === null || (draft.submission_id === '' && (draft.arrived_as ?? '') === '')) {
    return draft
  }
  const submit_as = await reserveTempId(transaction, db, now)
  const client_key = await keyFrom(`${draftId}|${submit_as}`)
  const fields = { submission_id: '', arrived_as: '', submit_as, client_key }
  await transaction.patch(db.drafts, draftId, fields)
  return { ...draft, ...fields }
}

/** Turns a draft into one of a new interview, with an id and a key that no server has seen. */
export const makeOwn = (db: Database, draftId: string, now: number): Promise<DraftDoc | null> =>
  transact(transaction => planOwn(transaction, db, draftId, now))
