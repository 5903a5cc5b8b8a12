import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import type { FormDefinition } from '../../../replication/wire/forms.ts'
import { createFillDevice, newInterview, type FillDevice } from '../../features/fill/fixtures.ts'
import { compile } from '../../form/form-fixtures.ts'
import { workbook } from './make-workbook.ts'
import { questionsOf } from './walk-source.ts'

/** Defaults that their own questions would refuse, by the app's own check. */

let device: FillDevice
beforeEach(async () => {
  device = await createFillDevice()
})
afterEach(() => device.db.close())

const options = {
  id: null,
  title: null,
  leaveOutBroken: false,
  readFile: (name: string) =>
    name === 'towns.csv' ? Buffer.from('name,label\nt1,One\nt2,Two\n') : null,
}

/** The answer with which each field of a form begins; and that the app takes it. */
const begun = async (form: FormDefinition) => {
  const interview = newInterview(device, compile(questionsOf(form)))
  const found = new Map(
    interview.form.fields.map(field => [field.fieldId, interview.answers.get(field)]),
  )
  expect(interview.validity.invalidFields().map(({ fieldId }) => fieldId)).toEqual([])
  await interview.close()
  return found
}

const form = (type: string, given: string | number | boolean, parameters = '') =>
  importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'default', 'parameters'],
        ['text', 'first', 'First'],
        [type, 'q', 'Question', given, parameters],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['yn', 'yes', 'Yes'],
        ['yn', 'no', 'No'],
      ],
    }),
    'form.xlsx',
    options,
  )

it.each<[string, string | number, string?]>([
  ['select_one yn', 'Yes'],
  ['select_one yn', 'yes no'],
  ['select_one yn or_other', 'Other'],
  ['select_one_from_file towns.csv', 't3'],
  ['select_multiple yn', 'yes,no'],
  ['select_multiple yn', 'yes maybe'],
  ['rank yn', 'yes maybe'],
  ['date', '01/05/2024'],
  ['date', '2024-02-30'],
  ['date', '14:30'],
  ['date', 45_413],
  ['time', '2:30 PM'],
  ['time', '25:00'],
  ['time', 'noon'],
  ['time', '2024-05-01'],
  ['dateTime', '01/05/2024 9:15'],
  ['dateTime', '2024-05-01 25:15'],
  ['dateTime', '2024-13-01'],
  ['integer', 'ten'],
  ['integer', 2.5],
  ['integer', '1,500'],
  ['decimal', '12 kg'],
  ['decimal', 'NaN'],
  ['range', 99, 'start=0 end=10 step=1'],
  ['range', 2.5, 'start=0 end=10 step=1'],
  ['range', 3, 'start=0 end=10 step=2'],
  ['geopoint', '23.5, 69.25'],
  ['geopoint', '123.5 69.25'],
  ['geotrace', '23.5 69.25'],
  ['geotrace', '23.5 69.25;there'],
  ['geoshape', '1 2;1 3;2 3'],
  ['geoshape', '1 2;1 3;1 2'],
  ['acknowledge', 'yes'],
  ['image', 'house.jpg'],
])('a default that does not fit is left out with a line: %s %s', async (type, given, more) => {
  const { form: made, report } = await form(type, given, more)
  expect((await begun(made)).get('q')).toHaveLength(0)
  const lines = report.filter(({ name, what }) => name === 'q' && what.includes('default'))
  expect(lines).toEqual([
    {
      name: 'q',
      outcome: 'left out',
      what: expect.stringMatching(`^survey!D3: the default "${given}": `) as string,
    },
  ])
})

it.each<[string, string | number, unknown, string?]>([
  ['text', 'Yes', 'Yes'],
  ['text', '007', '007'],
  ['barcode', '1,5', '1,5'],
  ['select_one yn', 'yes', 'yes'],
  ['select_one yn or_other', 'other', 'other'],
  ['select_one_from_file towns.csv', 't2', 't2'],
  ['select_one_from_file lost.csv', 'anything', 'anything'],
  ['select_multiple yn', 'yes  no yes', ['yes', 'no']],
  ['rank yn', 'no yes', ['no', 'yes']],
  ['date', '2024-05-01', '2024-05-01'],
  ['date', '2024-05-01 09:15:00', '2024-05-01'],
  ['time', '7:05', '07:05'],
  ['time', '14:30:00.000+05:30', '14:30'],
  ['dateTime', '2024-05-01 9:15', expect.stringMatching(/^2024-05-01T09:15:00\.000/)],
  ['dateTime', '2024-05-01', expect.stringMatching(/^2024-05-01T00:00:00\.000/)],
  ['dateTime', '2024-05-01T09:15:00Z', expect.stringMatching(/^20\d\d-\d\d-\d\dT/)],
  ['integer', 12, '12'],
  ['integer', '-12', '-12'],
  ['decimal', '1,5', '1.5'],
  ['decimal', 1e-7, '1e-7'],
  ['range', 0.3, '0.3', 'start=0 end=1 step=0.1'],
  ['geopoint', '23.5  69.25 0 0', '23.5 69.25 0 0'],
  ['geotrace', '1  2 ; 1 3;', '1 2;1 3'],
  ['geoshape', '1 2; 1 3; 2 3; 1.0 2', '1 2;1 3;2 3;1.0 2'],
  ['acknowledge', 'OK', 'OK'],
])('a default that fits is kept: %s %s', async (type, given, answer, more = '') => {
  const { form: made, report } = await form(type, given, more)
  expect((await begun(made)).get('q')).toEqual(answer)
  expect(report.filter(({ what }) => what.includes('default'))).toEqual([])
})

test('what a read-only question shows, and what an XForm sets, are checked too', async () => {
  const read = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'default', 'read_only'],
        ['select_one yn', 'q', 'Question', 'Yes', 'yes'],
        ['text', 'last', 'Last'],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['yn', 'yes', 'Yes'],
      ],
    }),
    'form.xlsx',
    options,
  )
  expect((await begun(read.form)).get('q')).toBe('')
  const xform = `<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>Form</h:title><model>
<instance><data id="form"><day>01/05/2024</day><q/><at/><n>ten</n></data></instance>
<bind nodeset="/data/day" type="date"/>
<bind nodeset="/data/at" type="time"/>
<bind nodeset="/data/n" type="int"/>
<setvalue event="odk-instance-first-load" ref="/data/q" value="'Yes'"/>
<setvalue event="odk-instance-first-load" ref="/data/at">7:05</setvalue>
</model></h:head>
<h:body><input ref="/data/day"><label>Day</label></input><input ref="/data/at"><label>At</label></input>
<select1 ref="/data/q"><label>Q</label><item><label>Yes</label><value>yes</value></item></select1>
<input ref="/data/n"><label>N</label></input></h:body>
</h:html>`
  const { form: made, report } = await importFile(Buffer.from(xform), 'form.xml', options)
  expect(Object.fromEntries(await begun(made))).toEqual({ day: '', q: '', at: '07:05', n: '' })
  expect(report.map(({ outcome, what }) => `${outcome} ${what.replace(/^.*?: /, '')}`)).toEqual([
    'left out the default "01/05/2024": it is not a day such as 2026-11-22',
    'left out the default "\'Yes\'": it is none of its options',
    'left out the default "ten": it is not a number',
  ])
})
