import { EMPTY } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { isNoRoom } from '../../collections/storage/no-room.ts'
import { listDatabases, type IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { refuseNewer } from '../../collections/one-database/stored.ts'
import { attachFile, fileBytes } from '../../collections/writes/write-files.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import {
  createLateWatch,
  startStorageGuard,
  type LateWatch,
  type Room,
  type StorageNews,
} from '../../src/storage/storage-guard.ts'
import {
  readMarker,
  removeMarker,
  writeMarker,
  type Marker,
} from '../../src/storage/work-marker.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { draftsIn } from '../drafts.ts'
import { createCaches } from '../caches.ts'
import { createFakeClock, createIndexedDb, until } from '../env.ts'

/** The guard over a device's storage, with real collections. */

const megabyte = 1024 * 1024
let databases = 0
let db: Database | null = null
let stop = () => Promise.resolve()
afterEach(async () => {
  await stop()
  await db?.close()
  db = null
})

const createLocal = () => {
  const values = new Map<string, string>()
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
    keys: () => [...values.keys()],
  }
}

/** Makes a port whose databases hold only so many file bytes. Documents always fit until it is 0. */
const setUp = async (missing: Marker | null = null) => {
  const port: IndexedDbPort = createIndexedDb()
  const name = `guard-${process.pid}-${(databases += 1)}`
  const clock = createFakeClock()
  const storage: LateWatch = createLateWatch({ clock, away$: EMPTY })
  db = await openDatabase(name, workspaceStorage({ indexedDb: port }, storage.watch))
  const estimate = { usedBytes: 10 * megabyte, quotaBytes: 1000 * megabyte }
  const asked = { persist: 0 }
  const local = createLocal()
  const caches = createCaches()
  const dropped: string[] = []
  const guard = startStorageGuard({
    db,
    name,
    missing,
    storage,
    mapDropped: () => void dropped.push('map'),
    env: {
      caches: caches.port,
      clock,
      local,
      indexedDb: port,
      estimateStorage: () => Promise.resolve({ ...estimate }),
      persistStorage: () => {
        asked.persist += 1
        return Promise.resolve(true)
      },
      isStoragePersistent: () => Promise.resolve(asked.persist > 0),
    },
  })
  stop = guard.stop
  let room: Room | null = null
  let news: StorageNews | null = null
  guard.room$.subscribe(value => {
    room = value
  })
  guard.news$.subscribe(value => {
    news = value
  })
  const told = { room: () => room, news: () => news }
  return { db, port, name, storage, estimate, asked, local, clock, guard, told, caches, dropped }
}

const begin = (database: Database, now = 1000) =>
  startDraft(database, { formId: 'f', formName: 'F', definitionHash: 'v', clientKey: 'k', now })

const putFile = (database: Database, id: string, status: 'pending' | 'synced', at = 1) =>
  attachFile(
    database,
    {
      id,
      submission_id: 's',
      field_id: 'q',
      field_name: 'q',
      field_type: 'IMAGE',
      occurrence: 0,
      file_name: `${id}.jpg`,
      file_type: 'image/jpeg',
      file_size: 3,
      sha256: '',
      sync_status: status,
      created_at: at,
      synced_at: at,
    },
    new Blob([Uint8Array.from([1, 2, 3])], { type: 'image/jpeg' }),
  )

test('persistent storage is requested after the first save, and not before', async () => {
  const { db: database, asked, told } = await setUp()
  await until('it has measured', () => told.room())
  expect(asked.persist).toBe(0)
  await begin(database)
  await until('it has asked', () => asked.persist > 0)
  await until('it knows', () => told.room()?.isPersistent === true)
  await begin(database)
  expect(asked.persist).toBe(1)
})

test('it warns before there is no room, by share and by what is free', async () => {
  const { estimate, guard, told } = await setUp()
  const isLow = async (usedMb: number, quotaMb: number) => {
    estimate.usedBytes = usedMb * megabyte
    estimate.quotaBytes = quotaMb * megabyte
    await guard.look()
    return told.room()?.isLow
  }
  expect(await isLow(100, 1000)).toBe(false)
  expect(await isLow(901, 1000)).toBe(true)
  expect(await isLow(20, 60)).toBe(true)
  // No warning in a browser that reports nothing.
  expect(await isLow(100, 0)).toBe(false)
})

test('the amount of unsent work is noted outside the database, without personal data', async () => {
  const { db: database, local, name } = await setUp()
  await begin(database)
  const marker = await until('it is noted', () => {
    const found = readMarker(local, name)
    return found?.drafts === 1 && found
  })
  expect(Object.keys(marker).sort()).toEqual(['at', 'drafts', 'recovery', 'submissions'])
  removeMarker(local, name)
  expect(readMarker(local, name)).toBeNull()
  expect(local.keys()).toEqual([])
})

test('noted work that no longer exists is reported', async () => {
  const missing: Marker = { drafts: 1, submissions: 2, recovery: 0, at: 77 }
  const { told, guard } = await setUp(missing)
  expect(told.news()).toMatchObject({ kind: 'deleted', unsent: missing, at: 77, isNow: false })
  guard.dismissNews()
  expect(told.news()).toBeNull()
})

test('an unreadable marker counts as none', () => {
  const local = createLocal()
  for (const text of ['', 'x', '[]', '{"a":{"drafts":"1"}}', 'null']) {
    local.set('stored_work', text)
    expect(readMarker(local, 'a')).toBeNull()
  }
  writeMarker(local, 'a', { drafts: 0, submissions: 0, recovery: 0, at: 1 })
  expect(readMarker(local, 'a')).toMatchObject({ at: 1 })
})

