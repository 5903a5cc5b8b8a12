import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../../replication/wire/calls.ts'
import { createDisk, openDevice, submissionOf, submit } from '../../device.ts'
import { until } from '../../env.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** Whatever a stored outbox item contains, requests go only to the calls of the table. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
})
afterAll(() => server.close())

const paths = Object.values(calls).map(
  ({ path }) => new RegExp(`^/api${path.replace(':id', '[^/]+')}$`),
)

test('an address or a verb written into the outbox is never used', async () => {
  const token = await server.login()
  const asked: URL[] = []
  const fetch: TestServer['fetch'] = (input, init) => {
    asked.push(new URL(input instanceof Request ? input.url : input, server.origin))
    return server.fetch(input, init)
  }
  const device = await openDevice({ fetch, origin: server.origin }, createDisk(), token)
  device.env.cut()
  const bytes = new TextEncoder().encode('a file')
  const { id } = await submit(device, 'household-profile', { a: 'one' }, [
    { fieldId: 'photo', name: 'one.txt', bytes },
  ])
  const item = await until('it is queued', () => device.db.outbox.findOne().exec())
  await item.incrementalPatch({
    endpoint: 'https://evil.example/collect',
    method: 'DELETE',
    payload: { url: 'https://evil.example', baseURL: 'https://evil.example' },
  })
  device.env.mend()
  await until('it is synced', async () => (await submissionOf(device, id))?.syncStatus === 'synced')
  await device.crash()

  expect(asked.length).toBeGreaterThan(1)
  for (const { origin, pathname } of asked) {
    expect(origin).toBe(server.origin)
    expect([pathname, paths.some(path => path.test(pathname))]).toEqual([pathname, true])
  }
})
