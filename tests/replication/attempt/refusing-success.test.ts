import { binned } from '../../binned.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { submissionOf, submit } from '../../device.ts'
import { entriesIn } from '../../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** A server or a gateway refuses with status 200: what it refuses is not taken for sent. */

let phone: PlainPhone
/** The methods that are refused, with the body of the refusal. */
let refused: { methods: readonly string[]; body: object } | null = null
beforeEach(async () => {
  refused = null
  phone = await openPlainPhone({}, fetch => async (input, init) => {
    const request = new Request(input, init)
    return refused?.methods.includes(request.method) === true
      ? Response.json(refused.body)
      : fetch(request)
  })
})
afterEach(() => phone.device.crash())

const send = async () => {
  await queueUnsent(phone.device.db, phone.device.env.clock.now())
  await phone.settle()
}
const refusal = { status: false, message: 'Try again later.' }

test.each([refusal, { code: 400, message: 'Not now.' }])(
  'an interview, its photo, an edit and a deletion wait when the body is %j',
  async body => {
    const { db, env } = phone.device
    refused = { methods: ['POST'], body }
    const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
    expect(await submissionOf(phone.device, id)).toMatchObject({ syncStatus: 'pending' })
    refused = null
    await send()
    expect(phone.server.rows()).toHaveLength(1)
    expect(await submissionOf(phone.device, id)).toMatchObject({ syncStatus: 'synced' })

    refused = { methods: ['PUT'], body }
    await commitEdit(db, id, { q: 'no' }, [], env.clock.now())
    await send()
    expect(await submissionOf(phone.device, id)).toMatchObject({
      syncStatus: 'pending',
      answers: { q: 'no' },
    })
    refused = null
    await send()
    expect(await submissionOf(phone.device, id)).toMatchObject({ syncStatus: 'synced' })

    refused = { methods: ['DELETE'], body }
    await markDeleted(db, id, env.clock.now())
    await send()
    expect(phone.server.rows()).toHaveLength(1)
    expect(await binned(db)).toEqual([])
    refused = null
    await send()
    expect(phone.server.rows()).toHaveLength(0)
  },
)

test('an edit is sent when the body has a row, and warns', async () => {
  const { db, env } = phone.device
  const { id } = await submit(phone.device, '3', { q: 'yes' })
  refused = { methods: ['PUT'], body: { data: { id: 1 }, errors: { photo: ['Large.'] } } }
  await commitEdit(db, id, { q: 'no' }, [], env.clock.now())
  await send()
  expect(await submissionOf(phone.device, id)).toMatchObject({ syncStatus: 'synced' })
})

test('a deletion of a row that is gone is done when the body says so', async () => {
  const { db, env } = phone.device
  const { id } = await submit(phone.device, '3', { q: 'yes' })
  refused = { methods: ['DELETE'], body: { status: 404, message: 'Not found' } }
  await markDeleted(db, id, env.clock.now())
  await send()
  await send()
  expect(await entriesIn(db)).toEqual([])
  expect(await submissionOf(phone.device, id)).toBeNull()
})

test('a list that is refused says nothing of what the server has', async () => {
  const { id } = await submit(phone.device, '3', { q: 'yes' })
  refused = { methods: ['GET'], body: { ...refusal, data: [] } }
  expect(await phone.device.sync.refresh.now('submissions')).toMatchObject({
    ok: false,
    failure: { kind: 'temporary', status: 200, message: 'Try again later.' },
  })
  expect(await submissionOf(phone.device, id)).not.toBeNull()
})
