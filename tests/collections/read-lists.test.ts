import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { planLog } from '../../collections/interview/logged.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { planJoined } from '../../replication/bin/end-submission.ts'
import { createDisk } from '../device.ts'

/** A query for several values finds the same rows as RxDB's own. */

const idOf = (n: number) => `row-${(n * 7919) % 1000}`
let db: Database

beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
  await transact(async transaction => {
    for (let n = 0; n < 40; n += 1) {
      await planLog(transaction, db.submissions, `doc-${n}`, () => ({
        base: {
          id: `doc-${n}`,
          client_key: `key-${n}`,
          server_id: idOf(n % 39),
          form_id: 'f',
          formName: 'Form',
          definition_hash: '',
          latitude: null,
          longitude: null,
          accuracy: null,
          address: '',
          city: '',
          created_at: '',
          updated_at: '',
          submittedAt: '',
          syncStatus: 'synced' as const,
          answers: {},
          files: [],
          files_pending: 0,
          rev: '1',
          history: [],
          state: 'stored' as const,
          hidden: 0,
          newest: n,
        },
        pending: [],
      }))
    }
  })
  await transact(transaction => planJoined(transaction, db, 'doc-5'))
})
afterAll(() => db.close())

const find = async (values: readonly string[], limit: number) =>
  (
    await db.submissions
      .find({ selector: { server_id: { $in: [...values] } }, index: ['server_id'], limit })
      .exec()
  ).map(({ id }) => id)

test('each value is found in the order of the index, and removed rows are not', async () => {
  const values = [3, 0, 12, 5, 3].map(idOf)
  // Two rows have the first value; one of the others was removed, and one value has no row.
  const wanted = ['doc-0', 'doc-39', 'doc-3', 'doc-12'].map(id => ({ id, n: Number(id.slice(4)) }))
  const inOrder = wanted.sort((a, b) => (idOf(a.n % 39) < idOf(b.n % 39) ? -1 : 1))
  expect(await find([...values, 'nobody'], 100)).toEqual(inOrder.map(({ id }) => id))
})

test('many values are found when only some of them have a row, whichever it is', async () => {
  const absent = Array.from({ length: 25 }, (_, n) => `none-${String(n).padStart(2, '0')}`)
  const before = await find([...absent, 'row-0'], 100)
  const after = await find([...absent.map(id => `z${id}`), 'row-0'], 100)
  expect([before, after].map(found => found.toSorted())).toEqual([
    ['doc-0', 'doc-39'],
    ['doc-0', 'doc-39'],
  ])
  expect(await find(absent, 100)).toEqual([])
})

test('not more rows than the limit', async () => {
  const values = Array.from({ length: 20 }, (_, n) => idOf(n))
  expect(await find(values, 7)).toEqual((await find(values, 100)).slice(0, 7))
  expect(await find([], 7)).toEqual([])
})

const idsOf = async (ids: readonly string[]) =>
  (await db.submissions.storageInstance.findDocumentsById([...ids], true)).map(({ id }) => id)

test('many documents are found by their ids, in this order, whatever lies between them', async () => {
  const all = Array.from({ length: 40 }, (_, n) => `doc-${39 - n}`)
  const everyOther = all.filter((_, n) => n % 2 === 0 || n > 30)
  const missing = Array.from({ length: 30 }, (_, n) => `doc-0${n}`)
  expect(await idsOf(all)).toEqual(all)
  expect(await idsOf(['doc-missing', ...all])).toEqual(all)
  expect(everyOther.length).toBeGreaterThan(20)
  expect(await idsOf(everyOther)).toEqual(everyOther)
  expect(await idsOf(missing)).toEqual([])
  // More places than documents between the first and the last of them.
  const few = [...missing, 'doc-11', 'doc-1']
  expect(await idsOf(few)).toEqual(['doc-11', 'doc-1'])
})
