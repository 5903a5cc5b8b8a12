import { Dexie } from 'dexie'
import { keyDatabase } from '../storage/data-key.ts'
import { listDatabases, type IndexedDbPort } from '../storage/raw-database.ts'

/** The schema version that wrote a surveyor's database, without opening it; 0 when there is none. */
export const storedVersion = async (name: string, port: IndexedDbPort): Promise<number> => {
  const found = (await listDatabases(port)).find(database => database.name === name)
  // Dexie multiplies its versions by ten.
  return Math.floor((found?.version ?? 0) / 10)
}

/** A later version of the app wrote the stored data. This version must not touch it. */
class NewerData extends Error {
  override readonly name = 'NewerData'
  constructor(stored: number, ours: number) {
    super(`The stored data is of version ${stored}, and this app knows up to ${ours}.`)
  }
}

/** Refuses data that a later version wrote. Throws NewerData. */
export const refuseNewer = (stored: number, ours: number): void => {
  if (stored > ours) throw new NewerData(stored, ours)
}

/** Deletes everything that a closed database left on the device, its key included. */
export const wipeDatabase = async (name: string, port: IndexedDbPort): Promise<void> => {
  const found = (await listDatabases(port)).map(database => database.name)
  const all = [name, keyDatabase(name)].filter(each => found.includes(each))
  await Promise.all(all.map(database => new Dexie(database, port).delete()))
}
