import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catchUp } from '../../collections/storage/catch-up.ts'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { waitingItemCount, waitingItems } from '../../collections/queries.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { catchUpWhenSeen } from '../../src/workspace/catch-up-when-seen.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createDisk } from '../device.ts'
import { createFakeClock, until } from '../env.ts'
import { outboxItem } from '../fixtures/outbox-item.ts'

/** Another tab has written, and this one received no event because it was suspended. */

let db: Database
let writeElsewhere: (items: readonly OutboxDoc[], isDeleted?: boolean) => Promise<void>

beforeEach(async () => {
  const { name, port } = createDisk()
  const storage = workspaceStorage({ indexedDb: port })
  db = await openDatabase(name, storage)
  const { schema } = db.outbox.storageInstance
  const instance = await storage.createStorageInstance({
    databaseName: name,
    databaseInstanceToken: 'another tab',
    collectionName: 'outbox',
    schema: schema as never,
    options: {},
    // No event about these writes reaches the other tab.
    multiInstance: false,
    devMode: false,
  })
  writeElsewhere = async (items, isDeleted = false) => {
    const ids = items.map(({ id }) => id)
    const found = await instance.findDocumentsById(ids, true)
    const before = new Map(found.map(doc => [(doc as unknown as OutboxDoc).id, doc]))
    const rows = items.map(item => {
      const previous = before.get(item.id)
      const height = previous === undefined ? 1 : Number.parseInt(previous._rev, 10) + 1
      const more = { _attachments: {}, _meta: { lwt: 5000 }, _rev: `${height}-b` }
      const document = { ...item, ...more, _deleted: isDeleted }
      return previous === undefined ? { document } : { previous, document }
    })
    const { error } = await instance.bulkWrite(rows as never, 'test')
    if (error.length > 0) throw new Error('The other tab could not write.')
  }
})
afterEach(() => db.close())

test('lists, counts, documents and subscribers are updated, and known documents cause no event', async () => {
  await db.outbox.bulkInsert([outboxItem('a', { timestamp: 1 }), outboxItem('b', { timestamp: 2 })])
  let list: readonly string[] = []
  let count = -1
  let state = ''
  const told: string[] = []
  const following = waitingItems()
    .build(db.outbox)
    .$.subscribe(docs => {
      list = docs.map(({ id }) => id)
    })
  following.add(
    waitingItemCount.count(db.outbox).$.subscribe(next => {
      count = next
    }),
  )
  const doc = await db.outbox.findOne('a').exec(true)
  following.add(
    doc.$.subscribe(next => {
      ;({ state } = next)
    }),
  )
  await until('all is read', () => list.length === 2 && count === 2 && state === 'queued')
  following.add(
    db.outbox.eventBulks$.subscribe(({ events }) => {
      for (const { operation, documentId } of events) told.push(`${operation} ${documentId}`)
    }),
  )

  await writeElsewhere([outboxItem('a', { timestamp: 1, state: 'ready' })])
  await writeElsewhere([outboxItem('b', { timestamp: 2 })], true)
  await writeElsewhere([outboxItem('c', { timestamp: 3 }), outboxItem('d', { timestamp: 4 })])
  expect((await db.outbox.findOne('a').exec())?.state).toBe('queued')
  expect(await catchUp(db, 4000)).toBe(4)

  await until('the list is right', () => list.join() === 'a,c,d')
  await until('the count is right', () => count === 3)
  await until('the document is right', () => state === 'ready')
  expect((await db.outbox.findOne('a').exec())?.state).toBe('ready')
  expect(await db.outbox.findOne('b').exec()).toBeNull()
  expect(told).toEqual(['UPDATE a', 'DELETE b', 'INSERT c', 'INSERT d'])
  following.unsubscribe()
})

test('earlier writes are not read', async () => {
  await writeElsewhere([outboxItem('old', {})])
  expect(await catchUp(db, 6000)).toBe(0)
})

test('several batches are read completely', async () => {
  const many = Array.from({ length: 1100 }, (_, n) => outboxItem(`m${n}`, { timestamp: n }))
  await writeElsewhere(many)
  expect(await catchUp(db, 0)).toBe(1100)
  expect(await db.outbox.count().exec()).toBe(1100)
})

test("this tab's own writes cause no event", async () => {
  await writeSetting(db, 'lastSyncTime', 1)
  expect(await readSetting(db, 'lastSyncTime')).toBe(1)
  expect(await catchUp(db, 0)).toBe(0)
})

test.each([
  ['', 4000, 3_600_000],
  [', although the clock was set back', 4_000_000, -3_600_000],
])(
  'a tab that becomes visible catches up with the writes since it was hidden%s',
  async (_, at, byMs) => {
    const clock = createFakeClock(at)
    const visible$ = new Subject<boolean>()
    const seen = catchUpWhenSeen(db, { clock, visible$ })
    let count = -1
    const following = waitingItemCount.count(db.outbox).$.subscribe(next => {
      count = next
    })
    await until('it is counted', () => count === 0)
    visible$.next(false)
    await writeElsewhere([outboxItem('a', {})])
    clock.advance(byMs)
    visible$.next(true)
    await until('it is counted again', () => count > 0)
    expect(count).toBe(1)
    following.unsubscribe()
    seen.unsubscribe()
  },
)
