import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../device.ts'
import { draftIn } from '../drafts.ts'
import { until } from '../env.ts'
import { entryIn } from '../recovery.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** The one write path against the real server: draft, commit point, outbox, runner, files. */

let server: TestServer
let device: Device
let token: string
let formId: string

const rowsOnServer = async () => {
  const response = await server.fetch('/api/surveyor/form-submissions?limit=1000', {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as {
    data: { id: string; tempId: string; answers: { form_field_id: string; value: unknown }[] }[]
  }
  return data
}

const rowsOf = async (tempId: string) => (await rowsOnServer()).filter(row => row.tempId === tempId)

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  await server.reset()
  token = await server.login()
  const forms = await server.fetch('/api/surveyor/forms?page=1&limit=50', {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data } = (await forms.json()) as { data: { id: string; status: string }[] }
  formId = data.find(({ status }) => status !== 'draft')?.id ?? ''
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), token)
  // The first answer announces what the server can do beyond section 7.
  await device.sync.refresh.now('stats')
})
afterEach(() => device.crash())

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('an interview submitted online is on the server when Submit ends', async () => {
  const { id, outcome } = await submit(device, formId, { a: 'one', b: ['x', 'y'] })
  expect(outcome).toBe('submitted')
  const rows = await rowsOf(id)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.answers.map(({ form_field_id }) => form_field_id).sort()).toEqual(['a', 'b'])
  expect(await submissionOf(device, id)).toMatchObject({
    syncStatus: 'synced',
    server_id: rows[0]?.id,
  })
  expect(await draftIn(device.db, id)).toBeNull()
})

test('an interview submitted offline waits, and is sent automatically when the network is back', async () => {
  device.env.cut()
  const { id, outcome } = await submit(device, formId, { a: 'offline' }, [
    { fieldId: 'photo', name: 'one.txt', bytes: bytesOf('first') },
    { fieldId: 'photo', name: 'two.txt', bytes: bytesOf('second') },
  ])
  expect(outcome).toBe('saved')
  expect(device.env.syncRegistrations()).toBe(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'pending', files_pending: 2 })
  expect(await rowsOf(id)).toHaveLength(0)

  device.env.mend()
  const synced = await until('synced', async () => {
    const submission = await submissionOf(device, id)
    return submission?.syncStatus === 'synced' && submission
  })
  expect(synced.files_pending).toBe(0)
  expect(synced.history.map(({ what }) => what)).toEqual(['saved', 'sent', 'file', 'synced'])
  expect(await rowsOf(id)).toHaveLength(1)
  const answer = (await rowsOf(id))[0]?.answers.find(
    ({ form_field_id }) => form_field_id === 'photo',
  )
  expect((answer as unknown as { value_json: string[] }).value_json).toHaveLength(2)
  await until('an empty outbox', async () => (await device.db.outbox.find().exec()).length === 0)
  await until('a time of the last sync', () => readSetting(device.db, 'lastSyncTime'))
})

test('an answer lost after the commit makes no second row', async () => {
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id, outcome } = await submit(device, formId, { a: 'lost answer' })
  expect(outcome).toBe('unsent')
  expect((await device.db.outbox.findOne().exec())?.in_doubt).toBe(true)
  await device.sync.run({ all: true })
  expect(await rowsOf(id)).toHaveLength(1)
  expect((await submissionOf(device, id))?.syncStatus).toBe('synced')
})

test('an edit made while the outcome is unknown follows as a change, and the first body is sent again', async () => {
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, formId, { a: 'before', b: 'kept' })
  const doc = await device.db.submissions.findOne(id).exec(true)
  await doc.updateCRDT({
    ifMatch: { $set: { 'answers.a': 'after', syncStatus: 'pending' } as never },
  })
  await device.sync.run({ all: true })
  await until('the edit on the server', async () => {
    const rows = await rowsOf(id)
    return rows[0]?.answers.find(({ form_field_id }) => form_field_id === 'a')?.value === 'after'
  })
  expect(await rowsOf(id)).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({
    syncStatus: 'synced',
    answers: { a: 'after', b: 'kept' },
  })
})

test('a refused interview leaves the lists and is in Recovery, complete', async () => {
  server.faults.arm({ fault: 'draft', method: 'POST', path: '/form-submissions' })
  const { id, outcome } = await submit(device, formId, { a: 'precious' })
  expect(outcome).toBe('recovered')
  expect(await submissionOf(device, id)).toBeNull()
  const entry = await entryIn(device.db, id)
  expect(entry).toMatchObject({ kind: 'create', reason: 'draft' })
  expect(JSON.stringify(entry?.payload)).toContain('precious')
  expect(await device.db.outbox.find().exec()).toHaveLength(0)
})

test('three answered failures send an interview to Recovery, and fewer do not', async () => {
  server.faults.arm({ fault: '500', method: 'POST', path: '/form-submissions', times: 3 })
  const { id } = await submit(device, formId, { a: 'tried' })
  for (const retryCount of [1, 2]) {
    expect(await device.db.outbox.findOne().exec()).toMatchObject({ state: 'waiting', retryCount })
    await device.sync.run({ all: true })
  }
  expect(await entryIn(device.db, id)).toMatchObject({ reason: 'exhausted' })
})

test('a portal that answers everything with a page counts no attempt', async () => {
  server.faults.arm({ fault: '403-html', times: 20 })
  const { id, outcome } = await submit(device, formId, { a: 'kept' })
  expect(outcome).toBe('unsent')
  expect(await device.db.outbox.findOne().exec()).toMatchObject({ state: 'queued', retryCount: 0 })
  server.faults.clear()
  await device.sync.run({ all: true })
  expect(await rowsOf(id)).toHaveLength(1)
})

test('an ended session stops the run, and everything is sent after the next login', async () => {
  device.env.cut()
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    ids.push((await submit(device, formId, { a: `number ${n}` })).id)
    device.env.clock.advance(1000)
  }
  device.env.signIn('an old token')
  device.env.mend()
  const stopped = await device.sync.run({ all: true })
  expect(stopped).toMatchObject({ stopped: 'login', recovered: [], synced: 0 })
  device.env.signIn(token)
  await device.sync.run({ all: true })
  expect((await rowsOnServer()).filter(row => ids.includes(row.tempId))).toHaveLength(5)
})

test('with Auto Sync off, an interview is sent at Submit, and what waits is sent at the next Sync', async () => {
  await writeSetting(device.db, 'autoSync', false)
  expect((await submit(device, formId, { a: 'online' })).outcome).toBe('submitted')
  device.env.cut()
  const { id } = await submit(device, formId, { a: 'offline' })
  device.env.mend()
  await device.sync.runIfAutomatic()
  expect(await rowsOf(id)).toHaveLength(0)
  await device.sync.run({ all: true })
  expect(await rowsOf(id)).toHaveLength(1)
})
