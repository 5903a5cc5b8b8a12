import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createDisk,
  fillIn,
  openDevice,
  submissionOf,
  submit,
  type Disk,
  type Device,
} from '../device.ts'
import { until } from '../env.ts'
import { entryIn } from '../recovery.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'
import { everyStoredValue } from '../stored-values.ts'

/** A whole device at work: nothing of an interview is readable on its disk, at no stage. */

const secret = 'Zubeida, third house'
const form = 'household-profile'
const files = [
  { fieldId: 'photo', name: 'zubeida.txt', bytes: new TextEncoder().encode(`file ${secret}`) },
]

let server: TestServer
let disk: Disk
let device: Device
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 2 })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  disk = createDisk()
  device = await openDevice(
    { fetch: server.fetch, origin: server.origin },
    disk,
    await server.login(),
  )
  await device.sync.refresh.now('stats')
})
afterEach(() => device.crash())

const expectSealed = async (stage: string, least: number): Promise<void> => {
  const stored = await everyStoredValue(disk)
  // The place where it was made, as well as the answers.
  const found = stored.filter(text => /zubeida|12\.9716|77\.5946/i.test(text))
  expect([stage, found]).toEqual([stage, []])
  expect(stored.length).toBeGreaterThan(least)
}

test('as a draft, waiting, and sent', async () => {
  device.env.cut()
  await fillIn(device, form, { a: secret, b: [secret] }, files)
  await expectSealed('draft', 3)
  const { id } = await submit(device, form, { a: secret }, files)
  await until('it is queued', () => device.db.outbox.findOne().exec())
  await expectSealed('waiting', 5)
  device.env.mend()
  await until('it is synced', async () => (await submissionOf(device, id))?.syncStatus === 'synced')
  await expectSealed('sent', 5)
  // It arrived unchanged.
  const rows = await server.db.query<{ value: string }>(
    `select value from submission_answers where form_field_id = 'a' and value = $1`,
    [secret],
  )
  expect(rows).toHaveLength(1)
})

test('in doubt, and in Recovery', async () => {
  server.faults.arm({ fault: 'drop-before', path: '/surveyor/form-submissions', method: 'POST' })
  const { id } = await submit(device, form, { a: secret })
  await expectSealed('in doubt', 4)
  server.faults.arm({
    fault: 'draft',
    path: '/surveyor/form-submissions',
    method: 'POST',
    times: 9,
  })
  await device.sync.run({ all: true })
  device.env.clock.advance(120_000)
  await until('it is in Recovery', () => entryIn(device.db, id))
  await expectSealed('recovery', 4)
  const entry = await entryIn(device.db, id)
  expect(JSON.stringify(entry)).toContain(secret)
})
