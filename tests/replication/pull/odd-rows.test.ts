import { afterEach, expect, test } from 'vitest'
import { commitEdit } from '../../collections/commit.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { submissionOf, submit } from '../../device.ts'
import { entriesIn } from '../../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** Rows as an odd server answers them. */

let phone: PlainPhone
afterEach(() => phone.device.crash())

type Json = Record<string, unknown>

/** Changes the rows of the answers to requests of a method. */
const answering = async (
  methods: readonly string[],
  change: (row: Json, url: string) => Json,
): Promise<void> => {
  phone = await openPlainPhone({}, fetch => async (input, init) => {
    const request = new Request(input, init)
    const { method, url } = request
    const response = await fetch(request)
    if (!methods.includes(method) || !url.includes('/form-submissions')) return response
    const changed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(changed)
      if (typeof value !== 'object' || value === null) return value
      const inner = 'data' in value ? { ...value, data: changed(value.data) } : value
      return 'id' in inner ? change(inner as Json, url) : inner
    }
    return Response.json(changed(await response.json()), { status: response.status })
  })
}
const send = async () => {
  await queueUnsent(phone.device.db, phone.device.env.clock.now())
  await phone.settle()
}

test.each([
  ['null', (row: Json) => ({ ...row, answers: null })],
  ['missing', (row: Json) => ({ ...row, answers: undefined })],
  ['a text', (row: Json) => ({ ...row, answers: JSON.stringify(row['answers']) })],
])('an edit keeps the other answers when those of each row are %s', async (_, change) => {
  await answering(['GET'], change)
  const { id } = await submit(phone.device, '3', { q: 'yes', r: 'long story' })
  await phone.device.sync.refresh.now('submissions')
  const shown = (await submissionOf(phone.device, id))?.answers ?? {}
  await commitEdit(phone.device.db, id, { ...shown, q: 'no' }, [], 1)
  await send()
  const given = { q: 'no', r: 'long story' }
  expect(await submissionOf(phone.device, id)).toMatchObject({ answers: given })
  const [row] = phone.server.rows()
  expect(Object.fromEntries((row?.answers ?? []).map(a => [a.form_field_id, a.value]))).toEqual(
    given,
  )
})

test.each(['', ' '])('an interview is not taken for sent when its id is %j', async empty => {
  let isEmpty = true
  await answering(['POST'], row => (isEmpty ? { ...row, id: empty } : row))
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
  expect(await submissionOf(phone.device, id)).toMatchObject({ syncStatus: 'pending' })
  isEmpty = false
  await send()
  expect(phone.server.rows().map(({ files }) => files.length)).toEqual([1])
  expect(await submissionOf(phone.device, id)).toMatchObject({
    syncStatus: 'synced',
    server_id: '1',
  })
})

test('an edit keeps the place and the time when rows do not say them', async () => {
  const unsaid = { latitude: undefined, longitude: undefined, created_at: undefined }
  await answering(['GET', 'PUT'], row => ({ ...row, ...unsaid }))
  const { id } = await submit(phone.device, '3', { q: 'yes' })
  await phone.device.sync.refresh.now('submissions')
  await commitEdit(phone.device.db, id, { q: 'no' }, [], 1)
  await send()
  const made = { latitude: 12.9716, longitude: 77.5946 }
  expect(await submissionOf(phone.device, id)).toMatchObject({ ...made, syncStatus: 'synced' })
  expect(phone.server.rows()).toMatchObject([{ ...made, answers: [{ value: 'no' }] }])
})

test.each([
  [
    'asked for',
    ['GET'],
    (row: Json, url: string) => (url.endsWith('/2') ? { ...row, id: 1 } : row),
  ],
  ['changed', ['PUT'], (row: Json) => ({ ...row, id: 1 })],
])(
  'no edit goes to another row that the server answers when one is %s',
  async (_, methods, change) => {
    await answering(methods, change)
    await submit(phone.device, '3', { q: 'first' })
    phone.device.env.clock.advance(5000)
    const { id } = await submit(phone.device, '3', { q: 'second' })
    for (const q of ['edited', 'edited again']) {
      await commitEdit(phone.device.db, id, { q }, [], 1)
      await send()
    }
    expect(phone.server.rows()[0]).toMatchObject({ answers: [{ value: 'first' }] })
    expect(await submissionOf(phone.device, id)).toMatchObject({ server_id: '2' })
    const refused = await entriesIn(phone.device.db)
    const kept = [...(await phone.submissions()), ...refused]
    expect(JSON.stringify(kept)).toContain('edited again')
  },
)

test.each([
  ['in a conflict', (body: object) => Response.json(body, { status: 409 })],
  ['as its own', (body: object) => Response.json(body)],
])('an interview changes no other one whose row the server answers %s', async (_, answerWith) => {
  phone = await openPlainPhone({}, fetch => async (input, init) => {
    const request = new Request(input, init)
    const isNew = request.method === 'POST' && request.url.endsWith('/form-submissions')
    const other = isNew ? phone.server.rows()[0] : undefined
    return other !== undefined
      ? answerWith({ data: { ...other, files: undefined } })
      : fetch(request)
  })
  const first = await submit(phone.device, '3', { q: 'first' })
  phone.device.env.clock.advance(5000)
  await submit(phone.device, '3', { q: 'second' })
  await send()
  expect(phone.server.rows()).toMatchObject([{ answers: [{ value: 'first' }] }])
  expect(await submissionOf(phone.device, first.id)).toMatchObject({ answers: { q: 'first' } })
  const refused = await entriesIn(phone.device.db)
  const kept = [...(await phone.submissions()), ...refused]
  expect(JSON.stringify(kept)).toContain('second')
})
