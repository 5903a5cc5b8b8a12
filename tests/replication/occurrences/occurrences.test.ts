import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { expect, test } from 'vitest'
import { storeFormDefinition } from '../../../collections/writes/write-forms.ts'
import { differenceOf, type Update } from '../../../collections/operation-log.ts'
import type { ManifestFile } from '../../../collections/schemas/submissions.ts'
import { findMoves } from '../../../replication/occurrences/find-moves.ts'
import { moveEdits } from '../../../replication/occurrences/move-edits.ts'
import { readRepeats } from '../../../replication/occurrences/repeats.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { commitEdit } from '../../collections/commit.ts'
import { formHead, question } from '../../form/form-fixtures.ts'
import { manifestFile } from '../../fixtures/manifest-file.ts'
import { arrive, clock, databaseForEachTest, db, save, stored } from '../saved-work.ts'
import * as v from 'valibot'

/** Which occurrences of unsent edits get other numbers. Two real devices: features/fill/added-twice.test.ts. */

databaseForEachTest()

const repeats = {
  byField: new Map([
    ['name', 'member'],
    ['age', 'member'],
    ['photo', 'member'],
  ]),
  outerOf: new Map(),
}
const edit = ($set: Update['$set']) => [differenceOf({ $set: $set ?? {} }, 1)]
const photoOf = (occurrence: number): ManifestFile => manifestFile('p1', { occurrence })
const before = { answers: { village: 'Rampura', name: 'Asha' }, files: [] }
const withRavi = { answers: { ...before.answers, 'name#1': 'Ravi' }, files: [] }
const movesOf = (
  $set: Update['$set'],
  after: Parameters<typeof findMoves>[1]['after'] = withRavi,
) =>
  [...findMoves(edit($set), { before, after }, repeats, () => 'text')].map(([id, numbers]) => [
    id,
    Object.fromEntries(numbers),
  ])

test.each([
  ['an added one whose number the row has', { 'answers.name#1': 'Sana' }, { 1: 2 }],
  [
    'all that are added, in their order',
    { 'answers.name#1': 'A', 'answers.name#2': 'B' },
    { 1: 2, 2: 3 },
  ],
  ['one that the row has with another answer only', { 'answers.age#1': '7' }, { 1: 2 }],
  ['one with nothing but a photo', { files: [photoOf(1)] }, { 1: 2 }],
])('another number goes to %s', (_, $set, moved) => {
  expect(movesOf($set)).toEqual([['member', moved]])
})

test.each([
  ['one that was there before', { 'answers.age': '30' }],
  ['one that the row has just so, from a backup on another device', { 'answers.name#1': 'Ravi' }],
  ['one under a number of its own', { 'answers.name#2': 'Sana' }],
  ['an answer that is cleared', { 'answers.name#1': '' }],
  ['an answer that is asked once', { 'answers.village': 'Bopal' }],
])('no other number goes to %s', (_, $set) => {
  expect(movesOf($set)).toEqual([])
})

test('another number goes to one that is added and removed again, because the row has another under it', () => {
  const edits = [
    differenceOf({ $set: { 'answers.name#1': 'Sana' } }, 1),
    differenceOf({ $unset: { 'answers.name#1': '' } }, 2),
  ]
  const moves = findMoves(edits, { before, after: withRavi }, repeats, () => 'text')
  expect(moves).toEqual(new Map([['member', new Map([[1, 2]])]]))
})

test.each([
  ['another number goes to one with the same answers and another photo', 'other.jpg', 1],
  ['no other number goes to one with the same answers and the same photo', 'p1.jpg', 0],
])('%s', (_, name, moved) => {
  const after = {
    answers: { ...withRavi.answers, 'photo#1': [`http://transect.test/files/${name}`] },
    files: [],
  }
  const files = [manifestFile('p1', { occurrence: 1, field_id: 'photo', file_name: 'p1.jpg' })]
  expect(movesOf({ 'answers.name#1': 'Ravi', files }, after)).toHaveLength(moved)
})

test('edits name the new number in answers, in cleared ones and in files', () => {
  const update = {
    $set: { 'answers.name#1': 'Sana', files: [photoOf(1)], updated_at: 'now' },
    $unset: { 'answers.age#1': '' as const, 'answers.age': '' as const },
  }
  const moves = new Map([['member', new Map([[1, 2]])]])
  expect(moveEdits([differenceOf(update, 1)], moves, repeats, {})).toEqual([
    differenceOf(
      {
        $set: { 'answers.name#2': 'Sana', files: [photoOf(2)], updated_at: 'now' },
        $unset: { 'answers.age#2': '', 'answers.age': '' },
      },
      1,
    ),
  ])
})

const publish = (repeat: object) =>
  storeFormDefinition(
    db,
    { ...formHead, definition_hash: 'v1', sections: [], fetched_at: 1 },
    [
      question('village'),
      question('name', { section_id: 'member', logic: JSON.stringify({ section_repeat: repeat }) }),
    ].map(one => ({ ...one, id: `v1|${one.field_id}`, form_id: '3', definition_hash: 'v1' })),
  )

test('the repeats of a form are those that the surveyor adds to', async () => {
  await publish({ min: 0 })
  expect(await readRepeats(db, '3')).toEqual({
    byField: new Map([['name', 'member']]),
    outerOf: new Map(),
  })
})

test('a repeat whose number is an answer is not among them', async () => {
  await publish({ min: 0, count: { var: 'village' } })
  expect((await readRepeats(db, '3')).byField.size).toBe(0)
})

test('nothing moves while a later edit is open, which writes to the numbers that it knows', async () => {
  await publish({ min: 0 })
  const id = await save({ name: 'Asha' }, [])
  await arrive(id, '9', 0, { rev: '1-a' })
  await commitEdit(db, id, { name: 'Asha', 'name#1': 'Sana' }, [], clock.now())
  await startEditDraft(db, await stored(id), clock.now())
  const answers = ['Asha', 'Ravi'].map((value, occurrence) => ({
    form_field_id: 'name',
    value,
    occurrence,
  }))
  await takeRows(db, [v.parse(SubmissionRow, { id: '9', form_id: '3', rev: '2-b', answers })])
  expect((await stored(id)).answers).toEqual({ name: 'Asha', 'name#1': 'Sana' })
})
