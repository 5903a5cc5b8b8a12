import { expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** How the questions of imported forms are asked, beyond their types. */

type Row = readonly (string | null)[]

const imported = async (...rows: readonly Row[]) => {
  const survey = [['type', 'name', 'label', 'appearance', 'parameters', 'choice_filter'], ...rows]
  const choices = [
    ['list_name', 'name', 'label'],
    ['agree', 'no', 'Disagree'],
    ['agree', 'so', 'Undecided'],
    ['agree', 'yes', 'Agree'],
    ...Array.from({ length: 14 }, (_, n) => ['many', `m${n}`, `Option ${n}`]),
  ]
  const { form, report } = await importFile(workbook({ survey, choices }), 'looks.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  return {
    fields: form.sections.flatMap(section => section.fields),
    report: report.map(({ outcome, what }) => `${outcome} ${what}`),
  }
}

const askedAs = async (...rows: readonly Row[]) => {
  const { fields, report } = await imported(...rows)
  return {
    looks: fields.map(({ name, type, appearance }) => `${name} ${type} ${appearance?.join(' ')}`),
    report,
  }
}

it('options in a line or in columns stay so, also where there are many of them or a filter', async () => {
  const { looks, report } = await askedAs(
    ['select_one agree', 'line', 'L', 'likert'],
    ['select_one agree', 'two', 'T', 'columns-2 no-buttons'],
    ['select_multiple agree', 'some', 'S', 'columns-pack'],
    ['select_one many', 'many', 'M', 'columns'],
    ['select_one many', 'filtered', 'F', 'columns-3', null, "${line} = 'yes'"],
    ['select_one many', 'short', 'H', 'minimal columns'],
  )
  expect(looks).toEqual([
    'line RADIO likert',
    'two RADIO columns-2 no-buttons',
    'some CHECKBOX columns-pack',
    'many RADIO columns',
    'filtered RADIO columns-3',
    'short SELECT undefined',
  ])
  expect(report.filter(line => !line.startsWith('translated'))).toEqual([
    'simplified survey!B7: the appearance "columns" is not used',
  ])
})

it('the older words for columns mean the same', async () => {
  const { looks, report } = await askedAs(
    ['select_one agree', 'a', 'A', 'horizontal'],
    ['select_one agree', 'b', 'B', 'horizontal-compact'],
    ['select_one agree', 'c', 'C', 'compact'],
    ['select_multiple agree', 'd', 'D', 'compact-4'],
  )
  expect(looks).toEqual([
    'a RADIO columns',
    'b RADIO columns-pack',
    'c RADIO columns-pack no-buttons',
    'd CHECKBOX columns-4 no-buttons',
  ])
  expect(report).toEqual([])
})

it('a line of several options, and columns of an order, are reported', async () => {
  const { looks, report } = await askedAs(
    ['select_multiple agree', 'several', 'S', 'likert'],
    ['rank agree', 'order', 'O', 'columns-3'],
  )
  expect(looks).toEqual(['several CHECKBOX undefined', 'order RANK undefined'])
  expect(report).toEqual([
    'simplified survey!B2: the appearance "likert" is not used',
    'simplified survey!B3: the appearance "columns-3" is not used',
  ])
})

it('the choices of a group with table-list are the rows of a table, and other words of a group are reported', async () => {
  const { looks, report } = await askedAs(
    ['begin_group', 'rated', 'How good is', 'table-list'],
    ['select_one agree', 'road', 'the road?'],
    ['select_multiple agree', 'well', 'the well?'],
    ['integer', 'people', 'People'],
    ['end_group'],
    ['begin_group', 'wide', 'Wide', 'w4 field-list'],
    ['select_one agree', 'roof', 'the roof?'],
    ['end_group'],
  )
  expect(looks).toEqual([
    'road RADIO list-nolabel',
    'well CHECKBOX list-nolabel',
    'people NUMBER undefined',
    'roof RADIO undefined',
  ])
  expect(report).toEqual(['left out survey!D7: the appearance "w4" of a group'])
})

it('a question that is only the head of a table is a note, or nothing without words', async () => {
  const { looks, report } = await askedAs(
    ['select_one agree', 'head', 'How good is', 'label'],
    ['select_one agree', 'road', 'the road?', 'list-nolabel'],
    ['select_one agree', 'reserved', null, 'label'],
    ['select_one agree', 'well', 'the well?', 'list'],
  )
  expect(looks).toEqual(['head NOTE undefined', 'road RADIO list-nolabel', 'well RADIO list'])
  expect(report).toEqual([])
})

it('a text, a number and a date say how they are typed', async () => {
  const { looks, report } = await askedAs(
    ['text', 'pin', 'PIN', 'masked'],
    ['integer', 'goats', 'Goats', 'counter'],
    ['date', 'born', 'Born', 'month-year'],
    ['date', 'built', 'Built', 'year'],
    ['integer', 'pots', 'Pots', 'masked'],
    ['text', 'story', 'Story', 'multiline masked'],
  )
  expect(looks).toEqual([
    'pin TEXT masked',
    'goats NUMBER counter',
    'born DATE month-year',
    'built DATE year',
    'pots NUMBER undefined',
    'story TEXTAREA undefined',
  ])
  expect(report).toEqual([
    'simplified survey!B6: the appearance "masked" is not used',
    'simplified survey!B7: the appearance "masked" is not used',
  ])
})
