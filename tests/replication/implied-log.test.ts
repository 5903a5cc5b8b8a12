import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { StoredRecord } from '../../collections/one-database/records.ts'
import type { Target } from '../../collections/one-database/write.ts'
import {
  pendingOperations,
  replay,
  toBase,
  type OperationLog,
} from '../../collections/operation-log.ts'
import { submissionsSchema } from '../../collections/schemas/submissions.ts'
import { withImpliedLog, withoutImpliedLog } from '../../collections/storage/implied-log.ts'
import { commitEdit } from '../collections/commit.ts'
import { takeRows } from '../../replication/pull/take-rows.ts'
import { rewriteLog } from '../../collections/interview/logged.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { clock, databaseForEachTest, db, save, stored } from './saved-work.ts'

/** A document without edits is stored without its log, and nothing above the storage can tell. */

databaseForEachTest()

const place = () => (db.submissions.storageInstance.internals as Target).place
const recordOf = async (id: string) => (await place().get([id]))[0] as StoredRecord
const logIn = (record: StoredRecord) => record['crdts'] as Partial<OperationLog>

const rowOf = (id: number, answer: string, more: object = {}): SubmissionRow =>
  v.parse(SubmissionRow, {
    id,
    form_id: '3',
    created_at: new Date(id * 1000).toISOString(),
    updated_at: '2026-01-01T00:00:00.000Z',
    answers: [{ form_field_id: 'q', value: answer }],
    ...more,
  })

test('a row is stored without a log until its first edit, and again after the confirmation', async () => {
  await takeRows(db, [rowOf(900, 'yes')])
  expect(logIn(await recordOf('900')).operations).toBeUndefined()
  const { crdts, ...before } = await stored('900')
  expect(crdts.operations).toEqual([toBase(fieldsOf(before))])

  await commitEdit(db, '900', { q: 'no' }, [], clock.now())
  expect(logIn(await recordOf('900')).operations).toHaveLength(2)
  expect((await stored('900')).crdts.operations[0]).toEqual(crdts.operations[0])
  expect(pendingOperations((await stored('900')).crdts)).toHaveLength(1)

  await rewriteLog(db.submissions, '900', now =>
    now === null ? null : { base: fieldsOf({ ...now, syncStatus: 'synced' }), pending: [] },
  )
  expect(logIn(await recordOf('900')).operations).toBeUndefined()
  expect(await stored('900')).toMatchObject({ answers: { q: 'no' }, syncStatus: 'synced' })
})

test('an interview that no server knows, and a deleted one, keep their logs', async () => {
  const id = await save({ q: 'yes' })
  expect(logIn(await recordOf(id)).operations).toHaveLength(1)
  await takeRows(db, [rowOf(901, 'yes')])
  await rewriteLog(db.submissions, '901', now =>
    now === null ? null : { base: { ...fieldsOf(now), _deleted: true }, pending: [] },
  )
  expect(logIn(await recordOf('901')).operations).toHaveLength(1)
})

/** A document's own fields, without its log. */
const fieldsOf = (doc: object) =>
  Object.fromEntries(
    Object.entries(doc).filter(([name]) => name !== 'crdts' && !name.startsWith('_')),
  )

const fields = { id: '1', answers: { q: 'yes' }, files: [], hidden: 0 }
const documentOf = async (log: unknown): Promise<Record<string, unknown>> => ({
  ...(await replay(submissionsSchema, toBase(fields), [])),
  ...(log === null ? {} : { crdts: log }),
})

test('only a log that repeats its document is left out', async () => {
  const whole = await documentOf(null)
  const log = whole['crdts'] as OperationLog
  const [[base] = []] = log.operations
  const implied = withoutImpliedLog(whole)
  expect(implied).toEqual({ ...whole, crdts: { base: base?.creator, hash: log.hash } })
  expect(withImpliedLog(JSON.parse(JSON.stringify(implied)) as object as never)).toEqual(whole)

  const other = (change: object) => ({ ...log, operations: [[{ ...base, ...change }]] })
  const set = ($set: object) => other({ body: [{ ifMatch: { $set } }] })
  const kept = [
    { ...log, operations: [] },
    { ...log, operations: [...log.operations, [{ ...base, creator: 'here' }]] },
    { ...log, operations: [[base, base]] },
    other({ creator: 'here' }),
    other({ time: 2 }),
    other({ body: [] }),
    other({ body: [{ ifMatch: { $set: fields } }, { ifMatch: { $set: fields } }] }),
    other({ body: [{ selector: {}, ifMatch: { $set: fields } }] }),
    other({ body: [{ ifMatch: { $set: fields, $unset: {} } }] }),
    set({ ...fields, answers: { q: 'no' } }),
    set({ ...fields, more: 1 }),
    set({ ...fields, _deleted: true }),
    set({ id: '1', answers: { q: 'yes' }, files: [] }),
  ]
  for (const crdts of kept) {
    const doc = await documentOf(crdts)
    expect(withoutImpliedLog(doc)).toBe(doc)
    expect(withImpliedLog(doc)).toBe(doc)
  }
})
