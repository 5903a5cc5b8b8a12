import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import {
  dropForm,
  dropVersions,
  storeFormDefinition,
  storeFormHeads,
} from '../../collections/writes/write-forms.ts'
import { createDisk } from '../device.ts'
import { formHead } from '../form/form-fixtures.ts'

/** Forms and their versions, as they are written. */

const now = 1_795_000_000_000
let db: Database
beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(async () => {
  await db.forms.find().remove()
  await db.form_questions.find().remove()
})
afterAll(() => db.close())

const whole: FormDoc = {
  ...formHead,
  sections: [{ id: 's', name: 'One', order: 0 }],
  definition_hash: 'v1',
  fetched_at: now,
}
const field = (definition_hash: string, form_id = 'f'): FormQuestionDoc => ({
  id: `${definition_hash}|q`,
  form_id,
  definition_hash,
  field_id: 'q',
  section_id: 's',
  section_name: 'One',
  section_order: 0,
  name: 'q',
  label: 'Question',
  placeholder: '',
  type: 'TEXT',
  order: 0,
  options: '',
  is_required: false,
  help_text: '',
  multiple: false,
  max_kb: 0,
})
const form = async (id = 'f') => (await db.forms.findOne(id).exec())?.toMutableJSON()
const versions = async () =>
  (await db.form_questions.find().exec()).map(({ definition_hash }) => definition_hash).toSorted()

test('a head from the list leaves alone what only the definition knows', async () => {
  await storeFormHeads(db, [formHead])
  expect(await form()).toEqual(formHead)
  await storeFormDefinition(db, whole, [field('v1')])
  await storeFormHeads(db, [{ ...formHead, title: 'Household 2' }])
  expect(await form()).toEqual({ ...whole, title: 'Household 2' })
})

test('a head that says nothing new is not written', async () => {
  await storeFormHeads(db, [formHead])
  const { revision } = await db.forms.findOne('f').exec(true)
  await storeFormHeads(db, [formHead])
  expect((await db.forms.findOne('f').exec(true)).revision).toBe(revision)
})

test('a definition brings its fields once for each version, and versions go when nothing needs them', async () => {
  await storeFormDefinition(db, whole, [field('v1')])
  expect(await versions()).toEqual(['v1'])
  expect(await form()).toEqual(whole)
  await storeFormDefinition(db, { ...whole, definition_hash: 'v2' }, [field('v2')])
  // The same version again: its fields are here.
  await storeFormDefinition(db, { ...whole, definition_hash: 'v2', title: 'New' }, [field('v3')])
  expect(await versions()).toEqual(['v1', 'v2'])
  expect(await form()).toMatchObject({ title: 'New', definition_hash: 'v2' })
  await db.form_questions.insert(field('g1', 'g'))
  await dropVersions(db, 'f', new Set(['v2']))
  expect(await versions()).toEqual(['g1', 'v2'])
})

test('a form that is no longer assigned goes with its fields, or is hidden while work needs it', async () => {
  await storeFormDefinition(db, whole, [field('v1')])
  await db.form_questions.insert(field('g1', 'g'))
  await dropForm(db, 'f', { isNeeded: true })
  expect(await form()).toMatchObject({ hidden: 1 })
  expect(await versions()).toEqual(['g1', 'v1'])
  await dropForm(db, 'f', { isNeeded: false })
  expect(await form()).toBeUndefined()
  expect(await versions()).toEqual(['g1'])
  await dropForm(db, 'f', { isNeeded: true })
  expect(await form()).toBeUndefined()
})
