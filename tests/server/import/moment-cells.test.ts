import { expect, it, test } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { readSheets } from '../../../server/import/sheet/workbook.ts'
import { workbook, workbookFiles, zip } from './make-workbook.ts'

/** Cells that a spreadsheet keeps as a number of days. */

const at = (hours: number, minutes = 0, seconds = 0) =>
  (hours * 3600 + minutes * 60 + seconds) / 86_400
/** 2024-05-01 */
const day = 45_413

const textsOf = async (bytes: Buffer) => {
  const { sheets } = await readSheets(bytes)
  return (sheets.get('survey')?.rows ?? []).map(({ cells }) => cells.get('default')?.text)
}
const cells = (values: readonly (readonly [number, string])[]) => ({
  survey: [['default'], ...values.map(([days, format]) => [{ days, format }])],
})

test.each([
  ['h:mm:ss', '14:30:00', at(14, 30)],
  ['h:mm', '08:00:00', at(8)],
  ['h:mm AM/PM', '23:59:59', at(23, 59, 59)],
  ['[$-F400]h:mm:ss\\ AM/PM', '07:05:33', at(7, 5, 33)],
  ['hh"h"mm', '14:30:00', 0.604166666666667],
  ['mm:ss.0', '00:00:05', 0.000057870370370370366],
  ['h:mm', '00:00:00', 0],
  ['yyyy-mm-dd', '2024-05-01', day],
  ['yyyy-mm-dd h:mm:ss', '2024-05-01', day],
  ['d/m/yy h:mm', '2024-05-01 09:15:00', day + at(9, 15)],
  ['[$-409]d\\-mmm\\-yy;@', '2024-05-02', 45_413.999999999],
  ['[h]:mm', '36:00:00', at(36)],
  ['[h]:mm:ss', '100:05:09', at(100, 5, 9)],
  ['d/m/yyyy', '1900-01-15', 15],
  ['d/m/yyyy', '1900-03-01', 61],
])('a cell shown as %s has the text that a person types: %s', async (format, text, days) => {
  expect(await textsOf(workbook(cells([[days, format]])))).toEqual([text])
})

it.each(['1', 'true'])('counts from 1904 where the workbook does (%s)', async says => {
  const files = workbookFiles(
    cells([
      [at(14, 30), 'h:mm'],
      [day - 1462 + at(9, 15), 'd/m/yy h:mm'],
      [day - 1462, 'd/m/yy'],
    ]),
  )
  const own = (files['xl/workbook.xml'] ?? '').replace(
    '<sheets>',
    `<workbookPr date1904="${says}"/><sheets>`,
  )
  expect(await textsOf(zip({ ...files, 'xl/workbook.xml': own }))).toEqual([
    '14:30:00',
    '2024-05-01 09:15:00',
    '2024-05-01',
  ])
})

test('a time in a cell is a time in defaults, texts, hints and options', async () => {
  const time = (hours: number) => ({ days: at(hours, 30), format: 'h:mm' })
  const moment = { days: day + at(9, 15), format: 'd/m/yy h:mm' }
  const { form } = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'hint', 'default'],
        ['time', 'start', time(8), time(9), time(14)],
        ['text', 'opens', 'Opens', null, time(8)],
        ['dateTime', 'seen', moment, null, moment],
        ['date', 'day', 'Day', null, { days: day, format: 'd/m/yy' }],
        ['select_one slots', 'slot', 'Slot', null, time(8)],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['slots', time(8), time(10)],
      ],
    }),
    'form.xlsx',
    { id: null, title: null, leaveOutBroken: false },
  )
  const [start, opens, seen, on, slot] = form.sections.flatMap(({ fields }) => fields)
  expect(start).toMatchObject({
    label: '08:30:00',
    help_text: '09:30:00',
    default_value: { cat: ['14:30'] },
  })
  expect(opens?.default_value).toEqual({ cat: ['08:30:00'] })
  expect(seen?.label).toBe('2024-05-01 09:15:00')
  expect(JSON.stringify(seen?.default_value)).toMatch(/2024-05-01[ T]09:15:00/)
  expect(on?.default_value).toEqual({ cat: ['2024-05-01'] })
  expect(slot?.options).toMatchObject([{ value: '08:30:00', label: '10:30:00' }])
  expect(slot?.default_value).toEqual({ cat: ['08:30:00'] })
})
