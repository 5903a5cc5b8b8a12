import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { submitInterview } from '../../replication/submit.ts'
import { headers } from '../../replication/wire/calls.ts'
import {
  parseInterviewDetails,
  reasonChars,
  writeInterviewDetails,
  type HintDetail,
} from '../../replication/wire/headers.ts'
import { createDisk, fillIn, openDevice, type Device } from '../device.ts'
import { createBareServer } from '../server/bare-server.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** The hints that were shown before Submit, as the header of an interview has them. */

const write = (hints: readonly HintDetail[]) =>
  writeInterviewDetails({
    definitionHash: null,
    startedAt: null,
    accuracy: 8,
    sentAt: null,
    hints,
  })
const readBack = (hints: readonly HintDetail[]) => parseInterviewDetails(write(hints)).hints
const hint = (more: Partial<HintDetail> = {}): HintDetail => ({
  kind: 'number',
  field_id: 'age',
  occurrence: 0,
  reason: '',
  ...more,
})

test.each([
  hint({ kind: 'fast', field_id: '' }),
  hint({ reason: 'She is 104; I saw her card, "really" = yes.' }),
  hint({ field_id: 'a.b,c;d=e/#1', occurrence: 12, reason: 'घर में कोई नहीं था' }),
  hint({ reason: 'لم يكن أحد في البيت 🏠' }),
])('%j is read as it was written', one => {
  const header = write([one, hint()])
  expect(header).toMatch(/^accuracy=8; hints=[\w.,-]+$/)
  expect(parseInterviewDetails(header)).toMatchObject({ accuracy: 8, hints: [one, hint()] })
})

test('no hints add nothing to the header', () => {
  expect(write([])).toBe('accuracy=8')
  expect(readBack([])).toEqual([])
})

test('the header stays short however much was written', () => {
  const long = 'ठ'.repeat(300)
  expect(readBack([hint({ reason: long })])).toEqual([hint({ reason: long.slice(0, reasonChars) })])
  const many = Array.from({ length: 100 }, (_, at) => hint({ occurrence: at, reason: long }))
  expect(write(many).length).toBeLessThan(4100)
  const kept = readBack(many)
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.at(-1)).toEqual({ ...many[kept.length - 1], reason: long.slice(0, reasonChars) })
})

test('a cut pair and control characters become text that every database takes', () => {
  const [cut, control] = readBack([
    hint({ reason: `${'x'.repeat(reasonChars - 1)}🏠` }),
    hint({ reason: 'a\u0000b\nc' }),
  ])
  expect(cut?.reason).toBe(`${'x'.repeat(reasonChars - 1)}\uFFFD`)
  expect(control?.reason).toBe('a b c')
})

test.each([
  'hints=<script>',
  'hints=',
  'hints=fast',
  'hints=FAST...',
  'hints=fast..x.',
  `hints=${'fast...,'.repeat(900)}`,
])('%.20s has no hints', header => {
  expect(parseInterviewDetails(header).hints).toEqual([])
})

test('an unreadable hint leaves the others, and bytes that are no text harm nothing', () => {
  const { hints } = parseInterviewDetails('hints=fast...,what,number.YWdl.3._w,same...a')
  expect(hints).toEqual([
    hint({ kind: 'fast', field_id: '' }),
    hint({ occurrence: 3, reason: '\uFFFD' }),
    hint({ kind: 'same', field_id: '' }),
  ])
})

let server: TestServer
let device: Device
let restart: () => Promise<void>
let isDown = false
let isLost = false
let answerMs = 0
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 0 })
})
afterAll(() => server.close())
afterEach(() => device?.crash())

const open = async (fetch: TestServer['fetch'], origin: string) => {
  const sent: (string | null)[] = []
  const noting: TestServer['fetch'] = async (input, init) => {
    if (isDown) throw new TypeError('fetch failed')
    const request = new Request(input, init)
    device?.env.clock.advance(answerMs)
    if (request.signal.aborted) throw request.signal.reason as Error
    if (request.method === 'POST' && request.url.endsWith('/form-submissions'))
      sent.push(request.headers.get(headers.interviewDetails))
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
  expect(parseInterviewDetails(sent[0] ?? '').hints).toEqual(shown)
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
  const times = sent.map(header => parseInterviewDetails(header ?? '').sentAt?.getTime() ?? 0)
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
  expect(sent.map(header => parseInterviewDetails(header ?? '').hints)).toEqual([shown])
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
  expect(sent.map(header => parseInterviewDetails(header ?? '').hints)).toEqual([shown])
})

test('a plain server gets no hints', async () => {
  const plain = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  const sent = await open(plain.fetch, plain.origin)
  await submitWithHints('3', { q: 'yes' })
  expect(plain.rows()).toHaveLength(1)
  expect(JSON.stringify(plain.rows())).not.toContain('ठीक')
  expect(sent).toEqual([null])
})
