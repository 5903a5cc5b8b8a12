import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import {
  connect,
  type ClosedUnder,
  type Connection,
} from '../../collections/one-database/connection.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { draftsIn } from '../drafts.ts'
import { createIndexedDb, until } from '../env.ts'
import { watchedPort } from '../watched-port.ts'

/** A database that the browser closed is opened again as soon as the browser allows it. */

const schema = { version: 0, primaryKey: 'id', type: 'object', properties: { id: {} } }
const layout = { version: 1, schemas: { notes: schema as never } }
const tableOf = (db: Connection['db']) => db.table('notes--1')

const open = async (name: string) => {
  const told: ClosedUnder[] = []
  let pauses = 0
  const real = createIndexedDb()
  const { port, refusals, closeUnder } = watchedPort(real)
  const db = await openDatabase(
    name,
    oneDatabase(port, {
      closedUnder: what => told.push(what),
      pause: () => {
        pauses += 1
        return Promise.resolve()
      },
    }),
  )
  const begin = (now: number) =>
    startDraft(db, { formId: 'f', formName: 'F', definitionHash: 'v', clientKey: 'k', now })
  return { db, real, told, refusals, closeUnder, begin, pauses: () => pauses }
}

test('after a close it opens again with its contents, also when that takes several tries', async () => {
  const { db, told, refusals, closeUnder, begin, pauses } = await open('reopened')
  await begin(1)
  refusals.left = 3
  closeUnder('')
  await until('it is told', () => told.length > 0)
  expect(told).toEqual(['kept'])
  expect(pauses()).toBe(3)
  await begin(2)
  expect(await draftsIn(db)).toHaveLength(2)
  await db.close()
  expect(told).toEqual(['kept'])
})

test('after a deletion it is created again and reported as empty', async () => {
  const { db, real, told, refusals, closeUnder, begin } = await open('deleted')
  await begin(1)
  refusals.left = 1
  const gone = new Promise(resolve => {
    closeUnder('')
    real.indexedDB.deleteDatabase('deleted').addEventListener('success', resolve)
  })
  await gone
  await until('it is told', () => told.length > 0)
  expect(told).toEqual(['empty'])
  await begin(2)
  await db.close()
})

test('a failed reopening is reported once', async () => {
  const { db, told, refusals, closeUnder } = await open('refused')
  refusals.left = 10_000
  closeUnder('')
  await until('it is told', () => told.length > 0)
  expect(told).toEqual(['failed'])
  refusals.left = 0
  await db.close()
})

test('a page that the browser keeps for Back lets the next one write, and writes again what that cut off', async () => {
  const port = createIndexedDb()
  const away$ = new Subject<boolean>()
  const told: ClosedUnder[] = []
  const watch = { away$, closedUnder: (what: ClosedUnder) => void told.push(what) }
  const left = await connect('left', port, layout, watch)
  const next = await connect('left', port, layout, {})
  const write = ({ db, run }: typeof left, id: string) =>
    run(() => db.transaction('rw', tableOf(db), () => tableOf(db).add({ id })))
  // It never ends by itself, as in a page that no longer runs.
  let isFrozen = true
  let steps = 0
  const busy = left.run(() =>
    left.db.transaction('rw', tableOf(left.db), async () => {
      await tableOf(left.db).add({ id: 'busy' })
      for (; isFrozen; steps += 1) await tableOf(left.db).count()
    }),
  )
  await until('it is busy', () => steps > 2)
  away$.next(true)
  const late = write(left, 'late')
  await write(next, 'next')
  expect(await tableOf(next.db).toCollection().primaryKeys()).toEqual(['next'])
  expect(told).toEqual([])
  isFrozen = false
  away$.next(false)
  await Promise.all([busy, late])
  expect(await tableOf(next.db).toCollection().primaryKeys()).toEqual(['busy', 'late', 'next'])
  expect(told).toEqual(['kept'])
  left.db.close()
  next.db.close()
  await until('nobody listens', () => !away$.observed)
})

test('a write that is cut off is done again, also when the database is open again before it fails', async () => {
  const { port, closeUnder } = watchedPort(createIndexedDb())
  const { db, run } = await connect('quick', port, layout, {
    pause: () => new Promise(resolve => setTimeout(resolve, 50)),
  })
  let tries = 0
  await run(async () => {
    tries += 1
    if (tries === 1) {
      closeUnder('')
      await until('it is open again', () => db.isOpen())
      throw new DOMException('The transaction was aborted.', 'AbortError')
    }
    await tableOf(db).add({ id: 'a' })
  })
  expect(await tableOf(db).count()).toBe(1)
  db.close()
})

