import { afterEach, beforeEach, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { spokenText } from '../../../src/features/fill/texts/spoken.ts'
import { createFillDevice, newInterview } from '../../features/fill/fixtures.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { workbook } from './make-workbook.ts'
import { questionsOf } from './walk-source.ts'

/** Choices and calculated answers of an imported form as their author meant them. */

const file = workbook({
  survey: [
    ['type', 'name', 'label', 'choice_filter', 'calculation', 'read_only'],
    ['select_one region', 'region', 'Region'],
    ['select_one town or_other', 'town', 'Town', 'region = ${region}'],
    ['select_multiple region', 'both', 'Both', null, "'n s'", 'yes'],
    ['date', 'due', 'Due', null, "date('2026-11-20') + 7", 'yes'],
    ['time', 'left', 'Left', null, "'08:30'", 'yes'],
    ['integer', 'bare'],
  ],
  choices: [
    ['list_name', 'name', 'label', 'region'],
    ['region', 'n', 'North'],
    ['region', 's', 'South'],
    ['town', 'pune', 'Pune', 'n'],
    ['town', 'surat', 'Surat', 's'],
  ],
})
const read = () => importFile(file, 'form.xlsx', { id: null, title: null, leaveOutBroken: false })

let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, compile(questionsOf((await read()).form)))
})
afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const field = (id: string) => fieldOf(interview.form, id)

it('or_other is offered whatever the other options are filtered by', () => {
  const offered = () => interview.logic.options(field('town')).map(({ value }) => value)
  expect(offered()).toEqual(['other'])
  interview.edit(field('region'), 's')
  expect(offered()).toEqual(['surat', 'other'])
})

it('a calculated answer has the shape of its field', () => {
  const answers = ['both', 'due', 'left'].map(id => interview.answers.get(field(id)))
  expect(answers).toEqual([['n', 's'], '2026-11-27', '08:30'])
})

it('a question without a label is in the report', async () => {
  const { report } = await read()
  expect(report.filter(({ outcome }) => outcome !== 'translated')).toEqual([
    { name: 'bare', outcome: 'simplified', what: 'survey!B7: it has no label: its name is shown' },
  ])
})

it('an option that a spreadsheet keeps as a truth value has the name that ODK gives it', async () => {
  const { form } = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'relevant'],
        ['select_one said', 'said', 'Said'],
        ['text', 'why', 'Why', "${said} = 'TRUE'"],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['said', true, 'Yes'],
        ['said', false, 'No'],
      ],
    }),
    'form.xlsx',
    { id: null, title: null, leaveOutBroken: false },
  )
  const one = newInterview(device, compile(questionsOf(form)))
  const [said, why] = [fieldOf(one.form, 'said'), fieldOf(one.form, 'why')]
  const names = one.logic.options(said).map(({ value }) => value)
  one.edit(said, names[0] ?? '')
  const isAsked = one.logic.isVisible(why)
  await one.close()
  expect([names, isAsked]).toEqual([['TRUE', 'FALSE'], true])
})

it('spaces around a written option do not matter, and its label may be called a caption', async () => {
  const { form } = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'relevant'],
        ['select_one said', 'said', 'Said'],
        ['text', 'why', 'Why', "selected(${said}, 'no ')"],
      ],
      choices: [
        ['list_name', 'name', 'caption'],
        ['said', 'yes', 'Yes'],
        ['said', 'no', 'No'],
      ],
    }),
    'form.xlsx',
    { id: null, title: null, leaveOutBroken: false },
  )
  const one = newInterview(device, compile(questionsOf(form)))
  const said = fieldOf(one.form, 'said')
  one.edit(said, 'no')
  const labels = one.logic.options(said).map(({ label }) => label)
  const isAsked = one.logic.isVisible(fieldOf(one.form, 'why'))
  await one.close()
  expect([labels, isAsked]).toEqual([['Yes', 'No'], true])
})

it('a number within a text is shown as nothing while it cannot be worked out', async () => {
  const xform = `<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>Form</h:title><model><instance><data id="form"><n/></data></instance>
<bind nodeset="/data/n" type="int"/></model></h:head>
<h:body><input ref="/data/n"><label>Next: [<output value="/data/n + 1"/>]</label></input></h:body></h:html>`
  const options = { id: null, title: null, leaveOutBroken: false }
  const { form } = await importFile(Buffer.from(xform), 'form.xml', options)
  const one = newInterview(device, compile(questionsOf(form)))
  const n = fieldOf(one.form, 'n')
  const said = ['', '4'].map(answer => {
    one.edit(n, answer)
    return spokenText(one, n, n.label)
  })
  await one.close()
  expect(said).toEqual(['Next: []', 'Next: [5]'])
})

it('an earlier answer that is chosen is the same answer, also with a space at its end', async () => {
  const { form } = await importFile(
    workbook({
      survey: [
        ['type', 'name', 'label', 'relevant'],
        ['begin repeat', 'member', 'Member'],
        ['text', 'who', 'Who'],
        ['end repeat'],
        ['select_one ${who}', 'lead', 'Who leads?'],
        ['text', 'why', 'Why the first?', '${lead} = ${who}'],
      ],
      choices: [],
    }),
    'form.xlsx',
    { id: null, title: null, leaveOutBroken: false },
  )
  const one = newInterview(device, compile(questionsOf(form)))
  const lead = fieldOf(one.form, 'lead')
  one.edit(fieldOf(one.form, 'who'), 'Asha ')
  const [offered] = one.logic.options(lead)
  one.edit(lead, offered?.value ?? '')
  const isAsked = one.logic.isVisible(fieldOf(one.form, 'why'))
  await one.close()
  expect([offered?.label, isAsked]).toEqual(['Asha', true])
})
