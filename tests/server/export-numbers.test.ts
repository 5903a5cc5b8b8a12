import { expect, test } from 'vitest'
import { parseForm } from '../../replication/wire/forms.ts'
import { columnsOf } from '../../server/export/columns.ts'
import { importFile } from '../../server/import/import-file.ts'
import { workbook } from './import/make-workbook.ts'

/** Which columns of an export have numbers: the form says it, and not the answers. */

const columnsIn = (...versions: readonly unknown[]) =>
  columnsOf({
    versions: versions.map((version, n) => ({
      number: n + 1,
      sections: parseForm(version)?.sections ?? [],
    })),
    answered: [],
    language: null,
    lists: new Map(),
    taken: new Set(),
  })

const calculations: readonly (readonly [calculation: string, isNumber: boolean])[] = [
  ['${a}', true],
  ['${a} + ${b}', true],
  ["if(${a} > 1, ${a}, '')", true],
  ['coalesce(${a}, 0)', true],
  ['once(${a})', true],
  ['number(${one})', true],
  ['count-selected(${many})', true],
  ['sum(${age})', true],
  ['indexed-repeat(${age}, ${r}, 1)', true],
  ['/data/r[1]/age', true],
  ['/data/r[age > ${a}][1]/age', true],
  ['int((today() - ${day}) div 365.25)', true],
  ['${t}', false],
  ['${one}', false],
  ["concat(${a}, '')", false],
  ['string(${a})', false],
  ["'12'", false],
  ["format-date(${day}, '%Y')", false],
  ["if(${a} = '', 'none', ${a})", false],
  ['indexed-repeat(${who}, ${r}, 1)', false],
  ['/data/r[1]/who', false],
  ['${a} > 3', false],
]

test.each(calculations)('the column of %s has numbers: %s', async (calculation, isNumber) => {
  const file = workbook({
    survey: [
      ['type', 'name', 'label', 'calculation'],
      ['integer', 'a', 'A'],
      ['decimal', 'b', 'B'],
      ['text', 't', 'T'],
      ['date', 'day', 'Day'],
      ['select_one l', 'one', 'One'],
      ['select_multiple l', 'many', 'Many'],
      ['begin repeat', 'r', 'R'],
      ['integer', 'age', 'Age'],
      ['text', 'who', 'Who'],
      ['end repeat'],
      ['calculate', 'c', null, calculation],
    ],
    choices: [
      ['list_name', 'name', 'label'],
      ['l', '1', 'One'],
    ],
  })
  const { form } = await importFile(file, 'form.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  const { main } = columnsIn(form)
  expect(main.find(({ id }) => id === 'c')?.isNumber).toBe(isNumber)
})

test.each([
  [['NUMBER', 'NUMBER'], true],
  [['NUMBER', 'RANGE', 'RATING'], true],
  [['TEXT', 'NUMBER'], false],
  [['NUMBER', 'TEL'], false],
  [['NUMBER', 'TEXT', 'NUMBER'], false],
  [['DATE'], false],
])('a column of the types %s in its versions has numbers: %s', (types, isNumber) => {
  const versions = types.map(type => ({
    id: 'f',
    sections: [{ id: 's', fields: [{ id: 'q', label: 'Q', type }] }],
  }))
  expect(columnsIn(...versions).main[0]?.isNumber).toBe(isNumber)
})
