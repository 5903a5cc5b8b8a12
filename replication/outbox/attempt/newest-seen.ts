import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../../collections/database.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { isAlive } from '../../rest-crdt.ts'

/** How many documents are read at once. */
const batchSize = 500

/**
 * The newest change that an answer of the server named after the last page of changes was stored, as
 * `<row id>.<revision>`; '' when there is none. Only this change reveals a server that was restored to a moment
 * between that page and the change, because the cursor is older than the change.
 */
export const newestSeen = async (db: Database): Promise<string> => {
  const cursor = await storedCursor(db)
  if (cursor === null) return ''
  let newest: RxDocumentData<SubmissionDoc> | null = null
  for (let checkpoint: unknown = { lwt: cursor._meta.lwt, id: '' }; ;) {
    const { storageInstance } = db.submissions
    const changed = await storageInstance.getChangedDocumentsSince?.(batchSize, checkpoint)
    const documents = changed?.documents ?? []
    for (const doc of documents) {
      if (!isAlive(doc) || doc.server_id === '' || doc.rev === '') continue
      if (newest === null || counterOf(doc) > counterOf(newest)) newest = doc
    }
    if (documents.length < batchSize) return newest === null ? '' : nameOf(newest)
    checkpoint = changed?.checkpoint
  }
}

const storedCursor = async (db: Database) => {
  const [stored] = await db.settings.storageInstance.findDocumentsById(['changesCursor'], false)
  return stored ?? null
}

const nameOf = ({ server_id, rev }: SubmissionDoc): string => `${server_id}.${rev}`

/** The counter of the surveyor's changes, with which a revision begins. */
const counterOf = ({ rev }: SubmissionDoc): number => Number.parseInt(rev, 10)
