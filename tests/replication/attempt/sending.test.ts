import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../../collections/database.ts'
import { openDatabase } from '../../../collections/open-database.ts'
import { oneDatabase } from '../../../collections/one-database/storage.ts'
import {
  keepPlace,
  lastPlace,
  placeId,
  readPlace,
} from '../../../collections/writes/write-location.ts'
import { outboxRank } from '../../../collections/schemas/outbox.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { noAnswer } from '../../../replication/http/failure.ts'
import { carryOut } from '../../../replication/run/carry-out.ts'
import {
  claim,
  LeaseLost,
  noteSending,
  repeatsAreSafe,
  type AttemptContext,
} from '../../../replication/attempt/sending.ts'
import { isRestored } from '../../../replication/attempt/restored.ts'
import { paceOf } from '../../../replication/outbox/packets.ts'
import type { Extension } from '../../../replication/wire/calls.ts'
import { createDisk } from '../../device.ts'
import { busy, refused } from '../../fixtures/failures.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { entriesIn } from '../../recovery.ts'

/** Right before a request leaves, and right after it failed. */

let db: Database
beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(() => db.outbox.find().remove())
afterAll(() => db.close())

const lease = (isExtended: boolean, isHeld: boolean) => ({
  token: 1,
  extend: () => Promise.resolve(isExtended),
  isHeld: () => isHeld,
})
const context = (more: object): AttemptContext =>
  ({
    db,
    env: { clock: { now: () => 77 } },
    lease: lease(true, true),
    pace: paceOf(null),
    ...more,
  }) as unknown as AttemptContext
const one = async (id: string) => (await db.outbox.findOne(id).exec(true)).toMutableJSON()

test('nothing leaves without the lease', async () => {
  await claim(context({}), 1000)
  await expect(claim(context({ lease: lease(false, true) }), 1000)).rejects.toThrow(LeaseLost)
})

test('what is about to be sent is noted with its time, and a lease lost meanwhile stops it', async () => {
  await db.outbox.insert(outboxItem('a', {}))
  await noteSending(context({}), 'a', 1000, { in_doubt: true, payload: { x: 1 } })
  expect(await one('a')).toMatchObject({ in_doubt: true, payload: { x: 1 }, sentAt: 77 })
  const late = noteSending(context({ lease: lease(true, false) }), 'a', 1000, { in_doubt: false })
  await expect(late).rejects.toThrow(LeaseLost)
  const lost = noteSending(context({ lease: lease(false, true) }), 'a', 1000, { in_doubt: true })
  await expect(lost).rejects.toThrow(LeaseLost)
  // The second one wrote nothing, because it never had the lease.
  expect(await one('a')).toMatchObject({ in_doubt: false })
})

const knows = (...names: readonly Extension[]) => new Set(names)

test.each([
  ['an offline network', { kind: 'offline' }, false],
  ['an ended session', { kind: 'unauthorized', message: '' }, false],
  ['no answer', noAnswer('network'), false],
  ['a page of somebody else', { kind: 'malformed', status: 200, foreign: true }, false],
  ['an answer that cannot be read', { kind: 'malformed', status: 200, foreign: false }, true],
  ['a busy server', busy, true],
  ['a refusal', refused, true],
] as const)(
  'whether repeats are safe is asked once it is not known; %s',
  async (_, failure, isTold) => {
    const asked = context({
      extensions: () => null,
      api: { account: () => Promise.resolve({ ok: false, failure }) },
    })
    const expected = isTold ? { ok: true, value: false } : { ok: false, failure }
    expect(await repeatsAreSafe(asked)).toEqual(expected)
  },
)

test('the items of a run that ask at the same time share one answer, and a later one asks again', async () => {
  let calls = 0
  let answer: (given: unknown) => void = () => {}
  const account = () => {
    calls += 1
    return new Promise(resolve => {
      answer = resolve
    })
  }
  const asked = context({ extensions: () => null, api: { account } })
  const both = Promise.all([repeatsAreSafe(asked), repeatsAreSafe(asked)])
  const offline = { ok: false, failure: { kind: 'offline' } }
  await vi.waitFor(() => expect(calls).toBe(1))
  answer(offline)
  expect(await both).toEqual([offline, offline])
  expect(calls).toBe(1)
  const later = repeatsAreSafe(asked)
  await vi.waitFor(() => expect(calls).toBe(2))
  answer({ ok: true, value: {} })
  expect(await later).toEqual({ ok: true, value: false })
})

