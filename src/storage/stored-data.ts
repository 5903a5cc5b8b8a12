import { dataKey } from '../../collections/storage/data-key.ts'
import { databaseName } from '../../collections/database-name.ts'
import { findLegacy } from '../../collections/history/legacy-source.ts'
import { openRaw, type RawRecord } from '../../collections/storage/raw-database.ts'
import { releaseReserve } from '../../collections/storage/reserve.ts'
import { placeIn, sealedName } from '../../collections/storage/sealed-storage.ts'
import { createSealer, type Sealer } from '../../collections/storage/sealing.ts'
import { storedParts, wipeDatabase, type StoredPart } from '../../collections/storage/storage.ts'
import { basePath } from '../../replication/wire/calls.ts'
import type { Env } from '../env.ts'
import { toBase64 } from '../lib/base64.ts'
import type { SignedIn } from '../session/stored-session.ts'
import { removeMarker } from './work-marker.ts'

/** Works on a surveyor's data that RxDB could not open: counts, saves or deletes it. */

type StoredEnv = Pick<Env, 'indexedDb' | 'local' | 'defaultServerUrl'>

/** The name of this surveyor's database. */
export const storedName = (env: StoredEnv, { user }: SignedIn): Promise<string> =>
  databaseName((env.local.get('server_url') ?? env.defaultServerUrl) + basePath, user.id)

/** What would be lost by deleting the data. */
export interface StoredWork {
  /** Submissions of which the server lacks something. */
  readonly submissions: number
  readonly drafts: number
  readonly recovery: number
  /** Photos and files that were not sent. */
  readonly files: number
  /** Some of it could not be counted. */
  readonly isPartial: boolean
}

const pageRows = 200
/** Few, because files are read with their bytes. */
const pageFiles = 5

type Doc = Readonly<Record<string, unknown>>

const counted = {
  submissions: (doc: Doc) => doc['syncStatus'] === 'pending' || doc['syncStatus'] === 'deleted',
  drafts: () => true,
  recovery: () => true,
  file_uploads: (doc: Doc) => doc['sync_status'] !== 'synced',
} as const

/** Counts what the server does not have, without opening the database through RxDB. */
export const countStoredWork = async (env: StoredEnv, name: string): Promise<StoredWork> => {
  const counts = { submissions: 0, drafts: 0, recovery: 0, file_uploads: 0 }
  let isPartial = false
  for (const part of await storedParts(name, env.indexedDb)) {
    const collection = part.collection as keyof typeof counts
    if (!(collection in counts)) continue
    try {
      for await (const doc of docsOf(env, part)) {
        if (counted[collection](doc)) counts[collection] += 1
      }
    } catch {
      isPartial = true
    }
  }
  const { file_uploads: files, ...rest } = counts
  return { ...rest, files, isPartial }
}

async function* docsOf(env: StoredEnv, part: StoredPart): AsyncGenerator<Doc> {
  const raw = await openRaw(env.indexedDb, part.name)
  try {
    for await (const page of raw.pages('docs', pageRows)) {
      for (const { value } of page) {
        // Dexie stores indexed flags as text.
        const doc = value as Doc
        if (doc['_deleted'] !== true && doc['_deleted'] !== '1') yield doc
      }
    }
  } finally {
    raw.close()
  }
}

/** The format's name in the file. WARNING: persisted outside the app. */
const rawFormat = 'transect-raw-1'

/**
 * All readable data of the surveyor as one JSON file, files in base64. What cannot be read is listed with its reason.
 */
export const exportStored = async (env: StoredEnv, name: string, madeAt: number): Promise<Blob> => {
  const head = { format: rawFormat, made_at: new Date(madeAt).toISOString() }
  const pieces: Blob[] = [new Blob([`${JSON.stringify(head).slice(0, -1)},"databases":[`])]
  const parts = await storedParts(name, env.indexedDb)
  const sealer = await dataKey(env.indexedDb, name).then(createSealer, () => null)
  const legacy = (await findLegacy(env.indexedDb)).map(found => ({ name: found, collection: '' }))
  let isFirst = true
  for (const part of [...parts.filter(({ collection }) => collection !== 'data-key'), ...legacy]) {
    pieces.push(new Blob([isFirst ? '' : ',', ...(await partAsJson(env, name, part, sealer))]))
    isFirst = false
  }
  pieces.push(new Blob([']}\n']))
  return new Blob(pieces, { type: 'application/json' })
}

const partAsJson = async (
  env: StoredEnv,
  database: string,
  part: { readonly name: string; readonly collection: string },
  sealer: Sealer | null,
): Promise<readonly BlobPart[]> => {
  const pieces: BlobPart[] = [`{"name":${JSON.stringify(part.name)},"stores":{`]
  try {
    const raw = await openRaw(env.indexedDb, part.name)
    for (const [at, store] of raw.stores.entries()) {
      pieces.push(`${at === 0 ? '' : ','}${JSON.stringify(store)}:[`)
      let isFirst = true
      const hasBytes = store === 'attachments' || store === 'file_uploads'
      for await (const page of raw.pages(store, hasBytes ? pageFiles : pageRows)) {
        for (const record of page) {
          const readable = await unseal(database, part.collection, record, sealer)
          // A blob of its own, because the browser can keep blobs outside of memory.
          const text = JSON.stringify(await plainOf(readable))
          pieces.push(new Blob([isFirst ? '' : ',', text]))
          isFirst = false
        }
      }
      pieces.push(']')
    }
    raw.close()
    return [...pieces, '}}']
  } catch (error) {
    const { name } = part
    return [JSON.stringify({ name, unreadable: String(error) })]
  }
}

/** A record as it was before it was sealed; unchanged when its key is missing. */
const unseal = async (
  database: string,
  collection: string,
  { key, value }: RawRecord,
  sealer: Sealer | null,
): Promise<unknown> => {
  if (sealer === null || typeof value !== 'object' || value === null) return value
  const { [sealedName]: sealed, ...doc } = value as Doc
  try {
    if (typeof sealed === 'string') {
      const place = placeIn(database, collection, key)
      return { ...doc, ...((await sealer.open(place, sealed)) as object) }
    }
    if (doc['data'] instanceof Blob) {
      const [id = '', attachment = ''] = String(key).split('||')
      const place = placeIn(database, collection, id, attachment)
      return { ...doc, data: await sealer.openBlob(place, doc['data']) }
    }
  } catch {
    // The key is gone: the sealed value is better than nothing.
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
export const deleteStored = async (env: StoredEnv & Pick<Env, 'local'>, name: string) => {
  removeMarker(env.local, name)
  await releaseReserve(env.indexedDb)
  await wipeDatabase(name, env.indexedDb)
}
