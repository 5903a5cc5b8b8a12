import { expect, test } from 'vitest'
import { commitEdit } from '../../collections/commit.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import type { Failure } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { backoffStepMs, syncTimeoutMs } from '../../../replication/limits.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { makeReady } from '../../../replication/outbox/outbox-states.ts'
import { workOff } from '../../../replication/run/work-off.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import * as v from 'valibot'
import { busy, missing } from '../../fixtures/failures.ts'
import { entryIn } from '../../recovery.ts'
import { oneByOne, ready, run, silence, taken } from './one-run.ts'
import { tryWith } from '../attempt/one-try.ts'
import { arrive, clock, databaseForEachTest, db, save, stored } from '../saved-work.ts'

/** A run over the outbox: what it sends, what it says of it, and what ends it. */

databaseForEachTest()

const invalid: Failure = { ...missing, why: 'invalid', status: 422, message: 'No.' }
const items = async () =>
  (await db.outbox.find().exec()).map(({ submission_id, state }) => [submission_id, state])
test('a run sends what is ready, the oldest first, and says how many', async () => {
  const ids = await ready(3)
  const { asked, ended } = await run(body => taken(`9${ids.indexOf(body.tempId)}`), oneByOne)
  expect(asked).toEqual(ids)
  expect(ended).toMatchObject({
    synced: 3,
    recovered: [],
    retried: 0,
    stopped: null,
    isRestored: false,
    sent: ids.map(submission_id => ({ submission_id })),
  })
  expect(await items()).toEqual([])
  expect(await stored(ids[2] ?? '')).toMatchObject({ server_id: '92', syncStatus: 'synced' })
})

test('a refused interview goes to Recovery and is shown at once, and the others are sent', async () => {
  const [bad = '', good = ''] = await ready(2)
  const { notified, ended } = await run(body => (body.tempId === bad ? err(invalid) : taken('9')))
  expect(ended).toMatchObject({ synced: 1, recovered: [{ submission_id: bad }], stopped: null })
  expect(notified).toEqual([bad])
  expect(await entryIn(db, bad)).toMatchObject({ reason: 'invalid', status: 422 })
  expect(await stored(good)).toMatchObject({ server_id: '9' })
})

test('a failure for now is tried again later, and the run goes on', async () => {
  const [late = '', good = ''] = await ready(2)
  const { ended } = await run(body => (body.tempId === late ? err(busy) : taken('9')), oneByOne)
  expect(ended).toMatchObject({ synced: 1, retried: 1, stopped: null })
  expect(await db.outbox.find().exec()).toMatchObject([
    {
      submission_id: late,
      state: 'waiting',
      retryCount: 1,
      nextRetryAt: clock.now() + backoffStepMs,
    },
  ])
  expect(await stored(good)).toMatchObject({ server_id: '9' })
})

test.each([
  ['no network', err({ kind: 'offline' }), 'offline'],
  ['an ended session', err({ kind: 'unauthorized', message: '' }), 'login'],
] as const)('%s ends the run, and what was ready is queued', async (_, answer, why) => {
  const [first = '', second = ''] = await ready(2)
  const { asked, ended } = await run(() => answer, oneByOne)
  expect(asked).toEqual([first])
  expect(ended).toMatchObject({ synced: 0, stopped: why })
  expect(await items()).toEqual([
    [first, 'queued'],
    [second, 'queued'],
  ])
})

test('two requests in a row without an answer are no network, and one between answers is not', async () => {
  const ids = await ready(5)
  const silent = new Set([ids[0], ids[2], ids[3]])
  const { asked, ended } = await run(
    body => (silent.has(body.tempId) ? silence : taken(body.tempId)),
    oneByOne,
  )
  expect(asked).toEqual(ids.slice(0, 4))
  expect(ended).toMatchObject({ synced: 1, retried: 3, stopped: 'offline' })
})

test('without the lease nothing is sent, and the run says that it lost it', async () => {
  await ready(1)
  const lost = ({ lease }: Parameters<typeof workOff>[0]) => ({
    lease: { ...lease, extend: async () => false },
  })
  const { asked, ended } = await run(() => taken('9'), lost)
  expect([asked, ended]).toMatchObject([[], { stopped: 'lost', synced: 0 }])
})

