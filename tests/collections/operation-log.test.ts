import { defaultHashSha256 } from 'rxdb'
import { hashCRDTOperations } from 'rxdb/plugins/crdt'
import { expect, test } from 'vitest'
import {
  baseFields,
  canonical,
  hasBase,
  pendingOperations,
  replay,
  toBase,
  type OperationLog,
  type Operations,
} from '../../collections/operation-log.ts'
import { submissionsSchema } from '../../collections/schemas/submissions.ts'

/** The log of a document: what the server said, and the edits after it. */

const edit = (creator: string): Operations => [{ creator, time: 2, body: [{ ifMatch: {} }] }]

test('values are written the same whatever the order of their keys, and differ where they differ', () => {
  expect(canonical({ b: [1, { d: 'x', c: null }], a: undefined })).toBe(
    '{"b":[1,{"c":null,"d":"x"}]}',
  )
  expect(canonical({ c: 1, a: 2 })).toBe(canonical({ a: 2, c: 1 }))
  expect(canonical([1, 2])).not.toBe(canonical([2, 1]))
  expect(canonical(undefined)).toBe('null')
  expect(canonical('text')).toBe('"text"')
  expect(canonical(null)).toBe('null')
})

test('the base is what the server said, and what follows is pending', async () => {
  const base = toBase({ q: 'yes' })
  const [one, two] = [edit('one'), edit('two')]
  const log = { operations: [base, one, two], hash: '' }
  expect(hasBase(log)).toBe(true)
  expect(pendingOperations(log)).toEqual([one, two])
  expect(baseFields(log)).toEqual({ q: 'yes' })
})

test('a log without a base is pending as a whole', () => {
  const log = { operations: [edit('one')], hash: '' }
  expect(hasBase(log)).toBe(false)
  expect(pendingOperations(log)).toEqual([edit('one')])
  expect(baseFields(log)).toBeNull()
  expect(hasBase({ operations: [], hash: '' })).toBe(false)
})

test('the hash of a log is the one that RxDB computes', async () => {
  const base = toBase({ id: '1', answers: {} })
  for (const pending of [[], [edit('one')]]) {
    const { crdts } = (await replay(submissionsSchema, base, pending)) as unknown as {
      crdts: OperationLog
    }
    expect(crdts.hash).toBe(await hashCRDTOperations(defaultHashSha256, crdts as never))
  }
})
