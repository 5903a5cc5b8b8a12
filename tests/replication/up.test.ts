import { expect, test } from 'vitest'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { backToQueue, isReady, makeReady } from '../../replication/outbox/outbox-states.ts'
import { createUp } from '../../replication/up.ts'
import { outboxItem } from '../fixtures/outbox-item.ts'
import { databaseForEachTest, db } from './saved-work.ts'

/** RxDB's replication hands over what is due, until it was carried out. */

databaseForEachTest()

const identifier = 'up-test'

/** A push that notes what it is handed; `answer` is what carrying out a batch comes to, one after the other. */
const createPush = (answer: (batch: readonly string[]) => Promise<void> = done) => {
  const handed: (readonly string[])[] = []
  const failures: unknown[] = []
  const up = createUp<OutboxDoc>({
    collection: db.outbox,
    identifier,
    isDue: isReady,
    renewDue: () => Promise.resolve(false),
    carry: items => {
      const batch = items.map(({ id }) => id).toSorted()
      handed.push(batch)
      return answer(batch)
    },
    failed: error => failures.push(error),
  })
  return { up, handed, failures }
}
const done = () => Promise.resolve()
/** As the one handler of the product does it: what was sent is gone. */
const send = async (batch: readonly string[]) => {
  await db.outbox.findByIds([...batch]).remove()
}
const put = (...items: readonly OutboxDoc[]) => db.outbox.bulkInsert([...items])
const ready = (id: string) => outboxItem(id, { state: 'ready' })
const full = new Error('The disk is full.')

test('what is due is handed over once, together with all that became due meanwhile', async () => {
  await put(ready('a'), outboxItem('b', { state: 'queued' }))
  let goOn = () => {}
  const held = new Promise<void>(resolve => (goOn = resolve))
  const { up, handed } = createPush(batch => (batch.includes('a') ? held : send(batch)))
  const settled = up.settled()
  await expect.poll(() => handed).toEqual([['a']])
  await put(ready('c'))
  await makeReady(db, { all: true })
  expect(handed).toEqual([['a']])
  goOn()
  await settled
  await up.settled()
  expect(handed).toEqual([['a'], ['b', 'c']])
  await up.stop()
})

test('what is due again is handed over again, also when it says the same', async () => {
  const { up, handed } = createPush()
  await put(ready('a'))
  await up.settled()
  await backToQueue(db)
  await up.settled()
  await makeReady(db, { all: true })
  await up.settled()
  expect(handed).toEqual([['a'], ['a']])
  await up.stop()
})

test('a failed write ends it, and what was not carried out is handed over when it begins again', async () => {
  let fails = 1
  const { up, handed, failures } = createPush(batch =>
    fails-- > 0 ? Promise.reject(full) : send(batch),
  )
  await put(ready('a'))
  await up.settled()
  expect(failures).toEqual([full])
  await put(ready('b'))
  expect(handed).toEqual([['a']])
  await up.settled()
  expect(handed).toEqual([['a'], ['a', 'b']])
  await up.stop()
})

test.each([1, 2, 3])('a note of RxDB that fails, the %i. of all, loses nothing', async nth => {
  const { storage } = db
  const { createStorageInstance } = storage
  let left = nth
  storage.createStorageInstance = async params => {
    const instance = await createStorageInstance(params)
    const { bulkWrite } = instance
    instance.bulkWrite = (...rows) =>
      (left -= 1) === 0 ? Promise.reject(full) : bulkWrite(...rows)
    return instance
  }
  const { up, handed } = createPush(send)
  storage.createStorageInstance = createStorageInstance
  for (const id of ['a', 'b', 'c']) {
    await put(ready(id))
    await up.settled().catch(() => {})
    await up.settled()
  }
  expect(new Set(handed.flat())).toEqual(new Set(['a', 'b', 'c']))
  expect(await db.outbox.count().exec()).toBe(0)
  await up.stop()
})

test('what a stop interrupts is handed over by the next start', async () => {
  await put(ready('a'))
  let goOn = () => {}
  const held = new Promise<void>(resolve => (goOn = resolve))
  const before = createPush(() => held)
  await expect.poll(() => before.handed).toEqual([['a']])
  const stopped = before.up.stop()
  goOn()
  await stopped
  const after = createPush(send)
  await after.up.settled()
  expect(after.handed).toEqual([['a']])
  await put(ready('b'))
  await after.up.settled()
  expect(before.handed).toEqual([['a']])
  await after.up.stop()
})

test('a stop from within, as when another tab is sending, leaves the items to the next start', async () => {
  await put(ready('a'))
  const before = createPush(() => before.up.stop())
  await before.up.settled()
  const after = createPush(send)
  await after.up.settled()
  expect([before.handed, after.handed]).toEqual([[['a']], [['a']]])
  await after.up.stop()
})
