import type { Database } from '../collections/database.ts'
import { unfinishedInterviewCount, unfinishedInterviews } from '../collections/queries.ts'
import type { DraftDoc } from '../collections/schemas/drafts.ts'
import { storedDocuments } from './stored-documents.ts'

/** Unfinished interviews, as the tests read and change them. */

/** All drafts, the last worked on first. */
export const draftsIn = async (db: Database): Promise<DraftDoc[]> => {
  const docs = await unfinishedInterviews(undefined, 10_000).build(db.drafts).exec()
  return docs.map(doc => doc.toMutableJSON())
}

/** All drafts as the storage has them, whatever this tab remembers. */
export const storedDrafts = (db: Database): Promise<readonly DraftDoc[]> =>
  storedDocuments(db.drafts)

/** A draft; null when there is none. */
export const draftIn = async (db: Database, id: string): Promise<DraftDoc | null> =>
  (await db.drafts.findOne(id).exec())?.toMutableJSON() ?? null

/** A draft that must be there. */
export const theDraft = async (db: Database, id: string): Promise<DraftDoc> =>
  (await db.drafts.findOne(id).exec(true)).toMutableJSON()

/** How many drafts there are, as the index counts them. */
export const countDrafts = (db: Database): Promise<number> =>
  unfinishedInterviewCount.count(db.drafts).exec()

/** Stores a draft. */
export const addDraft = async (db: Database, draft: DraftDoc): Promise<void> => {
  await db.drafts.insert(draft)
}

/** Changes fields of a draft that must be there. */
export const patchDraft = async (
  db: Database,
  id: string,
  fields: Partial<DraftDoc>,
): Promise<void> => {
  await (await db.drafts.findOne(id).exec(true)).incrementalPatch(fields)
}

/** Removes a draft, and leaves its answers and files. */
export const dropDraft = async (db: Database, id: string): Promise<void> => {
  await db.drafts.findOne(id).remove()
}

/** Removes all drafts, and leaves their answers and files. */
export const dropDrafts = async (db: Database): Promise<void> => {
  await db.drafts.find().remove()
}
