import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { answersOf, waitingItems } from '../../collections/queries.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { createDisk, type Disk } from '../device.ts'
import { outboxItem } from '../fixtures/outbox-item.ts'
import { changeElsewhere } from './change-elsewhere.ts'

/** A list that a transaction reads is as the transaction leaves it. */

let disk: Disk
let db: Database
beforeEach(async () => {
  disk = createDisk()
  db = await openDatabase(disk.name, oneDatabase(disk.port))
})
afterEach(() => db.close())

test('finds what it has planned, in the order of the list, and not what it removes', async () => {
  const [first, second, third] = ['first', 'second', 'third']
  const item = (id: string, timestamp: number) => outboxItem(id, { timestamp })
  for (const id of [first, second, third]) await db.outbox.insert(item(id, 3))
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)
  await transact(async transaction => {
    await transaction.remove(db.outbox, first)
    await transaction.patch(db.outbox, third, { timestamp: 1 })
    await transaction.insert(db.outbox, item('last', 2))
    const all = await transaction.find(db.outbox, waitingItems())
    expect(ids(all)).toEqual([third, 'last', second])
    const top = await transaction.find(db.outbox, waitingItems(undefined, 2))
    expect(ids(top)).toEqual([third, 'last'])
    expect(await transaction.find(db.outbox, waitingItems('other'))).toEqual([])
  })
  const rest = await waitingItems(undefined, 2).build(db.outbox).exec()
  expect(ids(rest)).toEqual([third, 'last'])
})

test('a list that it found is as fresh as a document that it read', async () => {
  await keepAnswer(db, 'i', 'q', 'yes', 1)
  await answersOf('i').build(db.form_responses).exec()
  await changeElsewhere(disk, db, 'i|q', 'no')
  const found: unknown[] = []
  await transact(async transaction => {
    const [answer] = await transaction.find(db.form_responses, answersOf('i'))
    found.push(answer?.value)
    await transaction.put(db.settings, { key: 'language', value: String(answer?.value) })
  })
  expect(found).toEqual(['yes', 'no'])
  expect(await readSetting(db, 'language')).toBe('no')
})
