import type { Database } from '../../../collections/database.ts'
import type { DraftDoc } from '../../../collections/schemas/drafts.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import { editDraftId, responseId } from '../../../collections/ids.ts'
import { storedDocument } from '../../../replication/rest-crdt.ts'
import type { BackupRecord } from '../records.ts'
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

/** Plans a draft without writing; null when the interview was submitted meanwhile. */
export const planDraft = async (db: Database, record: DraftRecord): Promise<DraftPlan | null> => {
  const { doc, answers, server_id } = record
  if (doc.submission_id !== '') return planEdit(db, record)
  const stored = await storedDocument(db.submissions, doc.id)
  if (stored !== null && (!stored._deleted || stored.server_id !== '')) return null
  if ((await db.recovery.findOne(doc.id).exec()) !== null) return null
  if ((await byServerId(db, server_id)) !== null) return null
  const isKnown = (await db.drafts.findOne(doc.id).exec()) !== null
  return { draft: doc, answers, isKnown }
}

/** The edited submission may be known only by the server's id. */
const planEdit = async (
  db: Database,
  { doc, answers, server_id }: DraftRecord,
): Promise<DraftPlan> => {
  const own = await db.submissions.findOne(doc.submission_id).exec()
  // Another interview may have the same temporary id here.
  const isOwn = own !== null && (server_id === '' || [server_id, ''].includes(own.server_id))
  const known = isOwn ? own : await byServerId(db, server_id)
  // A submission that was not fetched yet will arrive under the server's id.
  const submissionId = known?.id ?? (server_id || doc.submission_id)
  const id = editDraftId(submissionId)
  return {
    draft: { ...doc, id, submission_id: submissionId },
    answers: answers.map(answer => ({
      ...answer,
      id: responseId(id, answer.question_id, answer.occurrence),
      submission_id: id,
    })),
    isKnown: (await db.drafts.findOne(id).exec()) !== null,
  }
}

/** Plans to restore a draft. Of two answers to one field the later wins. */
export const planDraftInsertion = async (
  { transaction, db }: RestoreStep,
  { draft, answers }: DraftPlan,
): Promise<void> => {
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
