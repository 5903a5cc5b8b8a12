import { expect, test } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { storeFormDefinition } from '../../../collections/writes/write-forms.ts'
import { readFieldKinds } from '../../../replication/rows/field-kinds.ts'
import { rowAnswers } from '../../../replication/rows/row-answers.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { formHead, question } from '../../form/form-fixtures.ts'
import { databaseForEachTest, db } from '../saved-work.ts'
import * as v from 'valibot'

/** The kinds of the fields of a form with several versions. */

databaseForEachTest()

const form = { ...formHead, sections: [{ id: 's', name: 'One', order: 0 }], fetched_at: 1 }
const publish = (version: string, types: Readonly<Record<string, string>>) =>
  storeFormDefinition(
    db,
    { ...form, definition_hash: version },
    Object.entries(types).map(([id, type]): FormQuestionDoc =>
      question(id, { id: `${version}|${id}`, form_id: 'f', definition_hash: version, type }),
    ),
  )

test('several answers that an earlier version took stay several in a version that takes one', async () => {
  await publish('v1', { crops: 'CHECKBOX', note: 'TEXT', gone: 'NUMBER' })
  await publish('v2', { crops: 'RADIO', note: 'TEXT' })
  const kinds = await readFieldKinds(db, 'f')
  expect(['crops', 'note', 'gone', 'unheard'].map(kinds)).toEqual([
    undefined,
    'text',
    'number',
    undefined,
  ])
  const answers = [
    { form_field_id: 'crops', value: '["tea","corn"]', value_json: null },
    { form_field_id: 'note', value: '["a"]', value_json: null },
  ]
  const row = v.parse(SubmissionRow, { id: 900, form_id: 'f', updated_at: '', answers })
  expect(rowAnswers(row, kinds)).toEqual({ crops: ['tea', 'corn'], note: '["a"]' })
})

test('they stay several after further versions that take one; other kinds are those of the newest version', async () => {
  await publish('v1', { crops: 'CHECKBOX', area: 'TEXT', roof: 'IMAGE' })
  await publish('v2', { crops: 'RADIO', area: 'TEXT', roof: 'IMAGE' })
  await publish('v3', { crops: 'RADIO', area: 'NUMBER', roof: 'CHECKBOX' })
  const kinds = await readFieldKinds(db, 'f')
  expect(['crops', 'area', 'roof'].map(kinds)).toEqual([undefined, 'number', undefined])
})

test('a list of numbers is several answers only where the question takes several', async () => {
  await publish('v1', { crops: 'CHECKBOX', area: 'CHECKBOX' })
  await publish('v2', { crops: 'CHECKBOX', area: 'TEXT' })
  const answers = ['crops', 'area'].map(id => ({ form_field_id: id, value: '[1,2]' }))
  const row = v.parse(SubmissionRow, { id: 900, form_id: 'f', updated_at: '', answers })
  const read = rowAnswers(row, await readFieldKinds(db, 'f'))
  expect(read).toEqual({ crops: ['1', '2'], area: '[1,2]' })
})
