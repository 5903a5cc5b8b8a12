import { expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** The types of questions that an appearance or a name decides on. */

const imported = async (...rows: (string | null)[][]) => {
  const survey = [['type', 'name', 'label', 'appearance', 'parameters'], ...rows]
  const { form, report } = await importFile(workbook({ survey }), 'kinds.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  return { fields: form.sections.flatMap(section => section.fields), report }
}

it('a range that looks like a rating has stars, unless there are too many', async () => {
  const { fields, report } = await imported(
    ['range', 'glad', 'Glad?', 'rating', 'start=1 end=5 step=1'],
    ['range', 'far', 'Far?', 'rating', 'start=0 end=100 step=1'],
  )
  expect(fields).toMatchObject([
    { id: 'glad', type: 'RATING', range: { min: 1, max: 5, step: 1 } },
    { id: 'far', type: 'RANGE', range: { min: 0, max: 100, step: 1 } },
  ])
  expect(report).toEqual([
    {
      name: 'far',
      outcome: 'simplified',
      what: 'survey!B3: more than 10 stars, or stars from 0 on, are a line',
    },
  ])
})

it('a text of numbers stays a text, on a numeric keyboard', async () => {
  const { fields, report } = await imported(['text', 'code', 'Code', 'numbers'])
  expect(fields).toMatchObject([{ id: 'code', type: 'TEXT', is_numeric: true }])
  expect(report).toEqual([])
})

it('the device is recorded like the surveyor, and the day is a day', async () => {
  const { fields, report } = await imported(
    ['deviceid', 'device', null],
    ['today', 'on', null],
    ['text', 'q', 'Q'],
  )
  expect(fields).toMatchObject([
    { id: 'device', calculate: { var: '$deviceid' } },
    { id: 'on', type: 'DATE', calculate: { var: '$today' } },
    { id: 'q', type: 'TEXT' },
  ])
  expect(report).toEqual([])
})
