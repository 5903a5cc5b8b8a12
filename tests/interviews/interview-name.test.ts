import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Subscription } from 'rxjs'
import { interviewName } from '../../src/interviews/interview-name.ts'
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
})

test('without a text other words and numbers are its name; never a secret, a choice or a list', () => {
  expect(interviewName({ note: 'By the well', people: '4' }, fields)).toBe('4, By the well')
  expect(interviewName({ pin: '123456', water: 'piped', note: ['a', 'b'] }, fields)).toBe('')
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
