import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import {
  changeSetting,
  readSetting,
  writeSetting,
} from '../../collections/writes/write-settings.ts'
import { createDisk } from '../device.ts'

/** Another tab has written, and its event has not reached this one yet. */

let db: Database
let writeElsewhere: (key: string, value: unknown) => Promise<void>

beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
  const { schema } = db.settings.storageInstance
  const instance = await oneDatabase(port).createStorageInstance({
    databaseName: name,
    databaseInstanceToken: 'another tab',
    collectionName: 'settings',
    schema: schema as never,
    options: {},
    // No event about these writes reaches the other tab.
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

test("a setting is changed from the other tab's value", async () => {
  expect(await readSetting(db, 'freshness')).toEqual({})
  await writeElsewhere('freshness', { forms: 1 })
  const change = (stamps: object) => ({ ...stamps, stats: 2 })
  expect(await changeSetting(db, 'freshness', change)).toEqual({ forms: 1, stats: 2 })
  expect(await readSetting(db, 'freshness')).toEqual({ forms: 1, stats: 2 })
})

test("a setting overwrites the other tab's value", async () => {
  expect(await readSetting(db, 'lastSyncTime')).toBe(0)
  await writeElsewhere('lastSyncTime', 1)
  await writeSetting(db, 'lastSyncTime', 2)
  expect(await readSetting(db, 'lastSyncTime')).toBe(2)
})