test('a write without room is tried again after sent photos were removed; unsent ones stay', async () => {
  const { db: database, storage, told } = await setUp()
  await putFile(database, 'sent', 'synced')
  await putFile(database, 'unsent', 'pending')
  const made = await storage.watch.makeRoom?.('file_uploads')
  await until('it warns', () => told.room()?.isFull === true && told.room()?.isLow === true)
  expect(made).toBe(true)
  expect(await fileBytes(database, 'sent')).toBeNull()
  expect((await fileBytes(database, 'unsent'))?.size).toBe(3)
  // The document stays, because its submission still names it.
  expect(await database.file_uploads.findOne('sent').exec()).not.toBeNull()
  expect(await storage.watch.makeRoom?.('file_uploads')).toBe(false)
})

test('a base map makes room before anything else, one at a time, and other surveyors keep theirs longest', async () => {
  const { db: database, storage, name, caches, local, dropped } = await setUp()
  await putFile(database, 'sent', 'synced')
  const keep = async (of: string, sha256: string) => {
    const files = await caches.port.open(`base-map ${of} ${sha256}`)
    await files.write('0', new Blob(['a piece']))
  }
  await keep('another', 'c'.repeat(64))
  await keep(name, 'a'.repeat(64))
  await keep(name, 'b'.repeat(64))
  const left = async () => (await caches.port.names()).map(cache => cache.at(-1)).join('')
  for (const now of ['cb', 'c', '']) {
    expect(await storage.watch.makeRoom?.('file_uploads')).toBe(true)
    expect(await left()).toBe(now)
    expect((await fileBytes(database, 'sent'))?.size).toBe(3)
  }
  expect(caches.usedBytes()).toBe(0)
  expect(dropped).toHaveLength(3)
  expect(local.get('dropped_maps')).toBe(`${'a'.repeat(64)} ${'b'.repeat(64)}`)
  expect(await storage.watch.makeRoom?.('file_uploads')).toBe(true)
  expect(await fileBytes(database, 'sent')).toBeNull()
})

test('the reserve is released for answers, and never for a photo', async () => {
  const { storage, port, guard } = await setUp()
  const isKept = async () =>
    (await listDatabases(port)).some(({ name }) => name === 'transect-reserve')
  await until('room is kept back', isKept)
  expect(await storage.watch.makeRoom?.('file_uploads')).toBe(false)
  expect(await isKept()).toBe(true)
  expect(await storage.watch.makeRoom?.('form_responses')).toBe(true)
  expect(await storage.watch.makeRoom?.('form_responses')).toBe(false)
  await guard.look()
  await until('it is kept back again', isKept)
})

const clearAll = async (port: IndexedDbPort, name: string, collection: string) => {
  const opening = port.indexedDB.open(name)
  const raw = await new Promise<IDBDatabase>(resolve => {
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const writing = raw.transaction(`${collection}--17`, 'readwrite')
  writing.objectStore(`${collection}--17`).clear()
  await new Promise(resolve => writing.addEventListener('complete', resolve))
  raw.close()
}

test('what is in memory is written back when the browser deleted it, sealed as before', async () => {
  const { db: database, port, name, storage, clock, told } = await setUp()
  const draft = await begin(database)
  await keepAnswer(database, draft.id, 'q1', 'typed before', 1001)
  const shown = await database.form_responses.find().exec()
  for (const collection of ['submissions', 'form_responses']) await clearAll(port, name, collection)
  storage.watch.closedUnder?.('empty')
  clock.advance(1000)
  await until('it is told', () => told.news()?.kind === 'deleted')
  expect(told.news()).toMatchObject({ isNow: true, rescued: true })
  expect(shown).toHaveLength(1)

  await keepAnswer(database, draft.id, 'q2', 'typed after', 1002)
  await database.close()
  db = await openDatabase(name, workspaceStorage({ indexedDb: port }))
  const answers = await db.form_responses.find().exec()
  expect(answers.map(({ value }) => value).sort()).toEqual(['typed after', 'typed before'])
  expect((await draftsIn(db)).map(({ id }) => id)).toEqual([draft.id])
})

test('after the browser deleted it, the list of submissions is fetched from its beginning', async () => {
  const { db: database, port, name, storage, clock, told } = await setUp()
  await writeSetting(database, 'changesCursor', 'c9')
  await writeSetting(database, 'allPagesFetched', true)
  await clearAll(port, name, 'settings')
  storage.watch.closedUnder?.('empty')
  clock.advance(1000)
  await until('it is told', () => told.news()?.kind === 'deleted')
  expect(await readSetting(database, 'changesCursor')).toBe('')
  expect(await readSetting(database, 'allPagesFetched')).toBe(false)
  await database.close()
  db = await openDatabase(name, workspaceStorage({ indexedDb: port }))
  expect(await readSetting(db, 'changesCursor')).toBe('')
})

test('a later version’s data is refused, an earlier one’s is not', () => {
  for (const stored of [0, 16, 17]) expect(() => refuseNewer(stored, 17)).not.toThrow()
  expect(() => refuseNewer(18, 17)).toThrow('version 18')
})

test('a full device is recognized, however the error is wrapped', () => {
  const full = new DOMException('full', 'QuotaExceededError')
  expect(isNoRoom(full)).toBe(true)
  expect(isNoRoom({ name: 'AbortError', inner: full })).toBe(true)
  expect(isNoRoom(new Error('x', { cause: { parameters: { inner: full } } }))).toBe(true)
  expect(isNoRoom(new Error('another'))).toBe(false)
})
