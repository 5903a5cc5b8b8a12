import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { dexieStorage } from '../../collections/storage/storage.ts'
import {
  changeSetting,
  readSetting,
  writeSetting,
} from '../../collections/writes/write-settings.ts'
import { createDisk } from '../device.ts'

/** Another tab has written, and this one has not been told yet. */

let db: Database
let writeElsewhere: (key: string, value: unknown) => Promise<void>

beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, dexieStorage(port))
  const { schema } = db.settings.storageInstance
  const instance = await dexieStorage(port).createStorageInstance({
    databaseName: name,
    databaseInstanceToken: 'another tab',
    collectionName: 'settings',
    schema: schema as never,
    options: {},
    // Nobody hears of what is written here.
    multiInstance: false,
    devMode: false,
  })
  writeElsewhere = async (key, value) => {
    const document = {
      key,
      value,
      _deleted: false,
      _attachments: {},
      _meta: { lwt: 1 },
      _rev: '1-b',
    }
    const { error } = await instance.bulkWrite([{ document: document as never }], 'test')
    if (error.length > 0) throw new Error('The other tab could not write.')
  }
})
afterEach(() => db.close())

test('a setting is changed from what the other tab made of it', async () => {
  expect(await readSetting(db, 'freshness')).toEqual({})
  await writeElsewhere('freshness', { forms: 1 })
  const change = (stamps: object) => ({ ...stamps, stats: 2 })
  expect(await changeSetting(db, 'freshness', change)).toEqual({ forms: 1, stats: 2 })
  expect(await readSetting(db, 'freshness')).toEqual({ forms: 1, stats: 2 })
})

test('a setting is set over what the other tab set', async () => {
  expect(await readSetting(db, 'lastSyncTime')).toBe(0)
  await writeElsewhere('lastSyncTime', 1)
  await writeSetting(db, 'lastSyncTime', 2)
  expect(await readSetting(db, 'lastSyncTime')).toBe(2)
})
