import { assert, array, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { PageKey } from '../../../collections/queries.ts'
import { nextKey, rowsBehind, withNextKey } from '../../../src/features/submissions/rows/pages.ts'

const size = 5

/** Reads a sorted list page by page, as the index returns it: from the key's `newest` on, including ties. */
const readAll = (rows: readonly { id: string; newest: number }[]) => {
  const read: string[] = []
  let after: PageKey | null = null
  for (let page = 0; page <= rows.length; page += 1) {
    const from: PageKey | null = after
    const docs = rows
      .filter(({ newest }) => from === null || newest >= from.newest)
      .slice(0, size + (from?.ties ?? 0))
    read.push(...rowsBehind(docs, from).map(({ id }) => id))
    after = nextKey(docs, from, size)
    if (after === null) return read
  }
  throw new Error('The pages never end.')
}

test('the pages together are the whole list in order, even if many rows have the same time', () => {
  assert(
    property(array(integer({ min: 0, max: 6 }), { maxLength: 60 }), times => {
      const rows = times
        .map((newest, n) => ({ newest, id: `id-${String(n).padStart(3, '0')}` }))
        .sort((a, b) => a.newest - b.newest || (a.id < b.id ? -1 : 1))
      expect(readAll(rows)).toEqual(rows.map(({ id }) => id))
    }),
  )
})

test('a changed page moves the next one, and the last page ends the list', () => {
  const first: PageKey = { newest: 1, id: 'a', ties: 1 }
  const second: PageKey = { newest: 2, id: 'b', ties: 1 }
  const keys = withNextKey([null], 0, first)
  expect(keys).toEqual([null, first])
  expect(withNextKey(keys, 0, { ...first })).toBe(keys)
  expect(withNextKey([null, first, second], 0, { ...first, id: 'c' })).toEqual([
    null,
    { ...first, id: 'c' },
    second,
  ])
  expect(withNextKey([null, first, second], 0, null)).toEqual([null])
})