test('the account is not asked for without the lease', async () => {
  const account = () => Promise.reject(new Error('It was asked.'))
  const asked = context({ extensions: () => null, api: { account }, lease: lease(false, true) })
  await expect(repeatsAreSafe(asked)).rejects.toThrow(LeaseLost)
})

test('repeats are safe where the server said so', async () => {
  const said = (names: ReadonlySet<Extension>) => context({ extensions: () => names })
  expect(await repeatsAreSafe(said(knows('idempotency')))).toEqual({ ok: true, value: true })
  expect(await repeatsAreSafe(said(knows('changes')))).toEqual({ ok: true, value: false })
})

test('a server that lists no changes is not asked for them', async () => {
  const changes = () => Promise.reject(new Error('It was asked.'))
  const asked = (extensions: ReadonlySet<Extension> | null) =>
    isRestored(context({ api: { changes }, extensions: () => extensions }))
  const no = { ok: true, value: false }
  expect(await asked(null)).toEqual(no)
  await writeSetting(db, 'changesCursor', 'from before')
  expect(await asked(knows('idempotency'))).toEqual(no)
  await expect(asked(null)).rejects.toThrow('It was asked.')
})

test('a failed try waits with what was said of it, of which the newest are kept', async () => {
  await db.outbox.bulkInsert([
    outboxItem('a', { state: 'ready', rank: 0, retryCount: 1 }),
    outboxItem('f', { state: 'ready', rank: 0, type: 'FILE_UPLOAD' }),
  ])
  const retry = {
    do: 'retry',
    retryCount: 2,
    nextRetryAt: 9,
    message: 'HTTP 500',
    unanswered: 0,
    isAnswered: true,
  } as const
  for (let at = 1; at <= 22; at += 1) await carryOut(db, await one('a'), retry, at)
  const tried = await one('a')
  expect(tried).toMatchObject({
    state: 'waiting',
    rank: outboxRank.answers + 22,
    retryCount: 2,
    nextRetryAt: 9,
    lastError: 'HTTP 500',
  })
  expect(tried.history).toHaveLength(20)
  expect(tried.history[0]).toEqual({ at: 3, what: 'failed', note: 'HTTP 500' })
  await carryOut(db, tried, { do: 'wait', nextRetryAt: 50 }, 30)
  expect(await one('a')).toMatchObject({
    state: 'waiting',
    rank: tried.rank,
    retryCount: 2,
    nextRetryAt: 50,
    lastError: '',
    history: tried.history,
  })
  await carryOut(db, await one('f'), { do: 'wait', nextRetryAt: 50 }, 1)
  expect(await one('f')).toMatchObject({ state: 'waiting', rank: outboxRank.files })
  for (const failures of [1, 2]) {
    await carryOut(db, await one('f'), retry, 1)
    expect(await one('f')).toMatchObject({ state: 'waiting', rank: outboxRank.files + failures })
  }
})

test('a refusal of what another tab has settled meanwhile changes nothing', async () => {
  const recover = {
    do: 'recover',
    reason: 'refused',
    status: 422,
    message: 'No.',
    inDoubt: false,
  } as const
  await carryOut(db, outboxItem('gone', {}), recover, 1)
  expect([await db.outbox.find().exec(), await entriesIn(db)]).toEqual([[], []])
})

test('when a run stops, what was ready is queued', async () => {
  await db.outbox.insert(outboxItem('a', { state: 'ready' }))
  await carryOut(db, await one('a'), { do: 'stop', why: 'offline' }, 1)
  expect((await one('a')).state).toBe('queued')
})

test('places are kept under their coordinates, and the last fix under its own name', async () => {
  const place = { latitude: 12.971_649, longitude: -77.5946, accuracy: 8, address: 'MG Road' }
  const id = placeId(place)
  expect([id, lastPlace]).toEqual(['12.9716,-77.5946', 'last'])
  expect(await readPlace(db, id)).toBeNull()
  const kept = { ...place, id, city: '', rawAddress: '', timestamp: 1 }
  await keepPlace(db, kept)
  await keepPlace(db, { ...kept, timestamp: 2 })
  expect(await readPlace(db, id)).toEqual({ ...kept, timestamp: 2 })
})
