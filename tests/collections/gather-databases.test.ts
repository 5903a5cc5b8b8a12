import { expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { gatherDatabases } from '../../collections/history/gather-databases.ts'
import { readStored } from '../../collections/one-database/stored.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createDisk, fillIn, openDevice, submit, type Disk } from '../device.ts'
import { scatter } from '../fixtures/scattered.ts'
import { dyingPort } from '../dying-port.ts'

/** A device of the layout before this one, with a database for each collection, keeps all of its work. */

const noServer = {
  origin: 'http://server.test',
  fetch: () => Promise.reject(new TypeError('Failed to fetch')),
}

const photo = (name: string, first: number) => ({
  fieldId: 'photo',
  name,
  bytes: Uint8Array.from([first, 1, 2, 3]),
})

/** A device with an unsent interview and its photos, a deleted one, an edit in work, and settings; scattered. */
const writeScattered = async (): Promise<Disk> => {
  const disk = createDisk()
  const device = await openDevice(noServer, disk, 'token')
  device.env.cut()
  await submit(device, 'f1', { q1: 'yes' }, [photo('a.jpg', 7), photo('b.jpg', 8)])
  device.env.clock.advance(1000)
  await submit(device, 'f1', { q1: 'no' })
  device.env.clock.advance(1000)
  await fillIn(device, 'f2', { q2: 'half' }, [photo('c.jpg', 9)])
  await writeSetting(device.db, 'autoSync', false)
  await device.crash()
  await scatter(disk)
  return disk
}

/** Everything of a database that RxDB shows, with the bytes of its files. */
const contentsOf = async (db: Database) => {
  const found: Record<string, unknown> = {}
  for (const collection of Object.values(db.collections)) {
    const docs = await collection.find().exec()
    found[collection.name] = docs.map(doc => JSON.stringify(doc.toJSON())).sort()
  }
  const files = await db.file_uploads.find().exec()
  found['bytes'] = await Promise.all(
    files.map(async ({ id }) => [
      id,
      ...new Uint8Array((await (await fileBytes(db, id))?.arrayBuffer()) ?? []),
    ]),
  )
  return found
}

const open = (disk: Disk) => openDatabase(disk.name, workspaceStorage({ indexedDb: disk.port }))

const readAll = async (disk: Disk) => {
  const db = await open(disk)
  const contents = await contentsOf(db)
  await db.close()
  return contents
}

test('every document, photo and setting arrives, and the earlier databases are gone', async () => {
  const disk = await writeScattered()
  expect((await readStored(disk.name, disk.port)).version).toBe(0)
  await gatherDatabases(disk.name, disk.port)
  const { version, scattered } = await readStored(disk.name, disk.port)
  expect({ version, scattered }).toEqual({ version: schemaVersion, scattered: [] })
  const found = await readAll(disk)
  expect(found['submissions']).toHaveLength(2)
  expect(found['outbox']).toHaveLength(2)
  expect(found['drafts']).toHaveLength(1)
  expect(found['form_responses']).toHaveLength(1)
  const bytes = (found['bytes'] as number[][]).map(([, ...own]) => own)
  expect(bytes.sort()).toEqual([7, 8, 9].map(first => [first, 1, 2, 3]))
})

test('killed at any transaction and started again, the result is the same', async () => {
  const whole = await writeScattered()
  const wanted = await (async () => {
    await gatherDatabases(whole.name, whole.port)
    return readAll(whole)
  })()
  let isDone = false
  for (let lives = 0; !isDone; lives += 1) {
    const disk = await writeScattered()
    const dying = dyingPort(disk.port, lives)
    isDone = await gatherDatabases(disk.name, dying.port).then(
      () => true,
      () => false,
    )
    dying.bury()
    await gatherDatabases(disk.name, disk.port)
    const found = await readAll(disk)
    const shape = (contents: Record<string, unknown>) =>
      Object.entries(contents).map(([name, docs]) => [name, (docs as unknown[]).length])
    expect([lives, shape(found)]).toEqual([lives, shape(wanted)])
    expect((found['bytes'] as number[][]).map(([, ...own]) => own).sort()).toEqual(
      (wanted['bytes'] as number[][]).map(([, ...own]) => own).sort(),
    )
    expect((await readStored(disk.name, disk.port)).scattered).toEqual([])
    if (lives > 200) throw new Error('It never came to an end.')
  }
}, 120_000)

test('what was written after an interrupted gathering is not overwritten by it', async () => {
  const disk = await writeScattered()
  // Dies when everything is copied, and nothing is deleted yet.
  const { indexedDB } = disk.port
  const undeletable = new Proxy(indexedDB, {
    get: (target, key) => {
      if (key === 'deleteDatabase') throw new Error('The tab is gone.')
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await expect(
    gatherDatabases(disk.name, { ...disk.port, indexedDB: undeletable }),
  ).rejects.toThrow('gone')
  const db = await open(disk)
  await writeSetting(db, 'autoSync', true)
  await db.close()
  await gatherDatabases(disk.name, disk.port)
  const again = await open(disk)
  expect((await again.settings.findOne('autoSync').exec(true)).value).toBe(true)
  expect(await again.submissions.count().exec()).toBe(2)
  await again.close()
})

test('two tabs that gather at the same time leave everything once', async () => {
  const disk = await writeScattered()
  await Promise.all([gatherDatabases(disk.name, disk.port), gatherDatabases(disk.name, disk.port)])
  const found = await readAll(disk)
  expect(found['submissions']).toHaveLength(2)
  expect(found['bytes']).toHaveLength(3)
})
