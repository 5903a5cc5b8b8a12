import { beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { planCopies } from '../../../collections/interview/copies.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { removeCopies } from '../../../replication/attempt/remove-copies.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import type { Failure } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { interactiveTimeoutMs } from '../../../replication/limits.ts'
import { continueOnCopy } from '../../../replication/pull/copies.ts'
import type { PullContext } from '../../../replication/pull/pull-context.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { busy, missing } from '../../fixtures/failures.ts'
import { arrive, clock, databaseForEachTest, db, save, stored } from '../saved-work.ts'

/** Further rows of an interview: when one is noted as a copy, and how it is removed. */

databaseForEachTest()

let id: string
/** A row that another request made of the interview. */
let rowOf: (rowId: string, more?: object) => SubmissionRow
const rowsOf =
  (submission: SubmissionDoc): typeof rowOf =>
  (rowId, more = {}) => {
    const sent = toCreateRequest(submission)
    return v.parse(SubmissionRow, { ...sent, client_key: '', tempId: '', id: rowId, ...more })
  }
beforeEach(async () => {
  id = await save({ q: 'yes' })
  await arrive(id, '5')
  rowOf = rowsOf(await stored(id))
})

const copies = async (of = id) => (await stored(of)).copies
const isShown = async (rowId: string) => (await db.submissions.findOne(rowId).exec()) !== null
const note = (...rowIds: string[]) =>
  transact(transaction => planCopies(transaction, db, id, () => rowIds))

test('a row that says what a submission says is noted there once, and is not shown', async () => {
  await takeRows(db, [rowOf('5'), rowOf('6'), rowOf('7')])
  await takeRows(db, [rowOf('7'), rowOf('6'), rowOf('5')])
  expect(await copies()).toEqual(['6', '7'])
  expect([await isShown('6'), await isShown('7')]).toEqual([false, false])
  expect(await stored(id)).toMatchObject({ server_id: '5', syncStatus: 'synced' })
})

test.each([
  ['a row with a key, because such a server makes no copies', { client_key: 'k' }],
  ['a row of another moment', { created_at: '2026-11-01T10:00:00.000Z' }],
  ['a row of no moment', { created_at: 'yesterday' }],
  ['a row of another form', { form_id: '4' }],
  ['a row with other answers', { answers: [] }],
])('it is no copy: %s', async (_, more) => {
  await takeRows(db, [rowOf('6', more)])
  expect(await copies()).toBeUndefined()
  expect(await isShown('6')).toBe(true)
})

test.each([
  ['nothing was submitted here', true],
  ['something else was submitted here', false],
])('a row that equals what another device sent is no copy: %s', async (_, isAlone) => {
  if (isAlone) await db.submissions.findOne(id).remove()
  const answers = [{ form_field_id: 'q', value: 'from elsewhere' }]
  await takeRows(db, [rowOf('6', { answers }), rowOf('7', { answers })])
  await takeRows(db, [rowOf('8', { answers })])
  expect([await isShown('6'), await isShown('7'), await isShown('8')]).toEqual([true, true, true])
})

test('a copy stays one, whatever is edited in it or in its interview', async () => {
  await note('6')
  await commitEdit(db, id, { q: 'edited' }, [], clock.now())
  await takeRows(db, [rowOf('6', { answers: [] }), rowOf('5', { answers: [] })])
  expect(await copies()).toEqual(['6'])
  expect(await isShown('6')).toBe(false)
})

test('a row says what the server has confirmed, not what is unsent', async () => {
  await commitEdit(db, id, { q: 'edited' }, [], clock.now())
  await takeRows(db, [rowOf('6')])
  expect(await stored(id)).toMatchObject({ copies: ['6'], answers: { q: 'edited' } })
})

test('a copy of a deletion that waits is noted, of an interview in the bin it is shown', async () => {
  await markDeleted(db, id, clock.now())
  await takeRows(db, [rowOf('6')])
  expect(await copies()).toEqual(['6'])
  await endSubmission(db, id, 'surveyor', clock.now())
  expect(await copies()).toBeUndefined()
  await takeRows(db, [rowOf('6')])
  expect(await isShown('6')).toBe(true)
  await restoreFromBin(db, id, clock.now())
  expect(await copies()).toBeUndefined()
})

/** Answers each deletion; returns the rows for which it was called. */
const removing = async (
  answer: (row: string) => Failure | null,
  show: (row: string) => Failure | SubmissionRow = rowOf,
) => {
  const calls: (readonly [string, number])[] = []
  const api = {
    submission: async (row: string) => {
      const shown = show(row)
      return 'kind' in shown ? err(shown) : ok(shown)
    },
    deleteSubmission: async (row: string, timeoutMs: number) => {
      calls.push([row, timeoutMs])
      const failure = answer(row)
      return failure === null ? ok({}) : err(failure)
    },
  }
  const result = await removeCopies({ db, api }, id)
  return { calls, result }
}

test('the surveyor removes the copies, each with the time-out of a screen', async () => {
  await note('6', '7')
  const { calls, result } = await removing(() => null)
  expect(calls).toEqual([
    ['6', interactiveTimeoutMs],
    ['7', interactiveTimeoutMs],
  ])
  expect(result).toEqual(ok(undefined))
  expect('copies' in (await stored(id))).toBe(false)
  expect(await stored(id)).toMatchObject({ server_id: '5', syncStatus: 'synced' })
})

test('a copy that is gone counts as removed, and the first failure leaves the others', async () => {
  await note('6', '7', '8')
  const { calls, result } = await removing(row => (row === '6' ? missing : busy))
  expect(calls.map(([row]) => row)).toEqual(['6', '7'])
  expect(result).toEqual(err(busy))
  expect(await copies()).toEqual(['7', '8'])
})

test('a row that belongs to another interview by now is not deleted', async () => {
  const other = await save({ q: 'another' })
  await arrive(other, '6')
  await note('6', '7')
  const { calls } = await removing(() => null)
  expect(calls.map(([row]) => row)).toEqual(['7'])
  expect(await copies()).toBeUndefined()
})

test('a row that a restored server gave to an interview of another phone is not deleted', async () => {
  await note('6', '7', '8')
  const others = { created_at: '2026-11-01T10:00:00.000Z' }
  const show = (row: string) => (row === '8' ? missing : rowOf(row, row === '6' ? others : {}))
  const { calls } = await removing(() => null, show)
  expect(calls.map(([row]) => row)).toEqual(['7'])
  expect(await copies()).toBeUndefined()
})

test('a copy that cannot be read stays', async () => {
  await note('6')
  const { calls, result } = await removing(
    () => null,
    () => busy,
  )
  expect([calls, result]).toEqual([[], err(busy)])
  expect(await copies()).toEqual(['6'])
})

test('of a submission that is gone nothing is removed', async () => {
  await note('6')
  await endSubmission(db, id, 'missing', clock.now())
  expect((await removing(() => null)).calls).toEqual([])
})

test('an interview whose row is gone continues on a listed copy, with its unsent edit', async () => {
  await note('6', '9')
  await commitEdit(db, id, { q: 'edited' }, [], clock.now())
  const context = { db, env: { clock } } as unknown as PullContext
  expect(await continueOnCopy(context, id, [])).toBe(false)
  expect(await continueOnCopy(context, id, [rowOf('8')])).toBe(false)
  expect(await continueOnCopy(context, 'temp_1', [rowOf('6')])).toBe(false)
  const another = rowOf('6', { created_at: '2026-11-01T10:00:00.000Z' })
  expect(await continueOnCopy(context, id, [another])).toBe(false)
  expect(await continueOnCopy(context, id, [rowOf('8'), rowOf('6')])).toBe(true)
  expect(await stored(id)).toMatchObject({
    server_id: '6',
    answers: { q: 'edited' },
    copies: ['9'],
  })
})
