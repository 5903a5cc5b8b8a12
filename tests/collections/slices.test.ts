import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { inSlices, sliceLength } from '../../collections/one-database/slices.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { createDisk } from '../device.ts'

/** Many items are worked on in slices. */

let db: Database

beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterAll(() => db.close())

const numbers = Array.from({ length: 3 * sliceLength + 1 }, (_, at) => at)

test.each(['pause', 'nothing'] as const)(
  'what several slices give is in the order of the items, with %s in between',
  async between => {
    const work = async (slice: readonly number[]) => slice.map(number => number * 2)
    expect(await inSlices(numbers, work, between)).toEqual(numbers.map(number => number * 2))
  },
)

test('a slice that fails fails the whole, also the last one', async () => {
  const work = (failing: number) =>
    inSlices(numbers, async slice => {
      if (slice.includes(failing)) throw new Error(`No ${failing}.`)
      return slice
    })
  await expect(work(1)).rejects.toThrow('No 1.')
  await expect(work(numbers.length - 1)).rejects.toThrow('No 150.')
})

/** A page that draws for long in every pause. */
class SlowChannel extends MessageChannel {
  constructor() {
    super()
    const post = this.port2.postMessage.bind(this.port2)
    this.port2.postMessage = (message: unknown) => void setTimeout(() => post(message), 20)
  }
}

test('a write of several slices is one transaction, however long the pauses of the page are', async () => {
  vi.stubGlobal('MessageChannel', SlowChannel)
  const response = (n: number, value: string) => ({
    id: `d|q${String(n).padStart(3, '0')}`,
    submission_id: 'd',
    question_id: `q${n}`,
    occurrence: 0,
    value,
    updated_at: 1,
  })
  // It is among the last, so that the slices before it are undone and written again.
  const there = response(numbers.length - 2, 'first')
  await db.form_responses.insert(there)
  const { success, error } = await db.form_responses.bulkInsert(
    numbers.map(n => response(n, 'second')),
  )
  vi.unstubAllGlobals()
  expect([success.length, error.map(({ documentId }) => documentId)]).toEqual([
    numbers.length - 1,
    [there.id],
  ])
})
