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
    ['pain', '0', 'None'],
    ['pain', '6', 'Much'],
    ['pain', '7', 'More'],
    ['pain', '11', 'Beyond'],
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

it('options one below the other are what is shown anyway; a line from top to bottom is not', async () => {
  const { looks, report } = await askedAs(
    ['select_one agree', 'one', 'O', 'vertical'],
    ['select_multiple agree', 'some', 'S', 'vertical'],
    ['select_one many', 'many', 'M', 'vertical'],
    ['range', 'line', 'L', 'vertical'],
  )
  expect(looks).toEqual([
    'one RADIO undefined',
    'some CHECKBOX undefined',
    'many SELECT undefined',
    'line RANGE undefined',
  ])
  expect(report.filter(line => !line.startsWith('translated'))).toEqual([
    'simplified survey!B4: the appearance "vertical" is not used',
    'simplified survey!B5: the appearance "vertical" is not used',
  ])
})

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

it('a text, a number, a date and a position say how they are given', async () => {
  const { looks, report } = await askedAs(
    ['text', 'pin', 'PIN', 'masked'],
    ['integer', 'goats', 'Goats', 'counter'],
    ['date', 'born', 'Born', 'month-year'],
    ['date', 'built', 'Built', 'year'],
    ['geopoint', 'well', 'Well', 'placement-map'],
    ['geopoint', 'gate', 'Gate', 'maps'],
    ['integer', 'pots', 'Pots', 'masked'],
    ['text', 'story', 'Story', 'multiline masked'],
  )
  expect(looks).toEqual([
    'pin TEXT masked',
    'goats NUMBER counter',
    'born DATE month-year',
    'built DATE year',
    'well GEOPOINT placement-map',
    'gate GEOPOINT maps',
    'pots NUMBER undefined',
    'story TEXTAREA undefined',
  ])
  expect(report).toEqual([
    'simplified survey!B8: the appearance "masked" is not used',
    'simplified survey!B9: the appearance "masked" is not used',
  ])
})

const parametersOf = async (...rows: readonly Row[]) => {
  const { fields, report } = await imported(...rows)
  return { parameters: fields.map(({ name, parameters }) => ({ name, ...parameters })), report }
}

it('the accuracy of a position and the longest side of a photo are carried over', async () => {
  const { parameters, report } = await parametersOf(
    ['geopoint', 'well', 'W', null, 'capture-accuracy=10 warning-accuracy=50'],
    ['geopoint', 'road', 'R', null, 'capture-accuracy=0 allow-mock-accuracy=true'],
    ['image', 'door', 'D', null, 'max-pixels=640'],
    ['image', 'plan', 'P', 'draw', 'max-pixels=800'],
    ['text', 'name', 'N', null, 'max-pixels=640'],
  )
  expect(parameters).toEqual([
    { name: 'well', 'capture-accuracy': 10, 'warning-accuracy': 50 },
    { name: 'road' },
    { name: 'door', 'max-pixels': 640 },
    { name: 'plan', 'max-pixels': 800 },
    { name: 'name' },
  ])
  expect(report).toEqual([
    'left out survey!B3: the parameter capture-accuracy=0',
    'left out survey!B3: the parameter allow-mock-accuracy=true',
    'left out survey!B6: the parameter max-pixels=640',
  ])
})

it('how a line and an area are recorded is carried over', async () => {
  const { fields, report } = await imported(
    ['geotrace', 'road', 'R', null, 'capture-accuracy=10 incremental=true'],
    ['geoshape', 'plot', 'P', null, 'incremental=yes allow-mock-accuracy=true'],
    ['geoshape', 'lake', 'L', null, 'incremental=false warning-accuracy=5'],
    ['geopoint', 'well', 'W', null, 'incremental=true'],
  )
  expect(fields.map(({ type, parameters }) => [type, parameters])).toEqual([
    ['GEOTRACE', { 'capture-accuracy': 10, incremental: 1 }],
    ['GEOSHAPE', { incremental: 1 }],
    ['GEOSHAPE', undefined],
    ['GEOPOINT', undefined],
  ])
  expect(report).toEqual([
    'left out survey!B3: the parameter allow-mock-accuracy=true',
    'left out survey!B4: the parameter incremental=false',
    'left out survey!B4: the parameter warning-accuracy=5',
    'left out survey!B5: the parameter incremental=true',
  ])
})

it('the ticks of a line and the place of its knob are carried over where the line has them', async () => {
  const line = 'start=0 end=10 step=1'
  const { parameters, report } = await parametersOf(
    ['range', 'a', 'A', null, `${line} tick_interval=5 placeholder=6`],
    ['range', 'down', 'D', null, 'start=10 end=0 step=-1 tick_interval=-5'],
    ['range', 'tenths', 'T', null, 'start=0 end=1 step=0.1 tick_interval=0.2 placeholder=0.3'],
    ['range', 'b', 'B', null, 'start=0 end=10 step=2 tick_interval=3 placeholder=5'],
    ['range', 'c', 'C', 'no-ticks', `${line} tick_interval=5`],
    ['range', 'd', 'D', 'rating', 'start=1 end=5 step=1 placeholder=3'],
  )
  expect(parameters).toEqual([
    { name: 'a', tick_interval: 5, placeholder: 6 },
    { name: 'down', tick_interval: 5 },
    { name: 'tenths', tick_interval: 0.2, placeholder: 0.3 },
    { name: 'b' },
    { name: 'c' },
    { name: 'd' },
  ])
  expect(report).toEqual([
    'left out survey!B5: the parameter tick_interval=3',
    'left out survey!B5: the parameter placeholder=5',
    'left out survey!B6: the parameter tick_interval=5',
    'left out survey!B7: the parameter placeholder=3',
  ])
})

it('a line has the labels of its ticks as options, except those that are at no tick', async () => {
  const line = 'start=0 end=10 step=1 tick_labelset=pain'
  const { fields, report } = await imported(
    ['range', 'a', 'A', null, line],
    ['range', 'b', 'B', null, `${line} tick_interval=2`],
  )
  const labels = fields.map(({ options }) => options.map(({ value, label }) => `${value} ${label}`))
  expect(labels).toEqual([
    ['0 None', '6 Much', '7 More'],
    ['0 None', '6 Much'],
  ])
  expect(report).toEqual([
    'left out survey!B2: the label of 11, at choices!B8: it is at no tick of the line',
    'left out survey!B3: the label of 7, at choices!B7: it is at no tick of the line',
    'left out survey!B3: the label of 11, at choices!B8: it is at no tick of the line',
  ])
  await expect(imported(['range', 'c', 'C', null, 'tick_labelset=none'])).rejects.toThrow(
    'the sheet "choices" has no list "none"',
  )
})
