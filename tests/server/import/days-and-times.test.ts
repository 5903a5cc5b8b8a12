import { afterEach, beforeEach, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { createFillDevice, newInterview } from '../../features/fill/fixtures.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { workbook } from './make-workbook.ts'
import { questionsOf } from './walk-source.ts'

/** Days and times of an imported form: what they are compared with, and what they begin with. */

let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  const { form } = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'constraint', 'relevant', 'calculation', 'default'],
        ['time', 'from', 'From', ". >= '06:00'"],
        ['time', 'to', 'To', '. > ${from}'],
        ['calculate', 'hours', null, null, null, 'round((${to} - ${from}) * 24, 1)'],
        ['text', 'why', 'Why so late?', null, "${to} > '20:30'"],
        ['date', 'due', 'Due', null, null, null, 'today() + 7'],
        ['date', 'day', 'Day', null, null, null, 'now()'],
      ],
      choices: [],
    }),
    'form.xlsx',
    { id: null, title: null, leaveOutBroken: false },
  )
  interview = newInterview(device, compile(questionsOf(form)))
})
afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const field = (id: string) => fieldOf(interview.form, id)
const answer = (id: string, value: string) => interview.edit(field(id), value)

it('a time is before or after another one, and their difference is a part of a day', () => {
  answer('from', '08:15')
  answer('to', '07:00')
  expect(interview.validity.problem('to')?.kind).toBe('notValid')
  answer('to', '20:45')
  expect([interview.validity.problem('to'), interview.validity.problem('from')]).toEqual([
    null,
    null,
  ])
  expect(interview.answers.get(field('hours'))).toBe('12.5')
  expect(interview.logic.isVisible(field('why'))).toBe(true)
  answer('from', '05:59')
  expect(interview.validity.problem('from')?.kind).toBe('notValid')
})

it('a day begins with a number of days, or with the day of a moment', () => {
  expect(interview.answers.get(field('due'))).toBe('2026-11-27')
  expect(interview.answers.get(field('day'))).toBe('2026-11-20')
})

it.each([
  ['America/Lima', '-05:00'],
  ['Asia/Kolkata', '+05:30'],
])('a moment is compared with days by the clock of the device in %s', async (zone, offset) => {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  const { form } = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'calculation'],
        ['date', 'day', 'Day', null],
        ['dateTime', 'seen', 'Seen', null],
        ['calculate', 'same', null, '${seen} >= ${day} and ${seen} < ${day} + 1'],
        ['calculate', 'days', null, 'int(${seen} - ${day})'],
        ['calculate', 'next', null, 'date-time(decimal-date-time(${seen}) + 1)'],
        ['calculate', 'month', null, "format-date(${day} + 30, '%e %b %Y')"],
      ],
      choices: [],
    }),
    'form.xlsx',
    { id: null, title: null, leaveOutBroken: false },
  )
  const one = newInterview(device, compile(questionsOf(form)))
  const said = (id: string) => one.answers.get(fieldOf(one.form, id))
  one.edit(fieldOf(one.form, 'day'), '2024-06-15')
  const days = ['2024-06-15T00:30', '2024-06-15T22:30:15.250', '2024-06-17T00:30'].map(seen => {
    one.edit(fieldOf(one.form, 'seen'), seen)
    return [said('same'), said('days'), said('next')]
  })
  await one.close()
  process.env['TZ'] = before
  expect(days).toEqual([
    ['true', '0', `2024-06-16T00:30:00.000${offset}`],
    ['true', '0', `2024-06-16T22:30:15.250${offset}`],
    ['false', '2', `2024-06-18T00:30:00.000${offset}`],
  ])
  expect(said('month')).toBe('15 Jul 2024')
})

it('a day and a time begins with a day, and a calculation of an XForm has the type of its bind', async () => {
  const xform = `<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>Form</h:title><model>
<instance><data id="form"><day/><seen/><next/><third/></data></instance>
<bind nodeset="/data/day" type="date"/>
<bind nodeset="/data/seen" type="dateTime"/>
<bind nodeset="/data/next" type="date" calculate="/data/day + 7"/>
<bind nodeset="/data/third" type="int" calculate="7 div 3"/>
<setvalue event="odk-instance-first-load" ref="/data/seen" value="today()"/>
</model></h:head>
<h:body><input ref="/data/day"><label>Day</label></input><input ref="/data/seen"><label>Seen</label></input></h:body>
</h:html>`
  const { form } = await importFile(Buffer.from(xform), 'form.xml', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  const one = newInterview(device, compile(questionsOf(form)))
  const said = (id: string) => one.answers.get(fieldOf(one.form, id))
  one.edit(fieldOf(one.form, 'day'), '2024-06-15')
  const found = [said('seen'), one.validity.problem('seen'), said('next'), said('third')]
  await one.close()
  expect(found).toEqual([
    expect.stringMatching(/^2026-11-20T00:00:00\.000/),
    null,
    '2024-06-22',
    '2',
  ])
})

it('a part of a format that has no meaning is in the report', async () => {
  const { report } = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'calculation'],
        ['date', 'day', 'Day'],
        ['calculate', 'said', null, "format-date(${day}, '%A, %e %B %Y, 5%%')"],
      ],
      choices: [],
    }),
    'form.xlsx',
    { id: null, title: null, leaveOutBroken: false },
  )
  expect(report.filter(({ outcome }) => outcome !== 'translated')).toEqual([
    {
      name: 'said',
      outcome: 'simplified',
      what: 'survey!D3: calculation: "%A" in the format of a date is shown as it is',
    },
  ])
})
