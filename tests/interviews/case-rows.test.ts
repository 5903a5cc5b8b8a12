import { expect, test } from 'vitest'
import { storedDocument } from '../../collections/interview/logged.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { storeFormFile } from '../../collections/writes/write-forms.ts'
import { readFormLists } from '../../src/interviews/form-lists.ts'
import { knownCases } from '../../src/known-cases/known-cases.ts'
import { registering, storeCaseForm, visiting } from '../case-form.ts'
import { commitInterview, markDeleted } from '../collections/commit.ts'
import { clock, databaseForEachTest, db, interview } from '../replication/saved-work.ts'

/** The rows that a form's rules read of a list of cases, and the list in memory that they come from. */

databaseForEachTest()

const submit = async (answers: Record<string, string>): Promise<string> => {
  const { draft, contents } = await interview(answers)
  clock.advance(1000)
  await commitInterview(db, draft, contents, clock.now())
  return draft.id
}
const reader = {
  form_id: '3',
  field_id: 'choice',
  logic: JSON.stringify({ options_from: { rows: { var: '$list.households' } } }),
}
const rows = async (edited: SubmissionDoc | null = null) =>
  (await readFormLists(db, [reader], edited)).get('households')
const file = (...cells: readonly (readonly string[])[]) =>
  storeFormFile(
    db,
    '3',
    'households',
    JSON.stringify({ columns: ['name', 'label', 'village'], rows: cells }),
  )

test('the cases lie over the rows of the file, and follow every write', async () => {
  await storeCaseForm(db)
  expect(await rows()).toBeUndefined()
  await file(['f1', 'From the file', 'Anand'], ['f2', 'Another', 'Borsad'])
  await submit(visiting('f1', { children: '4' }))
  await submit(visiting('elsewhere', { children: '1' }))
  expect(await rows()).toEqual([
    { name: 'f1', label: 'From the file', village: 'Anand', children: '4', __version: '1' },
    { name: 'f2', label: 'Another', village: 'Borsad' },
  ])
  const id = await submit(registering('c1', { name: 'Rahul' }))
  const before = await rows()
  expect(before?.at(-1)).toEqual({ name: 'c1', label: 'Rahul', __version: '1' })
  expect(await rows()).toBe(before)
  await markDeleted(db, id, clock.now())
  expect(await rows()).toHaveLength(2)
})

test('an edit reads the list without what its interview says itself', async () => {
  await storeCaseForm(db)
  await file(['f1', 'From the file', 'Anand'])
  const registration = await submit(registering('c1', { name: 'Rahul', children: '2' }))
  const visit = await submit(visiting('c1', { children: '3' }))
  const ofFile = await submit(visiting('f1', { children: '9' }))
  const childrenIn = async (id: string) =>
    (await rows(await storedDocument(db.submissions, id)))?.map(row => [
      row['name'],
      row['children'],
    ])
  expect(await childrenIn(visit)).toEqual([
    ['f1', '9'],
    ['c1', '2'],
  ])
  expect(await childrenIn(registration)).toEqual([['f1', '9']])
  expect(await childrenIn(ofFile)).toEqual([
    ['f1', undefined],
    ['c1', '3'],
  ])
})

/** Does something after the first page was read, and before the reader has it. */
const whileRead = (act: () => Promise<unknown>): void => {
  const { storageInstance } = db.cases
  const { query } = storageInstance
  storageInstance.query = async given => {
    storageInstance.query = query
    const page = await query.call(storageInstance, given)
    await act()
    return page
  }
}

test('what is written while a list is read is in it as it was written last', async () => {
  await storeCaseForm(db)
  await submit(registering('c1', { name: 'Rahul', children: '2' }))
  const other = await submit(registering('c2', { name: 'Meena' }))
  whileRead(async () => {
    await submit(visiting('c1', { children: '3' }))
    await submit(registering('c3', { name: 'Asha' }))
    await markDeleted(db, other, clock.now())
  })
  const { registered } = await knownCases(db, 'households')
  expect(registered().map(({ id, values }) => [id, values['children']])).toEqual([
    ['c1', '3'],
    ['c3', undefined],
  ])
})

test('a list that could not be read is read again', async () => {
  await storeCaseForm(db)
  await submit(registering('c1', { name: 'Rahul' }))
  whileRead(() => Promise.reject(new Error('the disk')))
  await expect(knownCases(db, 'households')).rejects.toThrow('the disk')
  expect((await knownCases(db, 'households')).byId.size).toBe(1)
})
