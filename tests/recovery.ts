import type { Database } from '../collections/database.ts'
import { recoveryEntries } from '../collections/queries.ts'
import type { RecoveryDoc } from '../collections/schemas/recovery.ts'
import { storedDocuments } from './stored-documents.ts'

/** What is in Recovery, as the tests read and change it. */

/** All entries, the newest first. */
export const entriesIn = async (db: Database): Promise<RecoveryDoc[]> => {
  const docs = await recoveryEntries(10_000).build(db.recovery).exec()
  return docs.map(doc => doc.toMutableJSON() as RecoveryDoc)
}

/** All entries as the storage has them, whatever this tab remembers. */
export const storedEntries = (db: Database): Promise<readonly RecoveryDoc[]> =>
  storedDocuments(db.recovery)

/** An entry; null when there is none. */
export const entryIn = async (db: Database, id: string): Promise<RecoveryDoc | null> => {
  const doc = await db.recovery.findOne(id).exec()
  return (doc?.toMutableJSON() ?? null) as RecoveryDoc | null
}

/** An entry that must be there; the newest without an id. */
export const theEntry = async (db: Database, id?: string): Promise<RecoveryDoc> => {
  const entry = id === undefined ? (await entriesIn(db))[0] : await entryIn(db, id)
  if (!entry) throw new Error(`No such entry: ${id ?? 'Recovery is empty'}`)
  return entry
}

/** Stores entries that were not there. */
export const addEntry = async (db: Database, ...entries: readonly RecoveryDoc[]): Promise<void> => {
  for (const entry of entries) await db.recovery.insert(entry)
}

/** Stores an entry, whether it was there or not. */
export const putEntry = async (db: Database, entry: RecoveryDoc): Promise<void> => {
  await db.recovery.upsert(entry)
}

/** Removes an entry, and leaves its files. */
export const dropEntry = async (db: Database, id: string): Promise<void> => {
  await db.recovery.findOne(id).remove()
}
