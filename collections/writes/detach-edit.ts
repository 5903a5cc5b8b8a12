import type { Database } from '../database.ts'
import { withoutAddresses } from '../file-answers.ts'
import { keyFrom } from '../ids.ts'
import type { NextLog } from '../interview/logged.ts'
import type { Transaction } from '../one-database/transaction.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { asOpen, editOf, planAnswers, planFilesAsNew, takenMarks } from './write-interview.ts'

/**
 * The log of an interview that goes on as an unfinished one, because its row disappears while an edit of it is open. Plans
 * all of its answers and files as the edit's, and gives it a key that no server has seen.
 */
export const planDetaching = async (
  transaction: Transaction,
  db: Database,
  stored: SubmissionDoc,
  now: number,
): Promise<NextLog<SubmissionDoc>> => {
  const { id, files, answers, client_key, former_keys = [] } = stored
  const kept = files.filter(({ removed }) => removed !== true).map(file => file.id)
  const given = withoutAddresses(answers, files)
  await planAnswers(transaction, db, id, { ...given, ...takenMarks(files) }, now)
  await planFilesAsNew(transaction, db, kept, id)
  const { sent_before: _, ...work } = stored.work ?? editOf(stored, now)
  const own = {
    client_key: await keyFrom(`${id}|${client_key}|${now}`),
    ...(client_key === '' ? {} : { former_keys: [...former_keys, client_key] }),
  }
  return {
    base: asOpen({ ...stored, ...own }),
    pending: [],
    local: { work: { ...work, isWhole: true, isDetached: true }, copies: undefined },
  }
}
