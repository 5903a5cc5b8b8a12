import type { Database } from '../collections/database.ts'
import { draftOf, draftsOf, type DraftDoc } from '../collections/interview/drafts.ts'
import { planMove } from '../collections/interview/plan-move.ts'
import { transact } from '../collections/one-database/transaction.ts'
import { baseFields, pendingOperations } from '../collections/operation-log.ts'
import { unfinishedInterviewCount, unfinishedInterviews } from '../collections/queries.ts'
import type { SubmissionDoc, Work } from '../collections/schemas/submissions.ts'
import { planOpen, planWork } from '../collections/writes/write-interview.ts'
import { storedDocuments } from './stored-documents.ts'

/** Unfinished interviews, as the tests read and change them. */

/** All drafts, the last worked on first. */
export const draftsIn = async (db: Database): Promise<DraftDoc[]> => {
  const docs = await unfinishedInterviews().build(db.submissions).exec()
  return [...draftsOf(docs.map(doc => doc.toMutableJSON() as SubmissionDoc))]
}

/** All drafts as the storage has them, whatever this tab remembers. */
export const storedDrafts = async (db: Database): Promise<readonly DraftDoc[]> =>
  draftsOf(await storedDocuments<SubmissionDoc>(db.submissions))

/** A draft; null when there is none. */
export const draftIn = async (db: Database, id: string): Promise<DraftDoc | null> => {
  const doc = await db.submissions.findOne(id).exec()
  return doc === null ? null : draftOf(doc.toMutableJSON() as SubmissionDoc)
}

/** A draft that must be there. */
export const theDraft = async (db: Database, id: string): Promise<DraftDoc> => {
  const draft = await draftIn(db, id)
  if (draft === null) throw new Error(`No such draft: ${id}`)
  return draft
}

/** How many drafts there are, as the index counts them. */
export const countDrafts = (db: Database): Promise<number> =>
  unfinishedInterviewCount.count(db.submissions).exec()

/** What of a draft its interview keeps as work. */
const workOf = ({ sent_before, ...draft }: DraftDoc): Work => ({
  isWhole: draft.submission_id === '',
  isDetached: draft.isDetached,
  definition_hash: draft.definition_hash,
  created_at: draft.created_at,
  updated_at: draft.updated_at,
  latitude: draft.latitude,
  longitude: draft.longitude,
  accuracy: draft.accuracy,
  scroll: draft.scroll,
  ...(sent_before === undefined ? {} : { sent_before }),
})

/** Stores a draft. */
export const addDraft = (db: Database, draft: DraftDoc): Promise<void> =>
  transact(async transaction => {
    if (draft.submission_id === '') await planOpen(transaction, db, draft, workOf(draft))
    else await planWork(transaction, db, draft.id, 'worked', () => workOf(draft))
  })

/** Changes fields of a draft that must be there. */
export const patchDraft = (db: Database, id: string, fields: Partial<Work>): Promise<void> =>
  transact(async transaction => {
    await planMove(transaction, db, id, 'worked', stored => {
      if (stored?.work === undefined) throw new Error(`No such draft: ${id}`)
      return {
        base: baseFields<SubmissionDoc>(stored.crdts),
        pending: pendingOperations(stored.crdts),
        local: { work: { ...stored.work, ...fields } },
      }
    })
  })

/** Removes a draft, and leaves its answers and files. */
export const dropDraft = (db: Database, id: string): Promise<void> =>
  transact(async transaction => {
    const stored = await transaction.read(db.submissions, id)
    if (stored?.state === 'open') await transaction.remove(db.submissions, id)
    else if (stored !== null) await planWork(transaction, db, id, 'discarded', () => undefined)
  })

/** Removes all drafts, and leaves their answers and files. */
export const dropDrafts = async (db: Database): Promise<void> => {
  for (const { id } of await draftsIn(db)) await dropDraft(db, id)
}
