import { afterAll, beforeAll, expect, test } from 'vitest'
import { householdForms } from '../../../server/demo/cases/household-forms.ts'
import { demoFormToDefinition } from '../../../server/demo/form-builder.ts'
import { compile } from '../../form/form-fixtures.ts'
import { questionsOf } from '../../server/import/walk-source.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

let device: FillDevice
beforeAll(async () => {
  device = await createFillDevice()
})
afterAll(() => device.db.close())

const households = [
  { name: 'h1', label: 'Meera Jadeja, Kukma', members: '4', water: 'hand_pump' },
  { name: 'h2', label: 'Ramesh Ahir, Nirona', members: '7', water: 'tanker' },
]

test('the demo registers a household, and its visit shows what is known of the chosen one', async () => {
  const [registration, visit] = householdForms.map(form => {
    const questions = questionsOf(demoFormToDefinition(form, new Date(0)))
    const compiled = compile(questions, new Map([['households', households]]))
    expect([form.id, compiled.logic?.problems]).toEqual([form.id, []])
    return newInterview(device, compiled)
  })
  if (registration === undefined || visit === undefined) throw new Error('The demo has no cases')
  const fieldNamed = ({ form }: typeof visit, name: string) => {
    const field = [...form.fieldById.values()].find(each => each.name === name)
    if (field === undefined) throw new Error(`There is no ${name}`)
    return field
  }
  const read = (interview: typeof visit, ...names: readonly string[]) =>
    names.map(name => interview.answers.get(fieldNamed(interview, name)))
  registration.edit(fieldNamed(registration, 'head'), 'Meera Jadeja')
  registration.edit(fieldNamed(registration, 'village'), 'kukma')
  const [id, act, label] = read(
    registration,
    'households:case',
    'households:case:act',
    'households:case:label',
  )
  expect([act, label]).toEqual(['create', 'Meera Jadeja, Kukma'])
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  visit.edit(fieldNamed(visit, 'household'), 'h2')
  expect(read(visit, 'households:case', 'households:case:act', 'members', 'water')).toEqual([
    'h2',
    'update',
    '7',
    'tanker',
  ])
  await registration.close()
  await visit.close()
})
