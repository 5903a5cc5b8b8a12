import type { PreparedQuery } from 'rxdb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { readWaitingForms } from '../../collections/waiting-forms.ts'
import { createDisk } from '../device.ts'
import { outboxItem as item } from '../fixtures/outbox-item.ts'

let db: Database
beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(() => db.close())

test('unsent work is listed by form, oldest first, with complete counts', async () => {
  const many = Array.from({ length: 1200 }, (_, n) =>
    item(`many ${n}`, { form_id: 'many', timestamp: 100 + n }),
  )
  await db.outbox.bulkInsert([
    ...many,
    item('late', { form_id: 'z', timestamp: 50, description: 'Old survey' }),
    item('tried', { form_id: 'z', timestamp: 60, state: 'waiting', lastError: 'timeout' }),
  ])
  expect(await readWaitingForms(db)).toEqual([
    { formId: 'z', count: 2, since: 50, description: 'Old survey', lastError: 'timeout' },
    { formId: 'many', count: 1200, since: 100, description: 'Survey', lastError: '' },
  ])
})

test('an empty outbox has no waiting forms', async () => {
  expect(await readWaitingForms(db)).toEqual([])
})

test('each of its reads is a walk along an index, at a cost that does not grow with the outbox', async () => {
  await db.outbox.bulkInsert([item('a', {}), item('b', { form_id: 'b', state: 'waiting' })])
  const asked: { readonly what: 'list' | 'count'; readonly prepared: PreparedQuery<unknown> }[] = []
  const { storageInstance } = db.outbox
  const { query, count } = storageInstance
  Object.assign(storageInstance, {
    query: (prepared: PreparedQuery<unknown>) => {
      asked.push({ what: 'list', prepared })
      return query.call(storageInstance, prepared as never)
    },
    count: (prepared: PreparedQuery<unknown>) => {
      asked.push({ what: 'count', prepared })
      return count.call(storageInstance, prepared as never)
    },
  })
  expect(await readWaitingForms(db)).toHaveLength(2)
  expect(asked.map(({ what }) => what).sort()).toEqual(['count', 'count', ...Array(4).fill('list')])
  for (const { what, prepared } of asked) {
    expect(prepared.queryPlan.selectorSatisfiedByIndex).toBe(true)
    if (what === 'count') continue
    expect(prepared.queryPlan.sortSatisfiedByIndex).toBe(true)
    expect(prepared.query.limit).toBeLessThanOrEqual(50)
  }
})
