import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/database.ts'
import { dexieStorage, type ClosedUnder, type IndexedDbPort } from '../../collections/storage.ts'
import { startDraft } from '../../collections/write-interview.ts'
import { createIndexedDb, until } from '../env.ts'

/** A database that the browser closes under the app is opened again, as soon as the browser lets it. */

/** The port, with its connections in hand: to close them as a browser does, and to refuse new ones. */
const watched = (port: IndexedDbPort) => {
  const connections = new Map<string, IDBDatabase>()
  const refusals = { left: 0 }
  const indexedDB = new Proxy(port.indexedDB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (key === 'open' && refusals.left > 0) {
          refusals.left -= 1
          throw new DOMException('The connection was closed.', 'AbortError')
        }
        const result: unknown = value.apply(target, args)
        if (key === 'open') {
          const request = result as IDBOpenDBRequest
          request.addEventListener('success', () =>
            connections.set(String(args[0]), request.result),
          )
        }
        return result
      }
    },
  })
  const closeUnder = (ending: string) => {
    for (const [name, connection] of connections) {
      if (!name.endsWith(ending)) continue
      connection.close()
      connection.onclose?.(new Event('close'))
    }
  }
  return { port: { ...port, indexedDB }, refusals, closeUnder }
}

const open = async (name: string) => {
  const told: ClosedUnder[] = []
  let pauses = 0
  const real = createIndexedDb()
  const { port, refusals, closeUnder } = watched(real)
  const db = await openDatabase(
    name,
    dexieStorage(port, {
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

test('closed, it is open again with what was in it, also when that takes several tries', async () => {
  const { db, told, refusals, closeUnder, begin, pauses } = await open('reopened')
  await begin(1)
  refusals.left = 3
  closeUnder('--drafts')
  await until('it is told', () => told.length > 0)
  expect(told).toEqual(['kept'])
  expect(pauses()).toBe(3)
  await begin(2)
  expect(await db.drafts.find().exec()).toHaveLength(2)
  await db.close()
  expect(told).toEqual(['kept'])
})

test('deleted, it is made anew and told so', async () => {
  const { db, real, told, refusals, closeUnder, begin } = await open('deleted')
  await begin(1)
  refusals.left = 1
  const gone = new Promise(resolve => {
    closeUnder('--drafts')
    real.indexedDB
      .deleteDatabase('rxdb-dexie-deleted--17--drafts')
      .addEventListener('success', resolve)
  })
  await gone
  await until('it is told', () => told.length > 0)
  expect(told).toEqual(['empty'])
  await begin(2)
  await db.close()
})

test('when it cannot be opened again, that is told once', async () => {
  const { db, told, refusals, closeUnder } = await open('refused')
  refusals.left = 10_000
  closeUnder('--drafts')
  await until('it is told', () => told.length > 0)
  expect(told).toEqual(['failed'])
  refusals.left = 0
  await db.close()
})