test('an item that throws is left and its error is thrown, after all others have been sent', async () => {
  const [bad = '', ...good] = await ready(4)
  const { asked, ended } = await run(async body => {
    if (body.tempId === bad) throw new RangeError('a defect')
    await Promise.resolve()
    return taken(`9${good.indexOf(body.tempId)}`)
  }, oneByOne)
  expect(ended).toEqual(new RangeError('a defect'))
  expect(asked).toEqual([bad, ...good])
  expect(await items()).toEqual([[bad, 'ready']])
})

test('three items in a row that throw end the run, because the device itself fails', async () => {
  const ids = await ready(5)
  const { asked, ended } = await run(() => {
    throw new RangeError('a defect')
  }, oneByOne)
  expect(ended).toEqual(new RangeError('a defect'))
  expect(asked).toEqual(ids.slice(0, 3))
})

test('of two defects the first one is thrown', async () => {
  const [first = ''] = await ready(2)
  const { ended } = await run(body => {
    throw new RangeError(body.tempId === first ? 'the first' : 'the second')
  })
  expect(ended).toEqual(new RangeError('the first'))
})

test('what a restored server lacks waits, and the run says so', async () => {
  const [id = ''] = await ready(1)
  await writeSetting(db, 'changesCursor', 'c1')
  const { ended } = await run(
    () => err(missing),
    () => ({ extensions: () => new Set(['changes']) }),
  )
  expect(ended).toMatchObject({ synced: 0, isRestored: true, stopped: null, recovered: [] })
  expect(await items()).toEqual([[id, 'waiting']])
})

const rowOf = (rev: string, q: string) =>
  v.parse(SubmissionRow, {
    id: '9',
    form_id: '3',
    created_at: '2026-11-20T10:00:00.000Z',
    rev,
    answers: [
      {
        form_field_id: 'q',
        value: q,
      },
    ],
  })
/** An edit of a row whose revision is 7, sent to a server whose row has another one. */
const edited = async (rev: string, restarted: boolean | null, updates: readonly unknown[]) => {
  const id = await save({ q: 'old' })
  await arrive(id, '9', 0, { rev: '7-a' })
  await commitEdit(db, id, { q: 'new' }, [], clock.now())
  await queueUnsent(db, clock.now())
  await makeReady(db, { all: true })
  await writeSetting(db, 'changesCursor', 'c1')
  const left = [...updates]
  const { context, calls } = tryWith(
    {
      submission: async () => ok(rowOf(rev, 'theirs')),
      changes: async () => (restarted === null ? err(busy) : ok({ restarted })),
      updateSubmission: async () => left.shift(),
    },
    ['changes'],
  )
  const options = { notify: () => {}, nudged: () => new Promise<void>(() => {}) }
  const ended = await workOff(context, options)
  return { ended, calls: calls.map(([name]) => name), last: calls.at(-1), id }
}
const stale = err({ ...busy, status: 412 })

test('an older row than the known one is asked about, and edited when the server was not restored', async () => {
  const { ended, calls, last } = await edited('6-b', false, [ok({ row: rowOf('8-c', 'new') })])
  expect(calls).toEqual(['submission', 'changes', 'updateSubmission'])
  expect(last).toEqual(['updateSubmission', syncTimeoutMs])
  expect(ended).toMatchObject({ synced: 1, isRestored: false })
})

test('an older row of a restored server is not edited before what it lost has been sent', async () => {
  const { ended, calls } = await edited('6-b', true, [])
  expect(calls).toEqual(['submission', 'changes'])
  expect(ended).toMatchObject({ synced: 0, isRestored: true })
})

test('an edit waits when the server does not say whether it was restored', async () => {
  const { ended, calls } = await edited('6-b', null, [])
  expect(calls).toEqual(['submission', 'changes'])
  expect(ended).toMatchObject({ synced: 0, retried: 1 })
})

test('an edit that another one overtakes is put over that one and sent again, five times at most', async () => {
  const { ended, calls } = await edited('8-b', false, [stale, ok({ row: rowOf('9-c', 'new') })])
  expect(calls).toEqual(['submission', 'updateSubmission', 'submission', 'updateSubmission'])
  expect(ended).toMatchObject({ synced: 1 })
})

test('an edit that is overtaken again and again is tried later', async () => {
  const { ended, calls } = await edited(
    '8-b',
    false,
    Array.from({ length: 9 }, () => stale),
  )
  expect(calls.filter(name => name === 'updateSubmission')).toHaveLength(6)
  expect(ended).toMatchObject({ synced: 0, retried: 1 })
})
