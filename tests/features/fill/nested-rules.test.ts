import { afterEach, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { compile } from '../../form/form-fixtures.ts'
import { workbook } from '../../server/import/make-workbook.ts'
import { questionsOf } from '../../server/import/walk-source.ts'
import { createFillDevice, newInterview } from './fixtures.ts'
import { add, at } from './nested-form.ts'

/** Rules of repeats within repeats that ask for a place. */

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const begin = async (survey: (string | null)[][]): Promise<Interview> => {
  const { form } = await importFile(workbook({ survey, choices: [] }), 'form.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  const device = await createFillDevice()
  const interview = newInterview(device, compile(questionsOf(form)))
  ends.push(async () => {
    await interview.close()
    await device.db.close()
  })
  return interview
}

it('a condition on the inner repeat asks for the place of its outer occurrence', async () => {
  const interview = await begin([
    ['type', 'name', 'label', 'relevant'],
    ['begin repeat', 'household', 'Household'],
    ['text', 'head', 'Head'],
    ['begin repeat', 'member', 'Member', 'position(..) = 2'],
    ['text', 'who', 'Name'],
    ['end repeat'],
    ['end repeat'],
  ])
  add(interview, 'household')
  add(interview, 'member', 1)
  const isShown = (n: number) => interview.logic.isVisible(at(interview, 'who', n))
  expect([0, 1, 2].map(isShown)).toEqual([false, true, true])
})

it('the number of inner occurrences leaves out those of an outer one in which they are not asked', async () => {
  const interview = await begin([
    ['type', 'name', 'label', 'relevant', 'calculation'],
    ['text', 'village', 'Village'],
    ['begin repeat', 'household', 'Household', "${village} != 'none'"],
    ['text', 'head', 'Head'],
    ['begin repeat', 'member', 'Member', "${head} != 'nobody'"],
    ['text', 'who', 'Name'],
    ['end repeat'],
    ['calculate', 'own', null, null, 'count(${member})'],
    ['end repeat'],
    ['calculate', 'people', null, null, 'count(${member})'],
    ['calculate', 'households', null, null, 'count(${household})'],
  ])
  add(interview, 'household')
  add(interview, 'member', 1)
  const read = () => [
    ...['people', 'households', 'own'].map(id => interview.answers.get(at(interview, id))),
    interview.answers.get(at(interview, 'own', 1)),
  ]
  expect(read()).toEqual(['3', '2', '1', '2'])
  interview.edit(at(interview, 'head', 1), 'nobody')
  expect(read()).toEqual(['1', '2', '1', '0'])
  interview.edit(at(interview, 'head', 1), 'Mary')
  expect(read()).toEqual(['3', '2', '1', '2'])
  interview.edit(at(interview, 'village'), 'none')
  expect(read().slice(0, 2)).toEqual(['0', '0'])
})

it('the rows of inner occurrences leave out those of an outer one in which they are not asked', async () => {
  const interview = await begin([
    ['type', 'name', 'label', 'relevant', 'calculation'],
    ['begin repeat', 'household', 'Household'],
    ['text', 'head', 'Head'],
    ['begin repeat', 'member', 'Member', "${head} != 'nobody'"],
    ['text', 'who', 'Name'],
    ['integer', 'age', 'Age'],
    ['end repeat'],
    ['end repeat'],
    ['calculate', 'adults', null, null, 'count(${member}[${age} > 17])'],
    ['calculate', 'names', null, null, "join(',', /data/household/member[age > 17]/who)"],
    ['calculate', 'first', null, null, '${who}'],
  ])
  add(interview, 'household')
  interview.edit(at(interview, 'who', 1), 'Ravi')
  interview.edit(at(interview, 'age', 1), '53')
  const read = () =>
    ['adults', 'names', 'first'].map(id => interview.answers.get(at(interview, id)))
  expect(read()).toEqual(['1', 'Ravi', ''])
  interview.edit(at(interview, 'head', 0), 'nobody')
  expect(read()).toEqual(['1', 'Ravi', 'Ravi'])
  interview.edit(at(interview, 'head', 0), 'Mary')
  expect(read()).toEqual(['1', 'Ravi', ''])
  interview.edit(at(interview, 'who', 0), 'Asha')
  interview.edit(at(interview, 'age', 0), '40')
  expect(read()).toEqual(['2', 'Asha,Ravi', 'Asha'])
  interview.edit(at(interview, 'head', 1), 'nobody')
  expect(read()).toEqual(['1', 'Asha', 'Asha'])
})
