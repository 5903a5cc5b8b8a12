import { Dexie } from 'dexie'
import { listDatabases, type IndexedDbPort } from '../storage/raw-database.ts'

/** What is on the device of a surveyor's database, without opening it. */
export interface Stored {
  /** The schema version that wrote the database; 0 when there is none. */
  readonly version: number
  /** Databases of the layout before this one, which had one for each collection. */
  readonly scattered: readonly ScatteredPart[]
}

/** The database of one collection, in the layout before this one. */
export interface ScatteredPart {
  readonly name: string
  readonly collection: string
  /** The schema version that wrote it. */
  readonly version: number
}

/** WARNING: persisted. RxDB's own storage named its databases like this, and the key's still is. */
const scatteredPrefix = (name: string) => `rxdb-dexie-${name}--`

/** WARNING: persisted. */
const dataKeyName = 'data-key'

/** Dexie multiplies its versions by ten. */
export const versionOf = (native: number): number => Math.floor(native / 10)

/** The version of a database as IndexedDB counts it; 0 when there is none. */
export const nativeVersion = async (name: string, port: IndexedDbPort): Promise<number> =>
  (await listDatabases(port)).find(found => found.name === name)?.version ?? 0

/** Looks at what is stored under a surveyor's database name. */
export const readStored = async (name: string, port: IndexedDbPort): Promise<Stored> => {
  const found = await listDatabases(port)
  const own = found.find(database => database.name === name)
  return {
    version: versionOf(own?.version ?? 0),
    scattered: partsAmong(
      name,
      found.map(database => database.name),
    ).filter(({ collection }) => collection !== dataKeyName),
  }
}

const partsAmong = (name: string, found: readonly string[]): readonly ScatteredPart[] => {
  const prefix = scatteredPrefix(name)
  return found.flatMap(part => {
    const [version, ...collection] = part.startsWith(prefix)
      ? part.slice(prefix.length).split('--')
      : []
    return version === undefined
      ? []
      : [{ name: part, collection: collection.join('--'), version: Number(version) }]
  })
}

/** A later version of the app wrote the stored data. This version must not touch it. */
export class NewerData extends Error {
  override readonly name = 'NewerData'
  constructor(stored: number, ours: number) {
    super(`The stored data is of version ${stored}, and this app knows up to ${ours}.`)
  }
}

/** Refuses data that a later version wrote. Throws NewerData. */
export const refuseNewer = ({ version, scattered }: Stored, ours: number): void => {
  const newest = Math.max(version, ...scattered.map(part => part.version))
  if (newest > ours) throw new NewerData(newest, ours)
}

/** Deletes everything that a closed database left on the device, its key included. */
export const wipeDatabase = async (name: string, port: IndexedDbPort): Promise<void> => {
  const found = (await listDatabases(port)).map(database => database.name)
  const parts = partsAmong(name, found).map(part => part.name)
  const all = found.includes(name) ? [name, ...parts] : parts
  await Promise.all(all.map(database => new Dexie(database, port).delete()))
}
