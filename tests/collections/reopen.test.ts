import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import type { ClosedUnder } from '../../collections/one-database/connection.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { createIndexedDb, until } from '../env.ts'
import { watchedPort } from '../watched-port.ts'

/** A database that the browser closed is opened again as soon as the browser allows it. */

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
  expect(await db.drafts.find().exec()).toHaveLength(2)
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
