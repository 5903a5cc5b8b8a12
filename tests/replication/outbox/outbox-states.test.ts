import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../collections/database.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { planReady } from '../../../replication/outbox/queue.ts'
import { openDatabase } from '../../../collections/open-database.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { oneDatabase } from '../../../collections/one-database/storage.ts'
import { bytesOf } from '../../../replication/run/in-flight.ts'
import { backToQueue, makeDueReady, makeReady } from '../../../replication/outbox/outbox-states.ts'
import { longestWaitMs } from '../../../replication/limits.ts'
import { createDisk } from '../../device.ts'
import { nextDue } from '../next-due.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'

/** Items move between their states many at once, and only those that a trigger concerns. */

let db: Database
beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(() => db.outbox.find().remove())
afterAll(() => db.close())

const put = async (...items: readonly OutboxDoc[]): Promise<void> => {
  await db.outbox.bulkInsert([...items])
}
/** Ids and states, in the order of ids. */
const states = async (): Promise<readonly string[]> =>
  (await db.outbox.find().exec()).map(({ id, state }) => `${id} ${state}`).toSorted()
const one = async (id: string) => (await db.outbox.findOne(id).exec(true)).toMutableJSON()

test('a trigger makes all of its selection ready', async () => {
  await put(
    outboxItem('a', { state: 'queued', form_id: 'f', nextRetryAt: 9 }),
    outboxItem('b', { state: 'waiting', form_id: 'g', nextRetryAt: 9 }),
    outboxItem('c', { state: 'ready', form_id: 'g' }),
    outboxItem('e', { state: 'waiting', form_id: '' }),
  )
  await makeReady(db, { formIds: new Set(['f']) })
  expect(await states()).toEqual(['a ready', 'b waiting', 'c ready', 'e waiting'])
  await makeReady(db, { submissionId: 'b' })
  expect(await one('b')).toMatchObject({ state: 'ready', nextRetryAt: 0, rank: 1 })
  await makeReady(db, { all: true })
  expect(await states()).toEqual(['a ready', 'b ready', 'c ready', 'e ready'])
})

test('what the surveyor does goes first, also when it is ready already', async () => {
  await put(outboxItem('a', { state: 'ready' }), outboxItem('b', { state: 'waiting' }))
  const before = await db.outbox.findOne('a').exec(true)
  await makeReady(db, { all: true })
  expect((await one('a')).rank).toBe(1)
  expect((await db.outbox.findOne('a').exec(true)).revision).toBe(before.revision)
  await transact(transaction => planReady(transaction, db, '', ['a', 'b'], { rank: 0 }))
  expect((await one('a')).rank).toBe(0)
  expect(await one('b')).toMatchObject({ state: 'ready', rank: 0 })
})

test('what is due becomes ready, and what waits longer than any pause', async () => {
  const now = 1_000_000
  await put(
    outboxItem('due', { state: 'waiting', nextRetryAt: now }),
    outboxItem('later', { state: 'waiting', nextRetryAt: now + 1 }),
    outboxItem('longest', { state: 'waiting', nextRetryAt: now + longestWaitMs }),
    outboxItem('never', { state: 'waiting', nextRetryAt: now + longestWaitMs + 1 }),
    outboxItem('queued', { state: 'queued', nextRetryAt: now }),
  )
  expect(await nextDue(db)).toBe(now)
  await makeDueReady(db, now)
  const others = ['later waiting', 'longest waiting']
  expect(await states()).toEqual(['due ready', ...others, 'never ready', 'queued queued'])
  expect(await nextDue(db)).toBe(now + 1)
})

test('at the end of a run everything that is ready is queued again', async () => {
  await put(outboxItem('a', { state: 'ready' }), outboxItem('b', { state: 'waiting' }))
  await backToQueue(db)
  expect(await states()).toEqual(['a queued', 'b waiting'])
  await db.outbox.find().remove()
  expect(await nextDue(db)).toBeNull()
})

test('an item that changes while many are written is looked at again', async () => {
  await put(
    outboxItem('a', { state: 'queued' }),
    outboxItem('b', { state: 'queued' }),
    outboxItem('c', { state: 'queued' }),
  )
  const { storageInstance } = db.outbox
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async (...rows) => {
    storageInstance.bulkWrite = bulkWrite
    // Another tab, as far as the disk can tell.
    await (await db.outbox.findOne('a').exec(true)).incrementalPatch({ retryCount: 2 })
    await (await db.outbox.findOne('b').exec(true)).incrementalPatch({ state: 'ready' })
    return bulkWrite.apply(storageInstance, rows)
  }
  await makeReady(db, { all: true })
  expect(await states()).toEqual(['a ready', 'b ready', 'c ready'])
  expect((await one('a')).retryCount).toBe(2)
})

test('an item of a submission that is not here takes no room', async () => {
  expect(await bytesOf(db, outboxItem('gone', {}))).toBe(0)
})
