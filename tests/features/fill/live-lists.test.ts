import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeFormDefinition } from '../../../collections/writes/write-forms.ts'
import { followLists } from '../../../src/features/fill/cases/use-live-lists.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { loadVersion } from '../../../src/features/fill/opening/load-form.ts'
import type { FormLists } from '../../../src/form/definition/compiled-form.ts'
import { registering, storeCaseForm, visiting } from '../../case-form.ts'
import { commitInterview } from '../../collections/commit.ts'
import { fieldOf } from '../../form/form-fixtures.ts'
import { beginDraft, createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** An open interview knows the cases that are registered and visited while it is open. */

let device: FillDevice
beforeAll(async () => {
  device = await createFillDevice()
  await storeCaseForm(device.db)
  await storeFormDefinition(device.db, { ...visit, sections: [{ id: 's', name: 'S', order: 0 }] }, [
    question('household', 0, 'SELECT', {
      options_from: { rows: { var: '$list.households' }, value: 'name', label: 'label' },
    }),
    question('rows', 1, 'TEXT', { calculate: { count: [{ map: [rows, { var: 'name' }] }] } }),
    question('typed', 2, 'TEXT'),
  ])
})
afterAll(() => device.db.close())

const rows = { var: '$list.households' }
const visit = {
  id: '4',
  title: 'Visit',
  name: 'Visit',
  description: '',
  status: 'published',
  submissions: 0,
  created_at: '',
  updated_at: '',
  createdAt: '',
  definition_hash: 'visit',
  fetched_at: 1,
  hidden: 0,
  newest: 1,
}
const question = (id: string, order: number, type: string, logic?: object) => ({
  id: `visit|${id}`,
  form_id: '4',
  definition_hash: 'visit',
  field_id: id,
  section_id: 's',
  section_name: 'S',
  section_order: 0,
  name: id,
  label: id,
  placeholder: '',
  type,
  order,
  options: '[]',
  is_required: false,
  help_text: '',
  multiple: false,
  max_kb: 0,
  ...(logic === undefined ? {} : { logic: JSON.stringify(logic) }),
})

/** Submits an interview of the form with cases, as another tab would. */
const submit = async (answers: Record<string, string>): Promise<void> => {
  device.clock.advance(1000)
  const form = { id: '3', title: 'Household', definitionHash: 'v1' } as never
  const draft = await beginDraft(device, form)()
  const place = { latitude: null, longitude: null, accuracy: null }
  const contents = { answers, files: [], place, address: '', city: '' }
  await commitInterview(device.db, draft, contents, device.clock.now())
}

/** Resolves when the interview has had its lists again. */
const taken = (interview: Interview) => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  const setLists = (lists: FormLists): void => {
    interview.setLists(lists)
    arrive()
  }
  const stop = followLists(device.db, { ...interview, form: interview.form, setLists })
  return { arrived, stop }
}

it('offers what was registered meanwhile, calculates again, and keeps what was typed', async () => {
  await submit(registering('c1', { name: 'Rahul' }))
  const form = await loadVersion(device, visit, 'visit')
  if (form === null) throw new Error('The form is not here.')
  const interview = newInterview(device, form)
  const household = fieldOf(form, 'household')
  const labels = () => interview.logic.options(household).map(({ label }) => label)
  expect(labels()).toEqual(['Rahul'])
  interview.edit(household, 'c1')
  interview.edit(fieldOf(form, 'typed'), 'mine')

  const registered = taken(interview)
  await submit(registering('c2', { name: 'Sita' }))
  await registered.arrived
  registered.stop()
  expect(labels()).toEqual(expect.arrayContaining(['Rahul', 'Sita']))
  expect(interview.answers.get(fieldOf(form, 'rows'))).toBe('2')
  expect(interview.answers.get(fieldOf(form, 'typed'))).toBe('mine')
  expect(interview.answers.get(household)).toBe('c1')

  const visited = taken(interview)
  await submit({ ...visiting('c1', { name: 'Rahul Kumar' }), 'who:label': 'Rahul Kumar' })
  await visited.arrived
  visited.stop()
  expect(labels()).toEqual(expect.arrayContaining(['Rahul Kumar', 'Sita']))
  await interview.close()
})
