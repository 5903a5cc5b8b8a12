import { findObject } from '../../../replication/wire/envelope.ts'
import { assignForm, putForm } from '../../../server/store/forms.ts'
import { userByEmail } from '../../../server/store/users.ts'
import { barePassword, createBareServer } from '../../server/bare-server.ts'
import type { TestServer } from '../../server/make-server.ts'
import { shareTestServer } from '../../server/share-server.ts'
import { importNested } from './nested-form.ts'

/** A server with the form of nested repeats, and its surveyor's token. */
export interface NestedServer {
  readonly fetch: typeof fetch
  readonly origin: string
  readonly token: string
}

const ours = async (startServer: () => Promise<TestServer>): Promise<NestedServer> => {
  const server = await startServer()
  const { form } = await importNested()
  const user = await userByEmail(server.db.query, 'asha@transect.example')
  if (user === null) throw new Error('The demo is not as this test knows it.')
  await putForm(server.db.query, form, new Date(server.clock()))
  await assignForm(server.db.query, user.id, form.id, new Date(server.clock()))
  const { fetch, origin } = server
  return { fetch: fetch as typeof globalThis.fetch, origin, token: await server.login() }
}

/** Stores what a plain server stores: of an answer the field and the value, in their order. */
const withoutOccurrences = async (request: Request): Promise<Request> => {
  const text = request.method === 'GET' ? '' : await request.clone().text()
  if (!text.startsWith('{') || !text.includes('"answers"')) return request
  const body = JSON.parse(text) as { answers: { form_field_id: string; value: string }[] }
  const answers = body.answers.map(({ form_field_id, value }) => ({ form_field_id, value }))
  const { method, headers, url } = request
  return new Request(url, { method, headers, body: JSON.stringify({ ...body, answers }) })
}

const plain = async (): Promise<NestedServer> => {
  const { form } = await importNested()
  const server = createBareServer({ forms: [{ ...form, id: 'nested', title: 'Nested' }] })
  const login = await server.fetch('/api/surveyor/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email: 'asha@transect.example', password: barePassword }),
  })
  const token = String(findObject(await login.json(), 'access_token')?.['access_token'])
  return {
    fetch: async (input, init) => server.fetch(await withoutOccurrences(new Request(input, init))),
    origin: server.origin,
    token,
  }
}

/** Our server, shared by a file's tests, and one that stores no occurrences: each with its name. */
export const nestedServers = (): readonly [string, () => Promise<NestedServer>][] => {
  const startServer = shareTestServer()
  return [
    ['our server', () => ours(startServer)],
    ['a plain server', plain],
  ]
}
