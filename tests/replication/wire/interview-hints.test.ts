import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { submitInterview } from '../../../replication/submit.ts'
import { reasonChars } from '../../../replication/wire/calls.ts'
import {
  DetailedCreateRequest,
  type HintDetail,
  type InterviewDetails,
} from '../../../replication/wire/interview-details.ts'
import { createDisk, fillIn, openDevice, type Device } from '../../device.ts'
import { createBareServer } from '../../server/bare-server.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** How an interview was made, as its POST says it, with the hints that were shown before Submit. */

const request = {
  form_id: '3',
  latitude: null,
  longitude: null,
  answers: [],
  created_at: '2026-11-20T09:30:00.000Z',
}
const read = (details: unknown) => v.parse(DetailedCreateRequest, { ...request, details }).details
const hint = (more: Partial<HintDetail> = {}): HintDetail => ({
  kind: 'number',
  field_id: 'age',
  occurrence: 0,
  reason: '',
  ...more,
})
const none = {
  definition_hash: null,
  started_at: null,
  accuracy: null,
  located_after: null,
  sent_at: null,
  address: null,
  hints: [],
}

test.each([undefined, null, 'x', 3, [], {}])('%j is no details, and refuses nothing', details => {
  expect(read(details)).toEqual(none)
})

test('what cannot be read leaves the rest', () => {
  const given = {
    definition_hash: '0'.repeat(31),
    started_at: '0000-01-01T00:00:00.000Z',
    accuracy: -1,
    sent_at: 'soon',
    address: 12,
    hints: [hint({ kind: 'Fast' }), 'what', hint({ kind: 'same', occurrence: 1.5 }), hint()],
  }
  expect(read(given)).toEqual({ ...none, hints: [hint()] })
  expect(read({ ...given, accuracy: 4.5 })).toMatchObject({ accuracy: 4.5 })
})

test.each(['1', '2026', 'Nov 2026', 'Mon Nov 30 2026 08:00:00 GMT+0530 (India Standard Time)'])(
  'the moment %s is stored as every database takes it',
  text => {
    expect(read({ started_at: text }).started_at).toBe(new Date(text).toISOString())
  },
)

test('an accuracy that is no number is none', () => {
  expect(read(JSON.parse('{"accuracy":1e999}'))).toEqual(none)
})

test('texts are cut, and control characters become spaces', () => {
  const long = 'ठ'.repeat(300)
  const { address, hints } = read({
    address: long,
    hints: [hint({ reason: long }), hint({ reason: 'a\u0000b\nc' })],
  })
  expect(address).toBe(long.slice(0, 200))
  expect(hints.map(({ reason }) => reason)).toEqual([long.slice(0, reasonChars), 'a b c'])
})

test('of many hints the first hundred count', () => {
  const many = Array.from({ length: 300 }, (_, occurrence) => hint({ occurrence }))
  expect(read({ hints: many }).hints).toEqual(many.slice(0, 100))
})

let server: TestServer
let device: Device
let restart: () => Promise<void>
let isDown = false
let isLost = false
let answerMs = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => device?.crash())

const open = async (fetch: TestServer['fetch'], origin: string) => {
  const sent: (InterviewDetails | undefined)[] = []
  const noting: TestServer['fetch'] = async (input, init) => {
    if (isDown) throw new TypeError('fetch failed')
    const request = new Request(input, init)
    device?.env.clock.advance(answerMs)
    if (request.signal.aborted) throw request.signal.reason as Error
    if (request.method === 'POST' && request.url.endsWith('/form-submissions'))
      sent.push(((await request.clone().json()) as { details?: InterviewDetails }).details)
    const answer = await fetch(request)
    if (isLost) throw new TypeError('fetch failed')
    return answer
  }
  const disk = createDisk()
  restart = async () => {
    const token = device.env.token()
    await device.crash()
    device = await openDevice({ fetch: noting, origin }, disk, token)
  }
  device = await openDevice({ fetch: noting, origin }, disk, null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  return sent
}

const shown = [hint({ reason: 'ठीक है' }), hint({ kind: 'fast', field_id: '' })]

const submitWithHints = async (formId: string, answers: Readonly<Record<string, string>>) => {
  const { draft, contents } = await fillIn(device, formId, answers)
  await submitInterview(device, draft, { ...contents, hints: shown })
  return draft.id
}

test('the hints of an interview go with its POST, and stay with it on the device', async () => {
  const sent = await open(server.fetch, server.origin)
  const id = await submitWithHints('household-profile', { 'household-profile.head_name': 'Asha' })
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ definition_hash: 'v1', accuracy: 8, hints: shown })
  const stored = await device.db.submissions.findOne(id).exec(true)
  expect(stored.server_id).not.toBe('')
  expect(stored.history.find(({ what }) => what === 'saved')?.hints).toEqual(shown)
})

test('each request says when the device sent it, a repeat too', async () => {
  const sent = await open(server.fetch, server.origin)
  isLost = true
  const first = device.env.clock.now()
  await submitWithHints('household-profile', { 'household-profile.head_name': 'Asha' })
  isLost = false
  device.env.clock.advance(600_000)
  await device.sync.run({ all: true })
  const times = sent.map(details => Date.parse(details?.sent_at ?? ''))
  expect(times).toHaveLength(2)
  expect(times[0]).toBeGreaterThanOrEqual(first)
  expect(times[1]).toBeGreaterThanOrEqual(first + 600_000)
  expect(times[1]).toBeLessThanOrEqual(device.env.clock.now())
})

test('the hints go with the first request after a start without a network', async () => {
  const sent = await open(server.fetch, server.origin)
  isDown = true
  await restart()
  await device.sync.refresh.now('stats')
  device.env.cut()
  await submitWithHints('household-profile', { 'household-profile.head_name': 'Asha' })
  isDown = false
  device.env.mend()
  await device.sync.run({ all: true })
  expect(sent.map(details => details?.hints)).toEqual([shown])
})

test('the first interview after a start is sent over a network whose answers take long', async () => {
  const sent = await open(server.fetch, server.origin)
  await restart()
  device.env.cut()
  await submitWithHints('household-profile', { 'household-profile.head_name': 'Asha' })
  device.env.mend()
  answerMs = 10_000
  await device.sync.run({ all: true })
  answerMs = 0
  expect(sent.map(details => details?.hints)).toEqual([shown])
})

test('a plain server gets no hints', async () => {
  const plain = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  const sent = await open(plain.fetch, plain.origin)
  await submitWithHints('3', { q: 'yes' })
  expect(plain.rows()).toHaveLength(1)
  expect(JSON.stringify(plain.rows())).not.toContain('ठीक')
  expect(sent).toEqual([undefined])
})
