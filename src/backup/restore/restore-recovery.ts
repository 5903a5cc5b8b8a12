import { contentOf } from '../../../collections/interview/content.ts'
import type { Database } from '../../../collections/database.ts'
import { submissionItemId } from '../../../collections/ids.ts'
import { baseFields, pendingOperations } from '../../../collections/operation-log.ts'
import { submissionByServerId } from '../../../collections/queries.ts'
import {
  asRefusals,
  payloadOf,
  planRefusal,
  refusalOf,
  type RecoveryEntry,
} from '../../../collections/interview/refusals.ts'
import { readEntries } from '../../../collections/recovery-entries.ts'
import { planMove } from '../../../collections/interview/plan-move.ts'
import type { Refusal } from '../../../collections/schemas/refusal.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { storedDocument } from '../../../collections/interview/logged.ts'
import { changes, effectOf, fateOf, notPending } from './newer-here.ts'
import type { RestoreStep } from './restore-submission.ts'
import { refusedEdit } from './restore-older.ts'
import { byServerId, findTwin } from './same-interview.ts'

/**
 * Whether an entry of the backup is missing here. The entry of a new submission is also present if the device has it as
 * a submission, as a draft, or as a row of the server; the entry of an edit, if its changes are here or were sent.
 */
export const isEntryMissing = async (db: Database, entry: RecoveryEntry): Promise<boolean> => {
  if ((await readEntries(db)).some(({ id }) => id === entry.id)) return false
  const { submission } = payloadOf(entry)
  if (submission === null) return true
  if (entry.kind === 'edit') return isEditMissing(db, entry, submission)
  if (entry.kind !== 'create') return true
  const stored = await storedDocument(db.submissions, submission.id)
  if (stored !== null && (!stored._deleted || stored.server_id !== '')) return false
  return (await findTwin(db, submission)) === null
}

const isEditMissing = async (
  db: Database,
  { file_ids }: RecoveryEntry,
  then: SubmissionDoc,
): Promise<boolean> => {
  const known = await byServerId(db, then.server_id)
  if (known === null) return true
  const missing = notPending(known, pendingOperations(then.crdts))
  if (missing.length === 0) return false
  if ((await fateOf(db, known, then, missing)) === 'done') return false
  const named = new Set(known.files.map(({ id }) => id))
  return changes(known, effectOf(missing)) || file_ids.some(id => !named.has(id))
}

/** Plans to restore an entry; what it belongs to may have another id here. */
export const planEntry = async (
  { transaction, db }: RestoreStep,
  entry: RecoveryEntry,
): Promise<void> => {
  const { submission, item } = payloadOf(entry)
  const refusal: Refusal = {
    ...refusalOf(entry),
    // Newer work may exist here or on the server, so only the surveyor may send it.
    reason: entry.reason === 'exhausted' ? 'backup' : entry.reason,
  }
  if (submission === null) {
    await planRefusal(transaction, db, entry.submission_id, refusal, 'brought')
    return
  }
  // Another device may have sent it again meanwhile.
  const payload = { ...refusal.payload, item: { ...item, in_doubt: true } }
  if (entry.kind === 'create') {
    await planMove(transaction, db, submission.id, 'brought', stored =>
      stored !== null && !stored._deleted
        ? null
        : {
            base: null,
            pending: pendingOperations(submission.crdts),
            local: asRefusals([{ ...refusal, payload }]),
          },
    )
    return
  }
  const [known] =
    submission.server_id === ''
      ? []
      : await transaction.find(db.submissions, submissionByServerId(submission.server_id))
  const id = known?.id ?? submission.id
  const row = baseFields<SubmissionDoc>(submission.crdts)
  const isUnknown = (await transaction.stored(db.submissions, id)) === null
  if (row === null || entry.reason === 'deleted' || !isUnknown) {
    await planRefusal(transaction, db, id, { ...refusal, payload }, 'brought')
    return
  }
  // Its row was not fetched here yet, and comes with a later list.
  const local = asRefusals([{ ...refusal, payload }])
  await planMove(transaction, db, id, 'brought', () => ({
    base: { ...row, id },
    pending: [],
    local,
  }))
}

/**
 * Plans to put unsent edits of a submission that was deleted on this device into Recovery, because the deletion wins
 * (decisions 3).
 */
export const planRefusedEdits = async (
  { transaction, db, now }: RestoreStep,
  submission: SubmissionDoc,
): Promise<void> => {
  const { id, files, updated_at } = submission
  const entryId = `${submissionItemId(id)}|${Date.parse(updated_at) || 0}`
  const edited = {
    id: entryId,
    reason: 'deleted',
    submission: contentOf(submission),
    files,
  } as const
  await planRefusal(transaction, db, id, refusedEdit(edited, now), 'brought')
}
