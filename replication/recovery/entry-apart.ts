import { submittedIn } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import { answerKey } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import {
  baseFields,
  canonical,
  pendingOperations,
  withoutOwnFields,
} from '../../collections/operation-log.ts'
import { answersOf } from '../../collections/queries.ts'
import {
  entryIn,
  payloadOf,
  planPayload,
  type EntryKey,
  type RecoveryEntry,
} from '../../collections/interview/refusals.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { readFieldKinds } from '../rows/field-kinds.ts'
import { planMoves } from '../occurrences/keep-apart.ts'
import { documentOf } from '../../collections/interview/logged.ts'

/**
 * An entry as it returns. While its edit was in Recovery, the row may have got another occurrence under the number of one
 * that the edit adds, from another phone or from this one. The edit's own then get other numbers.
 */
export const entryApart = async (
  transaction: Transaction,
  db: Database,
  entry: RecoveryEntry,
): Promise<RecoveryEntry> => {
  const { submission } = payloadOf(entry)
  if (submission === null || entry.kind !== 'edit') return entry
  const living = await submittedIn(transaction, db, submission.id)
  const base = baseFields<SubmissionDoc>(submission.crdts)
  const row = living === null ? null : baseFields<SubmissionDoc>(living.crdts)
  if (living === null || base === null || row === null) return entry
  const edits = pendingOperations(submission.crdts)
  const pending = new Set(pendingOperations(living.crdts).map(canonical))
  if (edits.some(edit => pending.has(canonical(edit)))) return entry
  const taken = { ...living.answers, ...(await openAnswers(transaction, db, submission.id)) }
  const kinds = await readFieldKinds(db, submission.form_id)
  const [before, after] = [contentsOf(base), contentsOf(row)]
  const parts = { before, after, taken, formId: submission.form_id, kinds }
  const moved = await planMoves(transaction, db, edits, parts)
  if (moved === edits) return entry
  const changed = withoutOwnFields(await documentOf(db.submissions, { base, pending: moved }))
  return { ...entry, payload: { ...entry.payload, submission: changed } }
}

/** Stores an entry as it returns, before it is opened for editing. */
export const keepEntryApart = (db: Database, key: EntryKey): Promise<void> =>
  transact(async transaction => {
    const entry = await entryIn(transaction, db, key)
    if (entry === null) return
    const { payload } = await entryApart(transaction, db, entry)
    if (payload !== entry.payload) await planPayload(transaction, db, key, payload)
  })

const contentsOf = ({ answers = {}, files = [] }: Partial<SubmissionDoc>) => ({ answers, files })

/** The answers of a submission's open edit by answer key. */
const openAnswers = async (
  transaction: Transaction,
  db: Database,
  id: string,
): Promise<SubmissionDoc['answers']> => {
  const docs = await transaction.find(db.form_responses, answersOf(id))
  return Object.fromEntries(
    docs.map(({ question_id, occurrence, value }) => [answerKey(question_id, occurrence), value]),
  )
}
