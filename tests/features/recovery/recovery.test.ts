import { expect, test } from 'vitest'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { RecoveryReason } from '../../../collections/schemas/refusal.ts'
import { returnsAt } from '../../../replication/recovery/return-exhausted.ts'
import { actsOf } from '../../../src/features/recovery/entry-acts.ts'
import {
  answerLines,
  fileNames,
  historyLines,
} from '../../../src/features/recovery/entry-contents.ts'
import {
  recoveryAdvice,
  recoveryCause,
  recoveryReason,
} from '../../../src/messages/submissions/recovery.ts'

/** How Recovery shows an entry: in the surveyor's words, without ids and JSON. */

const fields = [
  { field_id: 'q1', label: 'Name of the village', name: 'village', type: 'TEXT', options: '[]' },
  {
    field_id: 'q2',
    label: 'Water from',
    name: 'water',
    type: 'CHECKBOX',
    options: '[{"value":"1","label":"Well"},{"value":"2","label":"River"}]',
  },
  { field_id: 'q3', label: 'Code', name: 'code', type: 'PASSWORD', options: '[]' },
]

const operation = (set: object, unset: object = {}) => [
  { creator: 'c', time: 1, body: [{ ifMatch: { $set: set, $unset: unset } }] },
]

const entryOf = (
  change: Partial<RecoveryEntry> = {},
  operations: unknown[] = [],
): RecoveryEntry => ({
  id: 'temp_1',
  kind: 'create',
  reason: 'refused',
  status: 422,
  message: '',
  form_id: 'f',
  formName: 'Water points',
  definition_hash: 'v1',
  payload: {
    submission: {
      id: 'temp_1',
      answers: { q3: 'hidden words', q2: ['2', '1'], q1: 'Rampura', gone: 'x' },
      files: [
        { id: 'p1', file_name: 'pump.jpg' },
        { id: 'p2', file_name: 'sent before.jpg' },
      ],
      history: [{ at: 1000, what: 'saved', note: '' }],
      crdts: { operations, hash: '' },
    },
    sent: {},
  },
  file_ids: ['p1'],
  history: [
    { at: 3000, what: 'recovered', note: 'No.' },
    { at: 2000, what: 'failed', note: 'Server error', request: '0f3a' },
  ],
  created_at: '',
  moved_at: 3000,
  submission_id: 'i',
  ...change,
})

test('answers are shown in the words and the order of the form; secrets stay secret', () => {
  expect(answerLines(entryOf(), fields).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Name of the village: Rampura',
    'Water from: River, Well',
    'Code: ••••••••',
    'gone: x',
  ])
  expect(fileNames(entryOf())).toEqual(['pump.jpg'])
})

test('an edit shows only its changes, including cleared answers', () => {
  const edit = entryOf({ kind: 'edit' }, [
    operation({ 'answers.q1': 'Rampura' }, { 'answers.q9': '' }),
  ])
  expect(answerLines(edit, fields).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Name of the village: Rampura',
    'q9: Cleared',
  ])
})

test('the history is shown from the beginning', () => {
  expect(historyLines(entryOf()).map(({ value }) => value)).toEqual([
    'Saved on this device',
    'A try failed: Server error (request 0f3a)',
    'Moved to Recovery: No.',
  ])
})

test('files that went back to the queue are not called sent', () => {
  const history = [
    { at: 1, what: 'file', note: 'door.jpg' },
    { at: 2, what: 'file', note: '' },
  ] as const
  expect(historyLines({ ...entryOf({ payload: {} }), history: [...history] })).toMatchObject([
    { value: 'Files sent: door.jpg' },
  ])
})

test('an entry that cannot be sent has no button to send it', () => {
  const nothing = entryOf({ payload: { document: { any: 'thing' } }, kind: 'document' })
  expect(actsOf(nothing)).toEqual(['export'])
  expect(actsOf(entryOf())).toEqual(['edit', 'again', 'export'])
  const deletion = entryOf({ kind: 'delete' })
  expect(actsOf(deletion)).toEqual(['again', 'export'])
  expect(answerLines(nothing, fields)).toEqual([])
})

test('after a refusal the first action is the edit, unless only the office or time can help', () => {
  const firstOf = (reason: RecoveryReason, kind: RecoveryEntry['kind'] = 'create') =>
    actsOf(entryOf({ reason, kind }))[0]
  expect(['invalid', 'refused', 'backup'].map(reason => firstOf(reason as RecoveryReason))).toEqual(
    ['edit', 'edit', 'edit'],
  )
  expect([firstOf('draft'), firstOf('exhausted'), firstOf('deleted')]).toEqual([
    'again',
    'again',
    'again',
  ])
  expect(firstOf('deleted', 'edit')).toBe('edit')
  expect([firstOf('orphan', 'files'), firstOf('unreadable')]).toEqual(['export', 'export'])
})

test('the cause is one sentence: what the server said, or else our own', () => {
  expect(recoveryCause(entryOf({ message: 'Weight is too high.' }))).toBe(
    'The server said: Weight is too high.',
  )
  expect(recoveryCause(entryOf())).toBe('The server refused it.')
  expect(recoveryCause(entryOf({ reason: 'draft', message: 'It is in draft.' }))).toMatch(
    /^The project is now a draft/,
  )
})

test('every reason says what is wrong and what to do', () => {
  const reasons: readonly RecoveryReason[] = [
    'draft',
    'deleted',
    'invalid',
    'refused',
    'exhausted',
    'orphan',
    'unreadable',
    'migration',
    'backup',
  ]
  const advice = reasons.map(reason => recoveryAdvice({ reason, kind: 'create' }))
  for (const text of [
    ...reasons.map(reason => recoveryReason({ reason, kind: 'create', submission_id: '41' })),
    ...advice,
  ])
    expect(text).toMatch(/\.$/)
  expect(recoveryAdvice({ reason: 'deleted', kind: 'edit' })).toContain('new submission')
})

test('files whose submission exists nowhere say so, and that it never had an id of the server', () => {
  const said = (submission_id: string) =>
    recoveryReason({ reason: 'orphan', kind: 'files', submission_id })
  expect(said('temp_1')).toBe('Cannot upload files with temporary submission ID')
  expect(said('41')).toBe('Its submission is no longer on this device.')
})

test('the pauses before an entry returns double, up to six hours', () => {
  const minute = 60_000
  const pauseAfter = (times: number) =>
    returnsAt(
      {
        moved_at: 0,
        history: Array.from({ length: times }, () => ({ at: 0, what: 'recovered', note: '' })),
      },
      0,
    ) / minute
  expect([1, 2, 3, 4].map(pauseAfter)).toEqual([5, 10, 20, 40])
  expect(pauseAfter(30)).toBe(360)
  // A clock that was set back delays nothing.
  expect(returnsAt({ moved_at: 9_000_000, history: [] }, 5)).toBe(5)
})
