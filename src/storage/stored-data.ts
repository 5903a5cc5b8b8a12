import { toBase64 } from '../../collections/storage/base64.ts'
import { dataKey, type HeldKey } from '../../collections/storage/data-key.ts'
import { databaseName } from '../../collections/database-name.ts'
import { findLegacy } from '../../collections/history/find-legacy.ts'
import { openLegacy } from '../../collections/history/legacy-source.ts'
import { openRaw, type RawRecord } from '../../collections/storage/raw-database.ts'
import { releaseReserve } from '../../collections/storage/reserve.ts'
import { storedVersion, wipeDatabase } from '../../collections/one-database/stored.ts'
import { blobOf } from '../../collections/one-database/kept-bytes.ts'
import { holdsAttachments, notesStore, partOf } from '../../collections/one-database/stores.ts'
import { placeIn, sealedName } from '../../collections/storage/sealed-fields.ts'
import { createSealer, type Sealer } from '../../collections/storage/sealing.ts'
import { attentionTo, hiddenBy } from '../../collections/schemas/submissions.ts'
import { basePath } from '../../replication/wire/calls.ts'
import { config } from '../config.ts'
import type { Env } from '../env.ts'
import type { SignedIn } from '../session/stored-session.ts'
import { dropMaps } from '../ground/kept-map.ts'
import { removeMarker } from './work-marker.ts'

/** Works on a surveyor's data that RxDB could not open: counts, saves or deletes it. */

type StoredEnv = Pick<Env, 'indexedDb' | 'local' | 'defaultServerUrl'>

/** The name of this surveyor's database. */
export const storedName = (env: StoredEnv, { user }: SignedIn): Promise<string> =>
  databaseName((env.local.get('server_url') ?? env.defaultServerUrl) + basePath, user.id)

/** What would be lost by deleting the data. */
export interface StoredWork {
  /** Submissions that the server does not have completely. */
  readonly submissions: number
  readonly drafts: number
  readonly recovery: number
  /** Photos and files that were not sent. */
  readonly files: number
  /** Whether some of it could not be counted. */
  readonly isPartial: boolean
}

const pageRows = 200
/** How many files are read at a time; few, because they are read with their bytes. */
const pageFiles = 5

type Doc = Readonly<Record<string, unknown>>

/** What a stored document counts as; none of its sealed fields is needed for that. */
const kindsOf = (collection: string, doc: Doc): readonly (keyof typeof none)[] => {
  const attention = Number(doc['attention'] ?? attentionTo.nothing)
  if (collection === 'file_uploads') return doc['sync_status'] === 'synced' ? [] : ['files']
  if (collection !== 'submissions') return []
  // Documents of earlier versions have no such fields.
  const isListed = Number(doc['hidden'] ?? hiddenBy.nothing) <= hiddenBy.deletion
  const isUnsent = isListed && doc['syncStatus'] !== 'synced'
  return [
    ...(isUnsent ? ['submissions' as const] : []),
    ...(attention === attentionTo.work || attention === attentionTo.workAndRefusal
      ? ['drafts' as const]
      : []),
    ...(attention >= attentionTo.workAndRefusal ? ['recovery' as const] : []),
  ]
}

const none = { submissions: 0, drafts: 0, recovery: 0, files: 0 } as const

/** Counts what the server does not have, without opening the database through RxDB. */
export const countStoredWork = async (env: StoredEnv, name: string): Promise<StoredWork> => {
  const counts: Record<keyof typeof none, number> = { ...none }
  let isPartial = false
  try {
    for await (const { collection, doc } of docsOf(env, name)) {
      for (const kind of kindsOf(collection, doc)) counts[kind] += 1
    }
  } catch {
    isPartial = true
  }
  return { ...counts, isPartial }
}

const isStored = async (env: StoredEnv, name: string): Promise<boolean> =>
  (await storedVersion(name, env.indexedDb)) > 0

async function* docsOf(env: StoredEnv, name: string) {
  // Opening would create it.
  if (!(await isStored(env, name))) return
  const raw = await openRaw(env.indexedDb, name)
  try {
    for (const store of raw.stores) {
      const collection = partOf(store)?.collection
      if (collection === undefined || isForBytes(store)) continue
      for await (const page of raw.pages(store, pageRows)) {
        for (const { value } of page) {
          // Dexie stores indexed flags as text.
          const doc = value as Doc
          if (doc['_deleted'] !== true && doc['_deleted'] !== '1') yield { collection, doc }
        }
      }
    }
  } finally {
    raw.close()
  }
}

/** Also the earlier app's files. */
const isForBytes = (store: string): boolean => holdsAttachments(store) || store === 'file_uploads'

/** The format's name in the file. WARNING: persisted outside the app. */
const rawFormat = 'transect-raw-1'

