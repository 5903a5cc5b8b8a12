import { expect, test } from 'vitest'
import { csvCells } from '../../../server/import/lists/csv-cells.ts'

/** Spreadsheets write CSV in several ways; each row is read. */

test.each([
  ['a line break at the end', 'a,b\nc,d\n'],
  ['none at the end', 'a,b\nc,d'],
  ['carriage returns', 'a,b\r\nc,d\r\n'],
  ['semicolons', 'a;b\nc;d'],
  ['quotes and a mark', '\uFEFF"a","b"\n"c","d"'],
  ['empty rows', 'a,b\n\n,\nc,d\n,\n,'],
])('with %s', (_, text) => {
  expect(csvCells(text)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test.each(['a,b\nc,', 'a,b\nc,\n', 'a;b\nc;', 'a,b\nc,""', 'a,b\r\nc,\r\n'])(
  'the last row is read although its last cell is empty: %j',
  text => {
    expect(csvCells(text)).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
  },
)

test('a quoted cell has its line breaks, quotes and separators', () => {
  expect(csvCells('a,b\n"c\n""d"", e",=1')).toEqual([
    ['a', 'b'],
    ['c\n"d", e', '=1'],
  ])
})

test.each(['"c,d', '"c', '"Old" well,d', 'c,"d" \n'])(
  'no cells when a quote does not end with its cell: %j',
  row => {
    expect(csvCells(`a,b\n${row}`)).toBeNull()
  },
)
