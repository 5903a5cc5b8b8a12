import type { Database } from '../../collections/database.ts'
import { answerKey, editDraftId } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import {
  baseFields,
  canonical,
  pendingOperations,
  replay,
  toBase,
  withoutOwnFields,
} from '../../collections/operation-log.ts'
import { answersOf } from '../../collections/queries.ts'
import { payloadOf, type RecoveryDoc } from '../../collections/schemas/recovery.ts'
import { submissionsSchema, type SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { readFieldKinds } from '../rows/field-kinds.ts'
import { planMoves } from '../occurrences/keep-apart.ts'

/**
 * An entry as it returns. While its edit was in Recovery, the row may have got another occurrence under the number of one
 * that the edit adds, from another phone or from this one. The edit's own then get other numbers.
 */
export const entryApart = async (
  transaction: Transaction,
  db: Database,
  entry: RecoveryDoc,
): Promise<RecoveryDoc> => {
  const { submission } = payloadOf(entry)
  if (submission === null || entry.kind !== 'edit') return entry
  const living = await transaction.read(db.submissions, submission.id)
  const [before, after] = [submission, living].map(doc => doc && contentsOf(doc))
  if (living === null || !before || !after) return entry
  const edits = pendingOperations(submission.crdts)
  const pending = new Set(pendingOperations(living.crdts).map(canonical))
  if (edits.some(edit => pending.has(canonical(edit)))) return entry
  const taken = { ...living.answers, ...(await openAnswers(db, submission.id)) }
  const kinds = await readFieldKinds(db, submission.form_id)
  const parts = { before, after, taken, formId: submission.form_id, kinds }
  const moved = await planMoves(transaction, db, edits, parts)
  if (moved === edits) return entry
  const base = toBase(baseFields<SubmissionDoc>(submission.crdts) ?? {})
  const changed = withoutOwnFields(await replay(submissionsSchema, base, moved))
  return { ...entry, payload: { ...entry.payload, submission: changed } }
}

/** Stores an entry as it returns, before it is opened for editing. */
export const keepEntryApart = (db: Database, entryId: string): Promise<void> =>
  transact(async transaction => {
    const entry = await transaction.read(db.recovery, entryId)
    if (entry === null) return
    const { payload } = await entryApart(transaction, db, entry)
    if (payload !== entry.payload) await transaction.patch(db.recovery, entryId, { payload })
  })

/** What the server has confirmed of a submission; null for nothing. */
const contentsOf = ({ crdts }: SubmissionDoc) => {
  const base = baseFields<SubmissionDoc>(crdts)
  return base === null ? null : { answers: base.answers ?? {}, files: base.files ?? [] }
}

/** The answers of a submission's open edit by answer key. */
const openAnswers = async (db: Database, id: string): Promise<SubmissionDoc['answers']> => {
  const docs = await answersOf(editDraftId(id)).build(db.form_responses).exec()
  return Object.fromEntries(
    docs.map(({ question_id, occurrence, value }) => [answerKey(question_id, occurrence), value]),
  )
}
