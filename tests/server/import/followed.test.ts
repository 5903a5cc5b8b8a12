import { afterEach, beforeEach, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { createFillDevice, newInterview } from '../../features/fill/fixtures.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { workbook } from './make-workbook.ts'
import { questionsOf } from './walk-source.ts'

const visits = workbook({
  survey: [
    ['type', 'name', 'label', 'relevant', 'constraint', 'calculation', 'choice_filter', 'required'],
    ['text', 'head', 'Head'],
    ['select_one state', 'state', 'State'],
    ['select_one district', 'district', 'District', null, null, null, 'state = ${state}'],
    ['begin group', 'home', 'Home', "${head} != ''"],
    ['integer', 'size', 'Size', null, '. > 0 and . <= 30', null, null, 'yes'],
    ['integer', 'rooms', 'Rooms', '${size} > 2', null, null, null, '${size} > 4'],
    ['end group'],
    ['calculate', 'crowd', null, null, null, 'round(${size} div ${rooms}, 1)'],
    ['note', 'tight', 'Tight', '${crowd} >= 2 and selected-at("a b", 1) = "b"'],
    ['calculate', 'code', null, null, null, "concat('0', ${rooms})"],
    ['note', 'coded', 'Coded', "string-length(${code}) = 2 and starts-with(${code}, '0')"],
  ],
  choices: [
    ['list_name', 'name', 'label', 'state'],
    ['state', 'gj', 'Gujarat'],
    ['state', 'mh', 'Maharashtra'],
    ['district', 'anand', 'Anand', 'gj'],
    ['district', 'pune', 'Pune', 'mh'],
  ],
})

let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  const { form } = await importFile(visits, 'visits.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  interview = newInterview(device, compile(questionsOf(form)))
})
afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const answer = (id: string, value: string) => interview.edit(fieldOf(interview.form, id), value)
const isVisible = (id: string) => interview.logic.isVisible(fieldOf(interview.form, id))

it('the fill screen follows an imported form as its source says', () => {
  expect(interview.form.logic?.problems).toEqual([])
  expect(['size', 'rooms', 'tight', 'coded'].map(isVisible)).toEqual([false, false, false, false])
  answer('head', 'Asha')
  answer('state', 'mh')
  const { options } = interview.logic
  expect(options(fieldOf(interview.form, 'district')).map(({ value }) => value)).toEqual(['pune'])
  expect(isVisible('size')).toBe(true)
  expect(isVisible('rooms')).toBe(false)
  answer('size', '31')
  expect(interview.validity.problem('size')).not.toBeNull()
  answer('size', '5')
  expect(interview.validity.problem('size')).toBeNull()
  expect(interview.logic.isRequired(fieldOf(interview.form, 'rooms'))).toBe(true)
  answer('rooms', '2')
  expect(interview.answers.get(fieldOf(interview.form, 'crowd'))).toBe('2.5')
  expect(interview.answers.get(fieldOf(interview.form, 'code'))).toBe('02')
  expect([isVisible('tight'), isVisible('coded')]).toEqual([true, true])
  answer('head', '')
  expect(['size', 'rooms', 'tight'].map(isVisible)).toEqual([false, false, false])
})
