import { submittedDocs } from '../submitted.ts'
import { readEntries } from '../../collections/recovery-entries.ts'
import { draftsIn } from '../drafts.ts'
import { theEntry } from '../recovery.ts'
import { expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase, openUnmigrated } from '../../collections/open-database.ts'
import { finishMigration } from '../../collections/history/finish-migration.ts'
import { migrateAll, type Progress } from '../../collections/history/migrate.ts'
import { openRaw, type IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { createIndexedDb, until } from '../env.ts'
import { unsentId, writeDatabase16, type Contents16 } from '../fixtures/database-16.ts'
import { createActivity, createLife, withLife } from '../sim/life.ts'

/** A real database of version 16, written by RxDB, opens today with all its contents. */

const uuid = () => '00000000-0000-4000-8000-000000000001'
const contents = { unsent: 12, sent: 40 }

const finish = async (db: Database) => finishMigration({ db, now: 5, uuid })

/** Changes one store of a closed database, below RxDB. */
const writeTo = async (
  { indexedDB }: IndexedDbPort,
  name: string,
  store: string,
  write: (of: IDBObjectStore) => unknown,
): Promise<void> => {
  const db = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
  })
  const writing = db.transaction(store, 'readwrite')
  write(writing.objectStore(store))
  await new Promise(resolve => writing.addEventListener('complete', resolve))
  db.close()
}

const idsOf = async (collection: { find: () => { exec: () => Promise<{ id: string }[]> } }) =>
  (await collection.find().exec()).map(({ id }) => id).sort()

/** Everything that matters of a migrated database, for comparison. */
const summary = async (db: Database) => ({
  submissions: (await submittedDocs(db)).map(doc => {
    const { id, server_id, syncStatus, answers, files, files_pending, crdts } = doc.toJSON()
    const pending = pendingOperations(crdts as never).length
    return { id, server_id, syncStatus, answers, files, files_pending, pending }
  }),
  files: await idsOf(db.file_uploads as never),
  drafts: (await draftsIn(db)).map(({ id }) => id),
  responses: await idsOf(db.form_responses as never),
  recovery: (await readEntries(db)).map(({ id }) => id),
  autoSync: await readSetting(db, 'autoSync'),
})

const expectWhole = async (db: Database, { unsent, sent }: Contents16) => {
  const { submissions, drafts, files, responses, recovery, autoSync } = await summary(db)
  const byId = new Map(submissions.map(doc => [doc.id, doc]))
  expect(submissions).toHaveLength(unsent + sent)
  expect(byId.get(unsentId(0))).toMatchObject({
    server_id: '',
    syncStatus: 'pending',
    answers: { q1: 'unsent 0' },
    files: [{ id: 'photo-0', field_id: 'q2', field_type: 'IMAGE' }],
    pending: 1,
  })
  expect(byId.get(unsentId(1))).toMatchObject({ syncStatus: 'deleted', server_id: '' })
  expect(byId.get('1')).toMatchObject({ syncStatus: 'pending', pending: 1, server_id: '1' })
  expect(byId.get('2')).toMatchObject({ syncStatus: 'deleted', pending: 1 })
  // The server has its answers; its photo is still to be sent.
  expect(byId.get('3')).toMatchObject({ syncStatus: 'pending', pending: 0, files_pending: 1 })
  expect(byId.get('4')).toMatchObject({ syncStatus: 'synced', pending: 0 })
  expect(files).toEqual(['photo-0', 'photo-1'])
  expect(new Uint8Array((await (await fileBytes(db, 'photo-1'))?.arrayBuffer()) ?? [])).toEqual(
    Uint8Array.from([0xff, 0xd8, 1]),
  )
  expect(drafts).toEqual(['temp_1500000000000'])
  expect(responses).toEqual(['temp_1500000000000|q1'])
  expect(recovery).toEqual([])
  expect(autoSync).toBe(false)
}

test('version 16 is migrated completely, with progress, and nothing of it is left', async () => {
  const port = createIndexedDb()
  await writeDatabase16('whole', port, contents)
  const heard: Progress[] = []
  const db = await openDatabase('whole', oneDatabase(port), {
    now: 5,
    report: progress => heard.push(progress),
  })
  expect(await readSetting(db, 'migrated_v12')).toBe(false)
  await finish(db)
  expect(await readSetting(db, 'migrated_v12')).toBe(true)
  await expectWhole(db, contents)
  const last = heard.at(-1)
  expect(heard[0]).toMatchObject({ what: 'migrating', done: 0 })
  expect(last?.done).toBe(last?.total)
  expect(last?.total).toBeGreaterThan(contents.unsent + contents.sent)
  expect(heard.map(({ done }) => done)).toEqual(heard.map(({ done }) => done).sort((a, b) => a - b))
  await db.close()
  const raw = await openRaw(port, 'whole')
  const earlier = raw.stores.filter(store => store.includes('--16'))
  expect(earlier.length).toBeGreaterThan(0)
  expect(await Promise.all(earlier.map(raw.count))).toEqual(earlier.map(() => 0))
  raw.close()
})

