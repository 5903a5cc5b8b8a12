import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { createApi } from '../../replication/http/api.ts'
import { createClient } from '../../replication/http/client.ts'
import { startSync } from '../../replication/sync.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createDisk, submit } from '../device.ts'
import { createFakeSyncEnv, until } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** Two surveyors share a phone: the work of one is never sent under the other's name. */

let server: TestServer
let formId: string
const first = { email: 'asha@transect.example', token: '' }
const second = { email: 'first@transect.example', token: '' }

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  first.token = await server.login(first.email)
  second.token = await server.login(second.email)
  const forms = await server.fetch('/api/surveyor/forms?page=1&limit=50', {
    headers: { Authorization: `Bearer ${first.token}` },
  })
  const { data } = (await forms.json()) as { data: { id: string; status: string }[] }
  formId = data.find(({ status }) => status !== 'draft')?.id ?? ''
})

const rowCountOf = async (token: string): Promise<number> => {
  const response = await server.fetch('/api/surveyor/form-submissions?limit=1000', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { data: unknown[] }).data.length
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })

let close = async (): Promise<void> => {}
afterEach(() => close())

/** A phone whose answers to POSTs are held back until released. */
const openPhone = async () => {
  let letGo = () => {}
  const gate = new Promise<void>(resolve => {
    letGo = resolve
  })
  let posts = 0
  const page = { token: first.token as string | null }
  const env = createFakeSyncEnv({
    origin: server.origin,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const isPost = request.method === 'POST' && request.url.endsWith('/form-submissions')
      const response = await server.fetch(request)
      if (isPost) {
        posts += 1
        await Promise.race([gate, aborted(request.signal)])
      }
      return response
    },
  })
  const disk = createDisk()
  const db = await openDatabase(disk.name, workspaceStorage({ indexedDb: disk.port }))
  close = async () => void (await db.close())
  const own = {
    ...env,
    token: () => (page.token === first.token ? first.token : null),
  }
  const client = createClient({ ...env, token: () => page.token }).forAccount(own)
  const api = createApi(client)
  const sync = startSync({ db, client, env: own })
  const device = { env, db, client, api, sync, crash: async () => {} }
  env.cut()
  for (let made = 0; made < 12; made += 1) {
    env.clock.advance(2000)
    await submit(device, formId, { name: `interview ${made}` })
  }
  env.mend()
  await until('four are on their way', () => posts === 4)
  return { ...device, page, letGo, posts: () => posts }
}

test('a call that still waits for its code when another surveyor signs in is not sent', async () => {
  const page = { token: first.token }
  let isSent = false
  const env = createFakeSyncEnv({
    origin: server.origin,
    fetch: input => {
      isSent = true
      return server.fetch(input)
    },
  })
  const token = () => (page.token === first.token ? first.token : null)
  const client = createClient(env).forAccount({ apiUrl: env.apiUrl, token })
  const asked = client.call('account', { timeoutMs: 1000 })
  page.token = second.token
  expect(await asked).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
  expect(isSent).toBe(false)
})

test('answers that arrive after another surveyor signed in trigger no further request', async () => {
  const phone = await openPhone()
  phone.page.token = second.token
  phone.letGo()
  await phone.sync.run({ all: true })
  expect(await rowCountOf(second.token)).toBe(0)
  expect(await rowCountOf(first.token)).toBe(4)
  expect(phone.posts()).toBe(4)
  await phone.sync.stop()
})

test('a run ends with its workspace, and its requests in flight stay in doubt', async () => {
  const phone = await openPhone()
  phone.client.close()
  await phone.sync.stop()
  const items = await phone.db.outbox.find().exec()
  expect(items).toHaveLength(12)
  expect(items.filter(item => item.in_doubt)).toHaveLength(4)
  phone.page.token = second.token
  phone.letGo()
  expect(await rowCountOf(second.token)).toBe(0)
  expect(await rowCountOf(first.token)).toBe(4)
})
