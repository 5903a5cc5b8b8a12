import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Subscription } from 'rxjs'
import { interviewName, namingCase, namingFieldsOf } from '../../src/interviews/interview-name.ts'
import { namingFields$ } from '../../src/interviews/naming-fields.ts'
import { createDisk, openDevice, type Device } from '../device.ts'
import { until } from '../env.ts'
import { createBareServer } from '../server/bare-server.ts'

/** An interview's name: neighbours in a list have different names. */

const fields = [
  { field_id: 'photo', type: 'IMAGE' },
  { field_id: 'water', type: 'RADIO' },
  { field_id: 'people', type: 'NUMBER' },
  { field_id: 'village', type: 'TEXT' },
  { field_id: 'head', type: 'TEXT' },
  { field_id: 'pin', type: 'PASSWORD' },
  { field_id: 'note', type: 'TEXTAREA' },
]

test('the first two texts are its name, in the order of the form and not of the answers', () => {
  const answers = { head: ' Meena \n Ben ', water: 'piped', people: '4', village: 'Rampur' }
  expect(interviewName(answers, fields)).toBe('Rampur, Meena Ben')
  expect(interviewName({ head: 'Meena' }, fields)).toBe('Meena')
  const called = { field_id: 'called', type: 'TEXT' }
  expect(interviewName({ called: 'Minu' }, [...fields, called])).toBe('Minu')
})

test('without a text other words and numbers are its name; never a secret, a choice or a list', () => {
  expect(interviewName({ note: 'By the well', people: '4' }, fields)).toBe('4, By the well')
  expect(interviewName({ pin: '123456', water: 'piped', note: ['a', 'b'] }, fields)).toBe('')
})

test('an unseen calculation does not name it, unless the form says so', () => {
  const begun = { calculate: { var: '$start' } }
  const stored = (field_id: string, logic: object) => ({
    field_id,
    type: 'TEXT',
    logic: JSON.stringify(logic),
  })
  const shown = stored('full', { calculate: { cat: ['a'] }, show_calculation: true })
  const answers = { start: '2026-11-22T11:12:29', full: 'Asha Devi', title: 'Asha – Surat' }
  const named = (...questions: Parameters<typeof namingFieldsOf>[0]) =>
    interviewName(answers, namingFieldsOf(questions))
  expect(named(stored('start', begun), shown)).toBe('Asha Devi')
  const title = stored('title', { calculate: { cat: ['b'] }, names_interview: true })
  expect(named(stored('start', begun), shown, title)).toBe('Asha – Surat')
})

test('an answer that every new interview has does not name it until it is changed', () => {
  const stored = (field_id: string, default_value?: unknown, type = 'TEXT') => ({
    field_id,
    type,
    logic: default_value === undefined ? '' : JSON.stringify({ default_value }),
  })
  const named = (answers: Readonly<Record<string, string>>) =>
    interviewName(
      answers,
      namingFieldsOf([
        stored('who', { var: '$username' }),
        stored('district', 'Kutch'),
        stored('people', 4, 'NUMBER'),
        stored('head'),
      ]),
    )
  const begun = { who: 'asha', district: 'Kutch', people: '4' }
  expect(named({ ...begun, head: 'Meena Ben' })).toBe('Meena Ben')
  expect(named({ ...begun, district: 'Surat', head: 'Meena Ben' })).toBe('Surat, Meena Ben')
  expect(named({ ...begun, people: '5' })).toBe('5')
  // A rule's result may have been changed, and is better than nothing.
  expect(named(begun)).toBe('asha')
  expect(named({ district: ' Kutch ', people: '4' })).toBe('')
})

test('a long text is cut between characters', () => {
  const name = interviewName({ head: '𝒜'.repeat(60) }, fields)
  expect([...name]).toHaveLength(40)
  expect(name.endsWith('𝒜…')).toBe(true)
})

let device: Device
let following: Subscription | undefined
beforeEach(async () => {
  const section = {
    id: 's',
    name: 'One',
    order: 1,
    fields: [{ id: 'who', name: 'who', type: 'TEXT', order: 1 }],
  }
  const server = createBareServer({ forms: [{ id: 3, title: 'Water', sections: [section] }] })
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
})
afterEach(async () => {
  following?.unsubscribe()
  await device.crash()
})

test('an interview of a missing version is named by the current form once that is loaded', async () => {
  const seen: string[] = []
  following = namingFields$(device.db, { form_id: '3', definition_hash: 'gone' }).subscribe(found =>
    seen.push(interviewName({ who: 'Meena' }, found)),
  )
  await until('nothing is known', () => seen.at(-1) === '')
  await device.sync.refresh.now('forms')
  await until('a name', () => seen.at(-1) !== '')
  expect(seen.at(-1)).toBe('Meena')
})

const stored = (field_id: string, logic: object = {}, type = 'TEXT') => ({
  field_id,
  type,
  logic: JSON.stringify(logic),
})
const about = { case: { list: 'households', values: {} }, calculate: { var: 'chosen' } }
const offers = (list: string) => ({
  options_from: { rows: { var: `$list.${list}` }, value: 'name', label: 'label' },
})

test('a registration is named by the case that it registers, unless its form names it', () => {
  const registration = [stored('head'), stored('who', about), stored('who:label', { calculate: 1 })]
  const answers = { head: 'Meena', 'who:label': 'Meena Ben (Anand)', who: 'c1', title: 'No. 4' }
  expect(interviewName(answers, namingFieldsOf(registration))).toBe('Meena Ben (Anand)')
  expect(interviewName({ head: 'Meena' }, namingFieldsOf(registration))).toBe('Meena')
  const own = [...registration, stored('title', { calculate: 1, names_interview: true })]
  expect(interviewName(answers, namingFieldsOf(own))).toBe('No. 4')
  const inRepeat = registration.map(({ field_id, logic }) => ({
    ...stored(field_id, { ...(JSON.parse(logic) as object), section_repeat: {} }),
  }))
  expect(interviewName(answers, namingFieldsOf(inRepeat))).toBe('Meena')
})

test('a visit is named by the case that it is about, in a draft by the one that is chosen', () => {
  const visit = [
    stored('village'),
    stored('chosen', offers('households'), 'SELECT'),
    stored('other', offers('wells'), 'SELECT'),
    stored('who', about),
  ]
  const fieldsOfVisit = namingFieldsOf(visit)
  expect(namingCase({ chosen: 'c2', other: 'w1' }, fieldsOfVisit)).toBe('c2')
  expect(namingCase({ who: 'c1', other: 'w1' }, fieldsOfVisit)).toBe('c1')
  expect(namingCase({ other: 'w1' }, fieldsOfVisit)).toBe('')
  const answers = { village: 'Anand', chosen: 'c1' }
  expect(interviewName(answers, fieldsOfVisit, 'Rahul Desai')).toBe('Rahul Desai')
  expect(interviewName(answers, fieldsOfVisit)).toBe('Anand')
})
