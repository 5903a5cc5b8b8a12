import { expect, test } from 'vitest'
import { questionId } from '../../../collections/ids.ts'
import { formFile } from '../../../collections/writes/write-forms.ts'
import { startDraft } from '../../../collections/writes/write-interview.ts'
import type { Api } from '../../../replication/http/api.ts'
import type { Failure } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { createFormsDown } from '../../../replication/pull/forms/forms-down.ts'
import { pullForm, pullForms } from '../../../replication/pull/forms/pull-forms.ts'
import type { Field, FormDefinition } from '../../../replication/wire/forms.ts'
import { dropDraft } from '../../drafts.ts'
import { missing } from '../../fixtures/failures.ts'
import { clock, databaseForEachTest, db } from '../saved-work.ts'

/** What is stored of a form's definition. */

databaseForEachTest()

const plain: Field = {
  id: 'plain',
  name: 'plain',
  label: 'Plain',
  type: 'TEXT',
  placeholder: '',
  order: 1,
  help_text: '',
  is_required: false,
  options: [],
  multiple: false,
  max_kb: null,
}
const rich: Field = {
  ...plain,
  id: 'rich',
  label: 'Roof',
  labels: { fr: 'Toit' },
  type: 'RANGE',
  placeholder: 'Type',
  placeholders: { fr: 'Tapez' },
  order: 0,
  help_text: 'Look up',
  help_texts: { fr: 'Regardez' },
  guidance: 'From outside',
  guidances: { fr: 'De dehors' },
  is_required: true,
  options: [{ value: 'a', label: 'A' }],
  multiple: true,
  range: { min: 1, max: 5, step: 2 },
  is_numeric: true,
  appearance: ['columns-3', 'no-buttons'],
  parameters: { 'max-pixels': 640 },
  max_kb: 300,
  image: 'roof-1',
}
const form = (more: Partial<FormDefinition> = {}): FormDefinition => ({
  id: 'wells',
  title: 'Wells',
  description: 'All of them',
  status: 'published',
  submissions: 4,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
  sections: [
    {
      id: 'roofs',
      name: 'Roofs',
      names: { fr: 'Toits' },
      order: 0,
      fills: { x: 1 },
      repeat: { min: 1, max: 3 } as never,
      fields: [rich],
    },
    { id: 'rest', name: 'Rest', order: 1, fields: [plain] },
  ],
  ...more,
})
const pull = async (definition: FormDefinition, formFile: (id: string) => unknown) => {
  const down = createFormsDown(db, 'test-forms')
  const api = { form: async () => ok(definition), formFile } as unknown as Api
  const pulled = await pullForm({ db, api, now: clock.now, down }, definition.id)
  await down.stop()
  return pulled
}
const head = async () => (await db.forms.findOne('wells').exec(true)).toMutableJSON()

test('everything that a field and its section may have is stored, and nothing for what they lack', async () => {
  expect(await pull(form(), () => Promise.reject(new Error('It has no files.')))).toEqual(
    ok(undefined),
  )
  const stored = await head()
  const { definition_hash } = stored
  expect(stored).toMatchObject({
    title: 'Wells',
    name: 'Wells',
    description: 'All of them',
    status: 'published',
    submissions: 4,
    createdAt: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-21T10:00:00.000Z',
    hidden: 0,
    fetched_at: clock.now(),
    sections: [
      { id: 'roofs', name: 'Roofs', order: 0 },
      { id: 'rest', name: 'Rest', order: 1 },
    ],
  })
  const questions = await db.form_questions.find({ sort: [{ order: 'asc' }] }).exec()
  const [first, second] = questions.map(question => question.toMutableJSON())
  expect(first).toMatchObject({
    id: questionId(definition_hash, 'rich'),
    form_id: 'wells',
    definition_hash,
    field_id: 'rich',
    section_id: 'roofs',
    section_name: 'Roofs',
    section_order: 0,
    label: 'Roof',
    placeholder: 'Type',
    type: 'RANGE',
    order: 0,
    options: JSON.stringify([{ value: 'a', label: 'A' }]),
    is_required: true,
    help_text: 'Look up',
    multiple: true,
    max_kb: 300,
  })
  expect(JSON.parse(first?.logic ?? '')).toEqual({
    labels: { fr: 'Toit' },
    placeholders: { fr: 'Tapez' },
    help_texts: { fr: 'Regardez' },
    guidance: 'From outside',
    guidances: { fr: 'De dehors' },
    range: { min: 1, max: 5, step: 2 },
    is_numeric: true,
    appearance: ['columns-3', 'no-buttons'],
    parameters: { 'max-pixels': 640 },
    image: 'roof-1',
    section_names: { fr: 'Toits' },
    section_fills: { x: 1 },
    section_repeat: { min: 1, max: 3 },
  })
  expect(second).toMatchObject({ field_id: 'plain', section_id: 'rest', order: 1, max_kb: 0 })
  expect(second).not.toHaveProperty('logic')
})