/**
 * All readable data of the surveyor as one JSON file, files in base64. What cannot be read is listed with its reason.
 * `held`: the key of an unlocked database with a PIN.
 */
export const exportStored = async (
  env: StoredEnv,
  name: string,
  madeAt: number,
  held: HeldKey | null,
): Promise<Blob> => {
  const head = { format: rawFormat, made_at: new Date(madeAt).toISOString() }
  const pieces: Blob[] = [new Blob([`${JSON.stringify(head).slice(0, -1)},"databases":[`])]
  const own = (await isStored(env, name)) ? [name] : []
  const key = dataKey(env.indexedDb, name, { held: () => held })
  const sealer = await key.then(createSealer, () => null)
  for (const [at, database] of [...own, ...(await legacyOf(env))].entries()) {
    pieces.push(new Blob([at === 0 ? '' : ',', ...(await databaseAsJson(env, database, sealer))]))
  }
  pieces.push(new Blob([']}\n']))
  return new Blob(pieces, { type: 'application/json' })
}

/** The earlier app's databases. One that cannot be opened is in the file too, with the reason. */
const legacyOf = async (env: StoredEnv): Promise<readonly string[]> => {
  const legacy: string[] = []
  for (const name of await findLegacy(env.indexedDb)) {
    try {
      const source = await openLegacy(env.indexedDb, name, config.legacyDatabase)
      source?.raw.close()
      if (source !== null) legacy.push(name)
    } catch {
      legacy.push(name)
    }
  }
  return legacy
}

const databaseAsJson = async (
  env: StoredEnv,
  name: string,
  sealer: Sealer | null,
): Promise<readonly BlobPart[]> => {
  const pieces: BlobPart[] = [`{"name":${JSON.stringify(name)},"stores":{`]
  try {
    const raw = await openRaw(env.indexedDb, name)
    for (const [at, store] of raw.stores.entries()) {
      pieces.push(`${at === 0 ? '' : ','}${JSON.stringify(store)}:[`)
      let isFirst = true
      const add = (record: unknown) => {
        // A blob of its own, because the browser can keep blobs outside of memory.
        pieces.push(new Blob([isFirst ? '' : ',', JSON.stringify(record)]))
        isFirst = false
      }
      try {
        for await (const page of raw.pages(store, isForBytes(store) ? pageFiles : pageRows)) {
          for (const record of page) {
            const readable = await unseal(name, store, record, sealer)
            // One lost file must not take the answers along.
            add(await plainOf(readable).catch(unreadable))
          }
        }
      } catch (error) {
        add(unreadable(error))
      }
      pieces.push(']')
    }
    raw.close()
    return [...pieces, '}}']
  } catch (error) {
    return [JSON.stringify({ name, ...unreadable(error) })]
  }
}

/** Why something is not in the file. */
const unreadable = (error: unknown) => ({ unreadable: String(error) })

/** A record as it was before it was sealed; unchanged when its key is missing. */
const unseal = async (
  database: string,
  store: string,
  { key, value }: RawRecord,
  sealer: Sealer | null,
): Promise<unknown> => {
  if (sealer === null || typeof value !== 'object' || value === null) return value
  const { [sealedName]: sealed, ...doc } = value as Doc
  // RxDB's notes have the name of their store and their id as the key.
  const [of, id] = store === notesStore ? (key as [string, string]) : [store, String(key)]
  const collection = partOf(of)?.collection ?? ''
  try {
    if (typeof sealed === 'string') {
      const place = placeIn(database, collection, id)
      return { ...doc, ...((await sealer.open(place, sealed)) as object) }
    }
    if (doc['data'] instanceof Blob || doc['data'] instanceof ArrayBuffer) {
      const [owner = '', attachment = ''] = id.split('||')
      const place = placeIn(database, collection, owner, attachment)
      return { ...doc, data: await sealer.openBlob(place, blobOf(doc as never)) }
    }
  } catch {
    // The key is gone, and the sealed value is better than nothing.
  }
  return value
}

/** A stored value as JSON can hold it: bytes as base64. */
const plainOf = async (value: unknown): Promise<unknown> => {
  if (value instanceof Blob) {
    return { type: value.type, base64: toBase64(new Uint8Array(await value.arrayBuffer())) }
  }
  if (value instanceof ArrayBuffer) return { base64: toBase64(new Uint8Array(value)) }
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map(plainOf))
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await plainOf(inner)])
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
}

/** Deletes everything of this surveyor on the device, after their consent. */
export const deleteStored = async (env: StoredEnv & Pick<Env, 'caches'>, name: string) => {
  removeMarker(env.local, name)
  await dropMaps(env, name).catch(() => undefined)
  await releaseReserve(env.indexedDb)
  await wipeDatabase(name, env.indexedDb)
}
