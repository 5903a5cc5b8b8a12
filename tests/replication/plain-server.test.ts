import { afterEach, describe, expect, test } from 'vitest'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../device.ts'
import { createBareServer, type BareOptions, type BareServer } from '../server/bare-server.ts'

/** The same write path against a server with only the spec's section 7. */

const forms = [{ id: 3, title: 'Water points', sections: [] }]
let device: Device
afterEach(() => device.crash())

const start = async (options: Partial<BareOptions> = {}): Promise<BareServer> => {
  const server = createBareServer({ forms, ...options })
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  return server
}

const file = { fieldId: 'photo', name: 'pump.txt', bytes: new Uint8Array([1, 2, 3]) }

describe.each([
  { envelope: 'data', tokenAt: 'data' },
  { envelope: 'data.data', tokenAt: 'top' },
  { envelope: 'paginator', tokenAt: 'data' },
] as const)('with $envelope and the token at $tokenAt', shape => {
  test('an interview and its file arrive once, and the list duplicates nothing', async () => {
    const server = await start(shape)
    const { id, outcome } = await submit(device, '3', { q: 'yes', r: ['a', 'b'] }, [file])
    expect(outcome).toBe('submitted')
    await device.sync.run({ all: true })
    expect(server.rows()).toHaveLength(1)
    expect(server.rows()[0]?.files).toHaveLength(1)
    expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', server_id: '1' })
    await device.sync.refresh.now('submissions')
    const all = await device.db.submissions.find().exec()
    expect(all.map(doc => doc.id)).toEqual([id])
    expect(all[0]?.answers['q']).toBe('yes')
    expect(all[0]?.answers['r']).toEqual(['a', 'b'])
  })
})

test('after a lost answer the list is read before anything is sent again', async () => {
  const server = await start()
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id, outcome } = await submit(device, '3', { q: 'lost' })
  expect(outcome).toBe('unsent')
  await device.sync.run({ all: true })
  // The first request could still be in flight.
  expect((await device.db.outbox.findOne().exec())?.state).toBe('waiting')
  device.env.clock.advance(61_000)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', server_id: '1' })
})

test('a request lost before it arrived is sent again', async () => {
  const server = await start()
  server.faults.arm({ fault: 'drop-before', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, '3', { q: 'never arrived' })
  device.env.clock.advance(61_000)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect((await submissionOf(device, id))?.syncStatus).toBe('synced')
})

test('a refresh between a lost answer and the retry shows the interview once', async () => {
  const server = await start()
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  await submit(device, '3', { q: 'lost' })
  await device.sync.refresh.now('submissions')
  expect(await device.db.submissions.find().exec()).toHaveLength(1)
  device.env.clock.advance(61_000)
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')
  expect(await device.db.submissions.find().exec()).toHaveLength(1)
  expect(server.rows()).toHaveLength(1)
})

test('a file whose answer was lost is not uploaded twice', async () => {
  const server = await start()
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: 'upload-files' })
  const { id } = await submit(device, '3', { q: 'with a file' }, [file])
  await device.sync.run({ all: true })
  // The upload could still be in flight.
  expect((await device.db.outbox.findOne().exec())?.state).toBe('waiting')
  device.env.clock.advance(61_000)
  await device.sync.run({ all: true })
  expect(server.rows()[0]?.files).toHaveLength(1)
  expect((await submissionOf(device, id))?.syncStatus).toBe('synced')
})

test('after a plain 500 it is sent again after 5 s, because its request is over', async () => {
  const server = await start()
  server.faults.arm({ fault: '500', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, '3', { q: 'twice' })
  device.env.clock.advance(5000)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
})