/** The prototype of all connections. They take a change of it when they are opened. */
const sharedPrototype = async (): Promise<IDBDatabase> => {
  const request = createIndexedDb().indexedDB.open('any')
  await new Promise(resolve => request.addEventListener('success', resolve))
  return Object.getPrototypeOf(request.result) as IDBDatabase
}

test('a write that the closing cut off in the middle is repeated, once', async () => {
  const shared = await sharedPrototype()
  const { transaction } = shared
  const cuts = { left: 0 }
  shared.transaction = function cutOff(...given) {
    const begun = transaction.apply(this, given)
    if (given[1] === 'readwrite' && cuts.left > 0) {
      cuts.left -= 1
      // The transaction has begun, and fails before the browser reports the closing.
      queueMicrotask(() => {
        begun.abort()
        this.close()
        this.onclose?.(new Event('close'))
      })
    }
    return begun
  }
  try {
    const pause = () => new Promise<void>(resolve => setTimeout(resolve, 1))
    const { db, run } = await connect('cut', createIndexedDb(), layout, { pause })
    const table = db.table('notes--1')
    let attempts = 0
    const write = (id: string) =>
      run(() => {
        attempts += 1
        return db.transaction('rw', table, () => table.add({ id }))
      })
    for (const id of ['a', 'b', 'c']) {
      cuts.left = 1
      await write(id)
    }
    expect(cuts.left).toBe(0)
    expect(attempts).toBe(6)
    expect(await table.toCollection().primaryKeys()).toEqual(['a', 'b', 'c'])
    db.close()
  } finally {
    shared.transaction = transaction
  }
})

test('writes that begin while a lost connection is replaced are done once it is', async () => {
  const shared = await sharedPrototype()
  const { transaction } = shared
  const losses = { left: 0 }
  shared.transaction = function lost(...given) {
    if (given[1] === 'readwrite' && losses.left > 0) {
      losses.left -= 1
      // A browser says this of a connection whose process died.
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    }
    return transaction.apply(this, given)
  }
  try {
    const { db, run } = await connect('lost', createIndexedDb(), layout, {})
    const table = tableOf(db)
    const write = (id: string) =>
      run(() => db.transaction('rw', table, () => table.bulkPut([{ id }])))
    // At the second loss, the writes that waited for the first find no connection.
    losses.left = 2
    await Promise.all(['a', 'b', 'c', 'd'].map(write))
    expect(losses.left).toBe(0)
    expect(await table.count()).toBe(4)
    db.close()
  } finally {
    shared.transaction = transaction
  }
})

test.each<readonly [string, (close: () => void) => void]>([
  ['before', close => close()],
  ['after', close => void setTimeout(close)],
])(
  'a write that the closing cut off %s it fails is done once it is open again, and no other is repeated',
  async (name, whenDue) => {
    const real = createIndexedDb()
    const { port, refusals, closeUnder } = watchedPort(real)
    const pause = () => new Promise<void>(resolve => setTimeout(resolve))
    const { db, run } = await connect(`cut-off-${name}`, port, layout, { pause })
    const table = db.table('notes--1')
    const tries: string[] = []
    const put = (id: string, meet: () => void) =>
      run(async () => {
        tries.push(id)
        if (tries.filter(each => each === id).length === 1) meet()
        await db.transaction('rw', table, () => table.bulkPut([{ id }]))
      })
    const abort = () => {
      refusals.left = 2
      whenDue(() => closeUnder(''))
      // A browser ends the transactions of a connection that it closes.
      throw new DOMException('The connection was closed.', 'AbortError')
    }
    await put('cut', abort)
    expect(tries).toEqual(['cut', 'cut'])
    const refused = put('refused', () => {
      throw new DOMException('Another abort.', 'AbortError')
    })
    await expect(refused).rejects.toThrow('Another abort.')
    const full = put('full', () => {
      throw new DOMException('The device is full.', 'QuotaExceededError')
    })
    await expect(full).rejects.toThrow('The device is full.')
    expect(tries).toEqual(['cut', 'cut', 'refused', 'full'])
    expect((await table.toArray()).map(({ id }: { id: string }) => id)).toEqual(['cut'])
    db.close()
  },
)
