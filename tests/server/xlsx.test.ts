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

test('a text that is too long for a cell is cut with a mark, between whole characters, and counted', async () => {
  async function* rows() {
    yield [['a'.repeat(32_767)], [`${'😀'.repeat(20_000)}`], [`b${'😀'.repeat(20_000)}`]]
  }
  let cuts = 0
  const tables = [{ name: '', heads: ['x'], rows }]
  const book = await buffer(xlsxOf(tables, new Date(0), undefined, () => (cuts += 1)))
  const [sheet] = await readWorkbook(book)
  const [, [whole] = [], ...cut] = sheet?.data ?? []
  expect(whole).toBe('a'.repeat(32_767))
  for (const [text] of cut) {
    expect(String(text)).toMatch(/^b?(😀)+ … \[cut: 4000[01] characters\]$/u)
    expect([32_766, 32_767]).toContain(String(text).length)
  }
  expect(cuts).toBe(2)
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
