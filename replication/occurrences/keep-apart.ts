import type { Database } from '../../collections/database.ts'
import {
  answerChangesOf,
  baseFields,
  pendingOperations,
  type Operations,
} from '../../collections/operation-log.ts'
import type { SubmissionDoc, SubmissionFields } from '../../collections/schemas/submissions.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import type { FieldKinds } from '../rows/field-kinds.ts'
import { filesOf, findMoves, type Rows } from './find-moves.ts'
import { moveEdits, newNumber } from './move-edits.ts'
import { readRepeats } from './repeats.ts'

/** What comes under the edits. */
export interface NewBase {
  readonly base: SubmissionFields
  readonly kinds: FieldKinds
  /** Whether no request has carried any of the edits. The base may contain what one has carried. */
  readonly isUnsent: boolean
}

/**
 * The pending edits of a submission, for a replay over a new base. Occurrences that they add get other numbers where
 * another device has used theirs. Plans these numbers for their files, too.
 */
export const planApart = async (
  transaction: Transaction,
  db: Database,
  stored: SubmissionDoc,
  { base, kinds, isUnsent }: NewBase,
): Promise<readonly Operations[]> => {
  const edits = pendingOperations(stored.crdts)
  const before = baseFields<SubmissionDoc>(stored.crdts)
  const { answers = {}, files = [] } = before ?? {}
  if (!isUnsent || before === null || !mayAdd(edits, answers)) return edits
  // An open edit writes to the numbers that it knows.
  if (stored.work !== undefined) return edits
  const rows = { before: { answers, files }, after: base }
  return planMoves(transaction, db, edits, { ...rows, formId: stored.form_id, kinds })
}

/** What numbers are found from. */
interface MoveParts extends Rows {
  readonly formId: string
  readonly kinds: FieldKinds
}

/** Edits with the new numbers of their occurrences; the same edits when there are none. Plans them for their files, too. */
export const planMoves = async (
  transaction: Transaction,
  db: Database,
  edits: readonly Operations[],
  { formId, kinds, ...rows }: MoveParts,
): Promise<readonly Operations[]> => {
  const repeats = await readRepeats(db, formId)
  const moves = findMoves(edits, rows, repeats, kinds)
  if (moves.size === 0) return edits
  for (const { id, field_id, occurrence } of filesOf(edits)) {
    const number = newNumber(moves, repeats, field_id, occurrence)
    if (number !== undefined) await transaction.patch(db.file_uploads, id, { occurrence: number })
  }
  return moveEdits(edits, moves, repeats, { ...rows.taken, ...rows.after.answers })
}

/** Whether edits have an answer that the row of before lacks, or files. */
const mayAdd = (edits: readonly Operations[], answers: SubmissionDoc['answers']): boolean =>
  filesOf(edits).length > 0 || answerChangesOf(edits).some(([key]) => !Object.hasOwn(answers, key))
