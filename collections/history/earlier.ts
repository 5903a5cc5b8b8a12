import {
  createRevision,
  now,
  type RxCollection,
  type RxDocumentData,
  type RxStorageInstance,
} from 'rxdb'
import type { CollectionName, Database } from '../database.ts'
import { schemas } from '../schemas.ts'
import { isUnreadable } from '../writes/write-files.ts'

/** The documents of an earlier version, before they are migrated. */

type Fields = Record<string, unknown>
type Earlier = RxStorageInstance<Fields, unknown, unknown>

/** The storage of a collection's documents of an earlier version; null when there is none. */
export const openEarlier = async (db: Database, name: CollectionName): Promise<Earlier | null> => {
  const meta = await (db[name] as RxCollection).getMigrationState().oldCollectionMeta
  if (meta === undefined) return null
  return db.storage.createStorageInstance<Fields>({
    databaseName: db.name,
    collectionName: name,
    databaseInstanceToken: db.token,
    multiInstance: false,
    options: {},
    schema: meta.data.schema as never,
    devMode: false,
  })
}

/** Few, because all bytes of a batch are read. */
const batchSize = 10

/**
 * Takes the attachments that the browser has lost out of the documents of an earlier version, because RxDB migrates no
 * document of a collection while one attachment cannot be read. The documents stay. Returns whether there were any.
 */
export const forgetLostBytes = async (db: Database): Promise<boolean> => {
  let isChanged = false
  for (const [name, { attachments }] of Object.entries(schemas)) {
    const earlier = attachments === undefined ? null : await openEarlier(db, name as CollectionName)
    if (earlier === null) continue
    isChanged = (await forgetIn(earlier, db.token).finally(() => earlier.close())) || isChanged
  }
  return isChanged
}

const forgetIn = async (earlier: Earlier, token: string): Promise<boolean> => {
  let isChanged = false
  for (let checkpoint: unknown; ;) {
    const changed = await earlier.getChangedDocumentsSince?.(batchSize, checkpoint)
    const documents = changed?.documents ?? []
    for (const previous of documents) {
      const _attachments = await readableOf(earlier, previous)
      if (Object.keys(_attachments).length === Object.keys(previous._attachments).length) continue
      const document = {
        ...previous,
        // A form is fetched again with its files.
        ...('fetched_at' in previous ? { fetched_at: 0 } : {}),
        _attachments,
        _meta: { ...previous._meta, lwt: now() },
        _rev: createRevision(token, previous),
      }
      const { error } = await earlier.bulkWrite([{ previous, document }], 'lost-bytes')
      isChanged ||= error.length === 0
    }
    if (documents.length < batchSize) return isChanged
    checkpoint = changed?.checkpoint
  }
}

/** The attachments of a document whose bytes can be read. */
const readableOf = async (
  earlier: Earlier,
  document: RxDocumentData<Fields>,
): Promise<RxDocumentData<Fields>['_attachments']> => {
  const key = String(document[earlier.schema.primaryKey as string])
  const readable = { ...document._attachments }
  for (const [name, { digest }] of Object.entries(readable)) {
    if (!(await canRead(() => earlier.getAttachmentData(key, name, digest)))) delete readable[name]
  }
  return readable
}

/** Times that bytes are read before they count as lost, because a failed reading may come from a lack of memory. */
const readings = 4

const canRead = async (read: () => Promise<unknown>): Promise<boolean> => {
  for (let reading = 1; reading <= readings; reading++) {
    try {
      await read()
      return true
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
  }
  return false
}