test('the lists of a form that is opened before any list of forms came are kept with it', async () => {
  const lists = form({
    files: [{ id: 'villages-1', name: 'villages.csv' }],
    sections: [
      {
        id: 's',
        name: '',
        order: 0,
        fields: [{ ...plain, list: { file: 'villages-1' } } as unknown as Field],
      },
    ],
  })
  const contents = { columns: ['name'], rows: [['v1']] }
  expect(await pull(lists, async () => ok(contents))).toEqual(ok(undefined))
  expect(JSON.parse((await formFile(db, 'wells', 'villages-1')) ?? '')).toEqual(contents)
  expect((await head()).fetched_at).toBe(clock.now())
})

test('a form stays without a file that the server does not have, and comes again after a cut', async () => {
  const pictures = form({ files: [{ id: 'roof-1', name: 'roof.png' }] })
  const unreadable: Failure = { kind: 'malformed', status: 200, foreign: false }
  for (const failure of [missing, unreadable]) {
    expect(await pull(pictures, async () => err(failure))).toEqual(ok(undefined))
    expect((await head()).fetched_at).toBe(clock.now())
  }
  const cut = err({ kind: 'offline' })
  expect(await pull(pictures, async () => cut)).toEqual(cut)
  expect((await head()).fetched_at).toBe(0)
})

test('a file that only an earlier version needs stays while a draft was begun with it', async () => {
  const files = [{ id: 'roof-1', name: 'roof.png' }]
  const picture = { type: 'image/png', base64: 'AAAA' }
  await pull(form({ files }), async () => ok(picture))
  const { definition_hash } = await head()
  const begun = { formId: 'wells', formName: '', definitionHash: definition_hash, clientKey: 'k' }
  const draft = await startDraft(db, { ...begun, now: clock.now() })
  const next = form({ sections: [{ id: 's', name: '', order: 0, fields: [plain] }] })
  const without = () => Promise.reject(new Error('It has no files.'))
  await pull(next, without)
  expect((await head()).definition_hash).not.toBe(definition_hash)
  expect(await formFile(db, 'wells', 'roof-1')).toBe(JSON.stringify(picture))
  await dropDraft(db, draft.id)
  await pull(next, without)
  expect(await formFile(db, 'wells', 'roof-1')).toBeNull()
})

test('two fetches of all forms at once ask for each form once', async () => {
  const asked: string[] = []
  const heads = ['wells', 'roofs'].map(id => form({ id }))
  const api = {
    forms: async () => ok({ heads, count: 2, total: 2 }),
    form: async (id: string) => {
      asked.push(id)
      return ok(form({ id }))
    },
  } as unknown as Api
  const down = createFormsDown(db, 'test-forms')
  const both = [1, 2].map(() => pullForms({ db, api, now: clock.now, down }))
  expect(await Promise.all(both)).toEqual([ok(undefined), ok(undefined)])
  expect(asked).toEqual(['wells', 'roofs'])
  await down.stop()
})
