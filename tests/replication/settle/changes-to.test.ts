import { expect, test } from 'vitest'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { unknownKinds } from '../../../replication/rows/field-kinds.ts'
import { changesTo, type ChangeRules } from '../../../replication/settle/changes-to.ts'

/** Differences from the server's answers that become edits again. */

const doc = (answers: Record<string, string>) =>
  ({ answers, files: [] }) as unknown as SubmissionDoc
const rules: ChangeRules = {
  isChanged: () => true,
  isCleared: () => true,
  kinds: unknownKinds,
  now: 1_700_000_000_000,
}

test('what the surveyor set and cleared is one pending edit', () => {
  const base = doc({ same: 'x', changed: 'before', cleared: 'gone' })
  const wanted = doc({ same: 'x', changed: 'after', added: 'new' })
  const [operations, ...more] = changesTo(base, wanted, rules)
  expect(more).toEqual([])
  expect(operations?.flatMap(({ body }) => body)).toEqual([
    {
      ifMatch: {
        $set: {
          'answers.changed': 'after',
          'answers.added': 'new',
          syncStatus: 'pending',
          updated_at: '2023-11-14T22:13:20.000Z',
        },
        $unset: { 'answers.cleared': '' },
      },
    },
  ])
})

test('without a difference there is no edit', () => {
  expect(changesTo(doc({ a: 'x' }), doc({ a: 'x' }), rules)).toEqual([])
  const older: ChangeRules = { ...rules, isChanged: () => false, isCleared: () => false }
  expect(changesTo(doc({ a: 'x', b: 'y' }), doc({ a: 'z' }), older)).toEqual([])
})
