import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { Failure } from '../http/failure.ts'
import { syncTimeoutMs } from '../limits.ts'
import { ok, type Result } from '../http/result.ts'
import { isAlive } from '../../collections/interview/logged.ts'
import { claim, type AttemptContext } from './sending.ts'

/**
 * Finds out whether the server was restored from a backup to a moment after the last page of changes. The cursor is
 * older than what such a server has lost, so only the changes that its answers have named since reveal it. All of
 * them are asked about, because what was sent after the restore does not show what was lost before.
 */

/** How many documents are read at once. */
const batchSize = 500
/** How many changes one request names: as many as fit an address. */
const changesPerRequest = 50
/** The most requests, because documents also change for other reasons; the newest changes are asked about. */
const mostRequests = 10

/**
 * The changes that answers of the server named after the last page of changes was stored, as `<row id>.<revision>`:
 * the newest first, in groups for one request each.
 */
export const changesSeen = async (db: Database): Promise<readonly (readonly string[])[]> => {
  const cursor = await storedCursor(db)
  if (cursor === null) return []
  const seen: RxDocumentData<SubmissionDoc>[] = []
  for (let checkpoint: unknown = { lwt: cursor._meta.lwt, id: '' }; ;) {
    const { storageInstance } = db.submissions
    const changed = await storageInstance.getChangedDocumentsSince?.(batchSize, checkpoint)
    const documents = changed?.documents ?? []
    seen.push(...documents.filter(isNamed))
    if (documents.length < batchSize) break
    checkpoint = changed?.checkpoint
  }
  const names = seen
    .sort((one, other) => counterOf(other.rev) - counterOf(one.rev))
    .slice(0, changesPerRequest * mostRequests)
    .map(({ server_id, rev }) => `${server_id}.${rev}`)
  return Array.from({ length: Math.ceil(names.length / changesPerRequest) }, (_, group) =>
    names.slice(group * changesPerRequest, (group + 1) * changesPerRequest),
  )
}

const isNamed = (doc: RxDocumentData<SubmissionDoc>): boolean =>
  isAlive(doc) && doc.server_id !== '' && doc.rev !== ''

const storedCursor = async (db: Database) => {
  const [stored] = await db.settings.storageInstance.findDocumentsById(['changesCursor'], false)
  return stored ?? null
}

/** The counter of the surveyor's changes, with which a revision begins. */
export const counterOf = (rev: string): number => Number.parseInt(rev, 10)

/** Whether the server was restored. A server without a list of changes cannot say. */
export const isRestored = async (context: AttemptContext): Promise<Result<boolean, Failure>> => {
  const { db, api, extensions } = context
  const since = await readSetting(db, 'changesCursor')
  // A cursor shows that the server lists changes, also before this start has received an answer.
  if (since === '' || extensions()?.has('changes') === false) return ok(false)
  const groups = await changesSeen(db)
  for (const seen of groups.length === 0 ? [[]] : groups) {
    await claim(context, syncTimeoutMs)
    const changes = await api.changes(since, 1, seen)
    if (!changes.ok) return changes
    if (changes.value.restarted) return ok(true)
  }
  return ok(false)
}