test('a photo whose bytes the browser has lost does not prevent a migration', async () => {
  const port = createIndexedDb()
  await writeDatabase16('lost', port, { unsent: 3, sent: 5 })
  await writeTo(port, 'lost', 'file_uploads--16--attachments', store =>
    store.delete('photo-0||data'),
  )
  const db = await openDatabase('lost', oneDatabase(port), { now: 5 })
  expect(await idsOf(db.file_uploads as never)).toEqual(['photo-0', 'photo-1'])
  expect(await fileBytes(db, 'photo-0')).toBeNull()
  expect(await fileBytes(db, 'photo-1')).not.toBeNull()
  expect(await db.submissions.count().exec()).toBe(8)
  await db.close()
})

test('a photo that could not be read for a moment is kept', async () => {
  const port = createIndexedDb()
  await writeDatabase16('moment', port, { unsent: 3, sent: 5 })
  const storage = oneDatabase(port)
  let failures = 3
  const createStorageInstance: typeof storage.createStorageInstance = async params => {
    const instance = await storage.createStorageInstance(params)
    if (params.collectionName !== 'file_uploads') return instance
    const read = instance.getAttachmentData.bind(instance)
    return Object.assign(instance, {
      getAttachmentData: (...of: Parameters<typeof read>) =>
        failures-- > 0
          ? Promise.reject(new DOMException('Out of memory.', 'NotReadableError'))
          : read(...of),
    })
  }
  await openDatabase('moment', { ...storage, createStorageInstance }, { now: 5 }).catch(() => {})
  expect(failures).toBeLessThan(0)
  const db = await openDatabase('moment', oneDatabase(port), { now: 5 })
  expect(await fileBytes(db, 'photo-0')).not.toBeNull()
  expect(await fileBytes(db, 'photo-1')).not.toBeNull()
  await db.close()
})

/** Dies at the second batch of submissions: the first is written, and nothing after it. */
const dyingStorage = (port: IndexedDbPort) => {
  const life = createLife()
  const activity = createActivity()
  const storage = withLife(oneDatabase(port), life, activity)
  let batches = 0
  const createStorageInstance: typeof storage.createStorageInstance = async params => {
    const instance = await storage.createStorageInstance(params)
    if (params.collectionName !== 'submissions' || params.schema.version !== schemaVersion)
      return instance
    const write = instance.bulkWrite.bind(instance)
    return Object.assign(instance, {
      bulkWrite: async (...rows: Parameters<typeof write>) => {
        if ((batches += 1) > 1) {
          // RxDB does not catch what a read throws that is under way when the tab dies.
          await activity.quiet()
          life.kill()
        }
        return write(...rows)
      },
    })
  }
  return { life, storage: { ...storage, createStorageInstance } }
}

test('stopped in the middle and started again, the result is the same', async () => {
  const many = { unsent: 300, sent: 500 }
  const port = createIndexedDb()
  await writeDatabase16('stopped', port, many)
  const { life, storage } = dyingStorage(port)
  const first = await openUnmigrated('stopped', storage, 5)
  // RxDB leaves its promise open.
  void migrateAll(first, () => {}).catch(() => {})
  await until('it has died', () => life.state() === 'dead')
  await first.close()
  const half = await openRaw(port, 'stopped')
  const brought = await half.count(`submissions--${schemaVersion}`)
  half.close()
  expect(brought).toBeGreaterThan(0)
  expect(brought).toBeLessThan(many.unsent + many.sent)

  const db = await openDatabase('stopped', oneDatabase(port), { now: 5 })
  await finish(db)
  await expectWhole(db, many)
  await db.close()
})

test('a document that a strategy cannot convert goes to Recovery, and the others are migrated', async () => {
  const port = createIndexedDb()
  await writeDatabase16('odd', port, { unsent: 2, sent: 3 })
  await writeTo(port, 'odd', 'submissions--16', store => {
    const read = store.get('3')
    read.addEventListener('success', () => {
      // Longer than an index allows.
      store.put({ ...(read.result as object), form_id: 'f'.repeat(500) })
    })
  })

  const db = await openDatabase('odd', oneDatabase(port), { now: 5 })
  expect((await idsOf(db.submissions as never)).length).toBe(4)
  await finish(db)
  const entry = await theEntry(db, 'document|submissions|3')
  expect(entry.reason).toBe('migration')
  expect(entry.payload).toMatchObject({ document: { id: '3', answers: { q1: 'sent 2' } } })
  await db.close()
})
