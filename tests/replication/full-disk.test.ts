import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { createApi } from '../../replication/http/api.ts'
import { createClient } from '../../replication/http/client.ts'
import { startSync } from '../../replication/sync.ts'
import { createDisk, submissionOf, submit } from '../device.ts'
import { createFakeSyncEnv, until } from '../env.ts'
import { startTestServer } from '../server/make-server.ts'
import { createActivity, createLife, withLife, type Activity, type Life } from '../sim/life.ts'

/** One write fails because the disk is full; when there is room again, every write works. */

let db: Database
let life: Life
let activity: Activity

beforeEach(async () => {
  life = createLife()
  activity = createActivity()
  const { name, port } = createDisk()
  db = await openDatabase(name, withLife(oneDatabase(port), life, activity))
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

test('an automatic sync that found no room begins again a minute later', async () => {
  const server = await startTestServer()
  const env = createFakeSyncEnv({ fetch: server.fetch, origin: server.origin })
  env.signIn(await server.login())
  const client = createClient(env)
  const parts = { db, client, api: createApi(client), env }
  const sync = startSync(parts)
  env.cut()
  const { id } = await submit({ ...parts, sync, crash: sync.stop }, '1', {})
  const status = async () => (await submissionOf({ db }, id))?.syncStatus
  await activity.quiet()
  fillDisk()
  env.mend()
  await until('the disk was full', () => life.struck() !== null)
  await activity.quiet()
  expect(await status()).toBe('pending')
  env.clock.advance(60_000)
  await until('the interview has the id of the server', async () => (await status()) === undefined)
  await sync.stop()
  await server.close()
})
