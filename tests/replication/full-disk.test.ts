import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { createDisk } from '../device.ts'
import { createActivity, createLife, withLife, type Life } from '../sim/life.ts'

/** One write fails because the disk is full; when there is room again, every write works. */

let db: Database
let life: Life

beforeEach(async () => {
  life = createLife()
  const { name, port } = createDisk()
  db = await openDatabase(name, withLife(oneDatabase(port), life, createActivity()))
})
afterEach(() => db.close())

const fillDisk = () => life.arm({ what: 'quota', at: 'write', when: 'before', skip: 0 })
const full = { name: 'QuotaExceededError' }

test('a setting that found no room is written when there is some again', async () => {
  await writeSetting(db, 'lastSyncTime', 1)
  fillDisk()
  await expect(writeSetting(db, 'lastSyncTime', 2)).rejects.toMatchObject(full)
  expect(await readSetting(db, 'lastSyncTime')).toBe(1)
  await writeSetting(db, 'lastSyncTime', 3)
  expect(await readSetting(db, 'lastSyncTime')).toBe(3)
})

test('an answer that found no room is written when there is some again', async () => {
  const read = async () => (await db.form_responses.find().exec()).map(({ value }) => value)
  fillDisk()
  await expect(keepAnswer(db, 'temp_1', 'q', 'lost', 1)).rejects.toMatchObject(full)
  await keepAnswer(db, 'temp_1', 'q', 'typed', 2)
  expect(await read()).toEqual(['typed'])
  fillDisk()
  await expect(keepAnswer(db, 'temp_1', 'q', 'lost', 3)).rejects.toMatchObject(full)
  await keepAnswer(db, 'temp_1', 'q', 'typed again', 4)
  expect(await read()).toEqual(['typed again'])
})
