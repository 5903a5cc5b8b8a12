import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { xlsxOf } from '../../server/export/formats/xlsx.ts'
import type { Table } from '../../server/export/tables.ts'

test('a table that is too long for a sheet goes on in a further one', async () => {
  async function* rows() {
    yield [['a'], ['b'], ['c']]
    yield [['d'], ['e']]
  }
  const table = (name: string, limit = rows): Table => ({ name, heads: ['x'], rows: limit })
  const long = 'a/b: the name of a repeat that is far too long'
  const book = await buffer(xlsxOf([table(long), table(long)], new Date(0), 2))
  const sheets = await readWorkbook(book)
  expect(sheets.map(({ data }) => data.flat())).toEqual([
    ['x', 'a', 'b'],
    ['x', 'c', 'd'],
    ['x', 'e'],
    ['x', 'a', 'b'],
    ['x', 'c', 'd'],
    ['x', 'e'],
  ])
  const names = sheets.map(({ sheet }) => sheet)
  expect(new Set(names).size).toBe(6)
  expect(names.every(name => name.length <= 31 && !/[/:]/.test(name))).toBe(true)
})

test('no sheet has the name that Excel keeps for itself', async () => {
  async function* rows() {
    yield [['a']]
  }
  const book = await buffer(xlsxOf([{ name: 'History', heads: ['x'], rows }], new Date(0)))
  const [sheet] = await readWorkbook(book)
  expect(sheet?.sheet).toBe('History (2)')
})

test('a text that is too long for a cell is an error and not cut', async () => {
  async function* rows() {
    yield [['a'.repeat(40_000)]]
  }
  const book = xlsxOf([{ name: '', heads: ['x'], rows }], new Date(0))
  await expect(buffer(book)).rejects.toThrow('40000 characters')
})

test('an archive reads no further than its reader', async () => {
  let made = 0
  let isEnded = false
  async function* rows() {
    try {
      for (; made < 100_000; made += 1) yield [[crypto.randomUUID().repeat(100)]]
    } finally {
      isEnded = true
    }
  }
  const book = xlsxOf([{ name: '', heads: ['x'], rows }], new Date(0))
  book.once('readable', () => undefined)
  await new Promise(resolve => setTimeout(resolve, 200))
  const before = made
  expect(before).toBeLessThan(5000)
  expect(book).toBeInstanceOf(Readable)
  book.destroy()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect([made - before < 5000, isEnded]).toEqual([true, true])
})
