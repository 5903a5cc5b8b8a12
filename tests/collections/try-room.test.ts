import { expect, test } from 'vitest'
import { listDatabases } from '../../collections/storage/raw-database.ts'
import { tryRoom } from '../../collections/storage/try-room.ts'
import { createIndexedDb } from '../env.ts'

/** How much room there is, measured by writing. */

const megabyte = 1024 * 1024
const real = createIndexedDb()

/** The port of a device with room for so many transactions. Later ones abort with this error. */
const portWithRoom = (writes: number, error: DOMException) => {
  let done = 0
  const limit = (db: IDBDatabase) => {
    const begin = db.transaction.bind(db)
    db.transaction = (...args: Parameters<typeof begin>) => {
      const writing = begin(...args)
      done += 1
      if (done > writes) {
        Object.defineProperty(writing, 'error', { value: error })
        queueMicrotask(() => writing.abort())
      }
      return writing
    }
  }
  const indexedDB = new Proxy(real.indexedDB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const request = value.apply(target, args) as IDBOpenDBRequest
        if (key === 'open') request.addEventListener('success', () => limit(request.result))
        return request
      }
    },
  })
  return { ...real, indexedDB }
}

const left = async () => (await listDatabases(real)).map(({ name }) => name)

test('the requested amount is written, and nothing of it stays', async () => {
  expect(await tryRoom(real, 3 * megabyte)).toBe(3 * megabyte)
  expect(await left()).toEqual([])
})

test('a refused write is the limit of the room', async () => {
  const full = new DOMException('', 'QuotaExceededError')
  expect(await tryRoom(portWithRoom(2, full), 5 * megabyte)).toBe(2 * megabyte)
  expect(await left()).toEqual([])
})

test('any other failure is an error and no measurement', async () => {
  const broken = new DOMException('', 'UnknownError')
  await expect(tryRoom(portWithRoom(2, broken), 5 * megabyte)).rejects.toThrow(broken)
  expect(await left()).toEqual([])
})
