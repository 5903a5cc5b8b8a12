import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi, type Api } from '../../replication/http/api.ts'
import { createClient } from '../../replication/http/client.ts'
import { createFakeClock, createFakeSyncEnv } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/**
 * Spec 7: every call as it leaves the device: method, path, query and the names of its fields, and its time-out
 * (9.4, 9.5, 9.33). The real client makes the calls, and the real server answers them.
 */

let server: TestServer
let token = ''
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
  token = await server.login()
})
afterAll(() => server.close())

const auth = '/api/surveyor/auth'
const rows = '/api/surveyor/form-submissions'
const create = {
  form_id: 'f',
  latitude: 1,
  longitude: 2,
  answers: [{ form_field_id: 'a', value: 'b' }],
  created_at: '2026-11-20T09:30:00.000Z',
}
const created = 'answers created_at form_id latitude longitude'
const picture = new Blob(['x'], { type: 'image/jpeg' })
const profile = { first_name: 'A', last_name: 'B', phone_number: '+919825000000' }
const upload = {
  submissionId: '7',
  fieldId: 'q',
  fieldType: 'IMAGE',
  occurrence: 0,
  files: ['one', 'two'].map(name => ({ name, bytes: picture })),
  key: 'k',
}
const reset = { token: 't', password: 'p', confirm_password: 'p' }
const change = { old_password: 'o', new_password: 'n', confirm_password: 'n' }
const set = { token: 't', new_password: 'n', new_password_confirmation: 'n' }

type Row = readonly [
  id: string,
  make: (api: Api) => Promise<unknown>,
  request: string,
  fields: string,
  kind: 'json' | 'multipart' | 'none',
  timeoutMs: number,
]

const table: readonly Row[] = [
  ['7.2', a => a.login('e', 'p'), `POST ${auth}/login`, 'email password', 'json', 30_000],
  ['7.3', a => a.logout(), `POST ${auth}/logout`, '', 'json', 8000],
  ['7.4', a => a.passwordForgot('e'), `POST ${auth}/password-forgot`, 'email', 'json', 8000],
  [
    '7.5',
    a => a.passwordResetVerify('t'),
    `POST ${auth}/password-reset-verify`,
    'token',
    'json',
    8000,
  ],
  [
    '7.6',
    a => a.passwordReset(reset),
    `POST ${auth}/password-reset`,
    'confirm_password password token',
    'json',
    8000,
  ],
  [
    '7.7',
    a => a.passwordChange(change),
    `POST ${auth}/password-change`,
    'confirm_password new_password old_password',
    'json',
    8000,
  ],
  [
    '7.8',
    a => a.passwordSet(set),
    `POST ${auth}/password-set`,
    'new_password new_password_confirmation token',
    'json',
    8000,
  ],
  ['7.9', a => a.account(), `GET ${auth}/account`, '', 'none', 8000],
  [
    '7.10',
    a => a.accountUpdate(profile, null),
    `POST ${auth}/account-update`,
    'first_name last_name phone_number',
    'json',
    8000,
  ],
  [
    '7.10',
    a => a.accountUpdate(profile, picture),
    `POST ${auth}/account-update`,
    'first_name last_name phone_number profile_image',
    'multipart',
    60_000,
  ],
  [
    '7.11',
    a => a.forms(1),
    'GET /api/surveyor/forms?page=1&limit=1000&refresh=1',
    '',
    'none',
    8000,
  ],
  ['7.12', a => a.form('7'), 'GET /api/surveyor/forms/7', '', 'none', 8000],
  ['7.13', a => a.submissions(2, 100), `GET ${rows}?page=2&limit=100`, '', 'none', 45_000],
  ['7.14', a => a.createSubmission(create, 'k', 45_000), `POST ${rows}`, created, 'json', 45_000],
  ['7.15', a => a.submission('7'), `GET ${rows}/7`, '', 'none', 8000],
  [
    '7.15',
    a => a.updateSubmission('7', { ...create, updated_at: create.created_at }, '', 45_000),
    `PUT ${rows}/7`,
    `${created} updated_at`,
    'json',
    45_000,
  ],
  ['7.15', a => a.deleteSubmission('7', 45_000), `DELETE ${rows}/7`, '', 'none', 45_000],
  [
    '7.16',
    a => a.uploadFiles(upload),
    `POST ${rows}/7/upload-files`,
    'field_id field_type files[] files[] submission_id',
    'multipart',
    60_000,
  ],
  ['7.17', a => a.stats(), 'GET /api/surveyor/analytics/stats', '', 'none', 8000],
]

const fieldsOf = async (request: Request): Promise<readonly string[]> =>
  (request.headers.get('content-type') ?? '').startsWith('multipart/')
    ? [...(await request.formData()).keys()]
    : Object.keys(JSON.parse((await request.text()) || '{}') as object)

const kindOf = (request: Request): string => {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return 'multipart'
  return type.startsWith('application/json') ? 'json' : 'none'
}

test.each(table)('%s %#: %s', async (_, make, expected, fields, kind) => {
  const requests: Request[] = []
  const statuses: number[] = []
  const env = createFakeSyncEnv({
    origin: server.origin,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request.clone())
      const response = await server.fetch(request)
      statuses.push(response.status)
      return response
    },
  })
  env.signIn(token)
  await make(createApi(createClient(env)))
  const [request] = requests
  if (request === undefined) throw new Error('Nothing was sent.')
  const { pathname, search } = new URL(request.url)
  expect(`${request.method} ${pathname}${search}`).toBe(expected)
  expect(kindOf(request)).toBe(kind)
  expect([...(await fieldsOf(request))].sort().join(' ')).toBe(fields)
  // 7.1: every request has the token.
  expect(request.headers.get('authorization')).toBe(`Bearer ${token}`)
  // The server knows the call, whatever it answers to these values.
  expect(statuses[0]).not.toBe(405)
  expect(statuses[0] === 404 && !expected.includes('/7')).toBe(false)
  // A logout here must not end the session for the following calls.
  if (expected.endsWith('/logout')) token = await server.login()
})

test.each(table)('%s %#: times out by itself', async (_, make, _request, _fields, _kind, ms) => {
  const clock = createFakeClock()
  let isAborted = false
  let heard = () => {}
  const sent = new Promise<void>(resolve => (heard = resolve))
  const env = createFakeSyncEnv({
    origin: server.origin,
    clock,
    fetch: (input, init) => {
      const { signal } = new Request(input, init)
      heard()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true
          reject(signal.reason as Error)
        })
      })
    },
  })
  const made = make(createApi(createClient(env)))
  await sent
  clock.advance(ms - 1)
  await Promise.resolve()
  expect(isAborted).toBe(false)
  clock.advance(1)
  expect(await made).toMatchObject({ ok: false, failure: { kind: 'temporary', why: 'timeout' } })
})
