import { beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { transact } from '../../collections/one-database/transaction.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { commitEdit, markDeleted } from '../collections/commit.ts'
import { endSubmission } from '../../replication/bin/end-submission.ts'
import { unknownKinds } from '../../replication/rows/field-kinds.ts'
import { err, ok } from '../../replication/http/result.ts'
import { duplicatePatienceMs, syncTimeoutMs } from '../../replication/limits.ts'
import {
  continueOnDuplicate,
  createDuplicateFinder,
  deleteDuplicateRows,
} from '../../replication/pull/duplicate-rows.ts'
import type { PullContext } from '../../replication/pull/pull-context.ts'
import { toCreateRequest } from '../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { busy, missing } from '../fixtures/failures.ts'
import { arrive, clock, db, save, stored } from './saved-work.ts'

/** Rows that a browser's repeated request made: when one is found, and when it may be deleted. */

let id: string
/** What a second request made of the interview. */
let twin: (rowId: string, more?: object) => SubmissionRow
beforeEach(async () => {
  id = await save({ q: 'yes' })
  await arrive(id, '5')
  const sent = toCreateRequest(await stored(id))
  twin = (rowId, more = {}) =>
    v.parse(SubmissionRow, { ...sent, client_key: '', tempId: '', id: rowId, ...more })
})

const isDuplicate = async (row: SubmissionRow) =>
  (await createDuplicateFinder(db)).isDuplicate(row, unknownKinds)
const noted = () => readSetting(db, 'spareRows')

test('a row that says what this phone sent for another row is a duplicate, and noted with its page', async () => {
  const finder = await createDuplicateFinder(db)
  expect(await finder.isDuplicate(twin('6'), unknownKinds)).toBe(true)
  expect(await finder.isDuplicate(twin('8', { answers: [] }), unknownKinds)).toBe(false)
  expect(await noted()).toEqual({})
  await writeSetting(db, 'spareRows', { 7: 'temp_1' })
  await transact(finder.keep)
  expect(await noted()).toEqual({ 6: id, 7: 'temp_1' })
})

test('a page without duplicates notes nothing', async () => {
  const finder = await createDuplicateFinder(db)
  await transact(finder.keep)
  expect(await noted()).toEqual({})
})

test('a noted duplicate stays one, whatever became of its interview or of itself', async () => {
  await writeSetting(db, 'spareRows', { 7: 'temp_1' })
  expect(await isDuplicate(twin('7', { answers: [] }))).toBe(true)
  await db.submissions.findOne(id).remove()
  const finder = await createDuplicateFinder(db)
  expect(await finder.isDuplicate(twin('7', { client_key: 'k' }), unknownKinds)).toBe(true)
})

test.each([
  ['its own row', '5', {}],
  ['a row with a key, because such a server makes no duplicates', '6', { client_key: 'k' }],
  ['a row of another moment', '6', { created_at: '2026-11-01T10:00:00.000Z' }],
  ['a row of no moment', '6', { created_at: 'yesterday' }],
  ['a row of another form', '6', { form_id: '4' }],
])('it is no duplicate: %s', async (_, rowId, more) => {
  expect(await isDuplicate(twin(rowId, more))).toBe(false)
})

test('a row of a phone that submitted nothing is no duplicate', async () => {
  const row = twin('6')
  await db.submissions.findOne(id).remove()
  expect(await isDuplicate(row)).toBe(false)
})

test('the duplicate of an interview that the surveyor deleted is one, of another that went is none', async () => {
  const row = twin('6')
  const other = await save({ q: 'no' })
  await arrive(other, '8')
  const second = v.parse(SubmissionRow, {
    ...toCreateRequest(await stored(other)),
    client_key: '',
    tempId: '',
    id: '9',
  })
  await markDeleted(db, id, clock.now())
  await endSubmission(db, id, 'surveyor', clock.now())
  await endSubmission(db, other, 'missing', clock.now())
  expect([await isDuplicate(row), await isDuplicate(second)]).toEqual([true, false])
})

/** Deletes what is noted; returns the calls with the time that the lease was extended for since the one before. */
const tidy = async (
  answers: { submission?: (row: string) => unknown; deleteSubmission?: (row: string) => unknown },
  { leases = 99 }: { leases?: number } = {},
) => {
  const calls: (readonly [string, string, number | null])[] = []
  let left = leases
  let extended: number | null = null
  const call = (name: string, answer?: (row: string) => unknown) => async (row: string) => {
    calls.push([name, row, extended])
    extended = null
    if (answer === undefined) throw new Error(`Nobody asked for ${name}.`)
    return answer(row)
  }
  const context = {
    db,
    env: { clock },
    api: {
      submission: call('read', answers.submission),
      deleteSubmission: call('delete', answers.deleteSubmission),
    },
    lease: {
      extend: async (ms: number) => {
        extended = ms
        left -= 1
        return left >= 0
      },
    },
  } as unknown as PullContext
  await deleteDuplicateRows(context)
  return calls
}
const rows = (more: object = {}) => ({
  submission: (row: string) => ok(row === '5' ? twin('5') : twin(row, more)),
  deleteSubmission: () => ok(undefined),
})
const history = async () =>
  (await stored(id)).history.map(({ what, note }) => `${what} ${note}`.trim())
const note = (rowId = '6', of = id) => writeSetting(db, 'spareRows', { [rowId]: of })
const read = (row: string) => ['read', row, syncTimeoutMs]

test('a duplicate that still says the same is deleted, and both steps are in the history', async () => {
  await note()
  const calls = await tidy(rows())
  expect(calls).toEqual([read('6'), read('5'), ['delete', '6', syncTimeoutMs]])
  expect(await noted()).toEqual({})
  expect(await history()).toEqual(['saved', 'joined 6', 'spare-deleted 6'])
})

test('the history says once that rows were joined', async () => {
  await note()
  await tidy({ submission: () => err(busy) })
  await tidy({ submission: () => err(busy) })
  expect(await history()).toEqual(['saved', 'joined 6'])
  expect(await noted()).toEqual({ 6: id })
})

test.each([
  ['it was changed', { answers: [] }],
  ['it has files', { answers: [{ form_field_id: 'q', value: '["https://x.example/a.jpg"]' }] }],
])('a duplicate stays, joined on screen, when %s', async (_, more) => {
  await note()
  expect(await tidy(rows(more))).toEqual([read('6')])
  expect(await noted()).toEqual({ 6: id })
})

test('a duplicate stays when it is the last row of its interview, or may be', async () => {
  await note()
  for (const failure of [missing, busy]) {
    const submission = (row: string) => (row === '5' ? err(failure) : ok(twin(row)))
    expect(await tidy({ submission })).toEqual([read('6'), read('5')])
    expect(await noted()).toEqual({ 6: id })
  }
})

test('what is gone is forgotten: the duplicate, its interview, or the other row', async () => {
  await note()
  expect(await tidy({ submission: () => err(missing) })).toEqual([read('6')])
  expect(await noted()).toEqual({})
  await note('6', 'temp_nobody')
  expect(await tidy({})).toEqual([])
  expect(await noted()).toEqual({})
  await note('5')
  expect(await tidy({})).toEqual([])
  expect(await noted()).toEqual({})
  await arrive(id, '')
  await note()
  expect(await tidy({})).toEqual([])
  expect(await noted()).toEqual({})
})

test('a deletion that the server refuses because the row is gone counts, and another is tried later', async () => {
  await note()
  await tidy({ ...rows(), deleteSubmission: () => err(busy) })
  expect(await noted()).toEqual({ 6: id })
  await tidy({ ...rows(), deleteSubmission: () => err(missing) })
  expect(await noted()).toEqual({})
})

test.each([0, 1, 2])(
  'a lease that is lost after %i extensions leaves the rest for later',
  async leases => {
    await writeSetting(db, 'spareRows', { 6: id, 7: id })
    const calls = await tidy(rows(), { leases })
    expect(calls).toHaveLength(leases)
    expect(await noted()).toEqual({ 6: id, 7: id })
  },
)

test('the phone with the later row waits, because the other may delete it', async () => {
  await note('4')
  expect(await tidy(rows())).toEqual([])
  clock.advance(duplicatePatienceMs - 1)
  expect(await tidy(rows())).toEqual([])
  clock.advance(1)
  expect(await tidy(rows())).toHaveLength(3)
})

test('rows are compared as numbers, and a clock that was set back ends the wait', async () => {
  await note('10')
  expect(await tidy(rows())).toHaveLength(3)
  await note('4')
  expect(await tidy(rows())).toEqual([])
  clock.set(clock.now() - 5)
  expect(await tidy(rows())).toHaveLength(3)
})

test('the duplicate of a deleted interview is deleted without a look at its other row', async () => {
  await note('4')
  await markDeleted(db, id, clock.now())
  await endSubmission(db, id, 'surveyor', clock.now())
  expect(await tidy(rows())).toEqual([read('4'), ['delete', '4', syncTimeoutMs]])
  expect(await noted()).toEqual({})
})

test('an interview whose row is gone continues on its duplicate, with its unsent edit', async () => {
  await note()
  await commitEdit(db, id, { q: 'edited' }, [], clock.now())
  const context = { db, env: { clock } } as unknown as PullContext
  expect(await continueOnDuplicate(context, id, [])).toBe(false)
  expect(await continueOnDuplicate(context, id, [twin('8')])).toBe(false)
  expect(await continueOnDuplicate(context, 'temp_1', [twin('6')])).toBe(false)
  expect(await continueOnDuplicate(context, id, [twin('8'), twin('6')])).toBe(true)
  expect(await stored(id)).toMatchObject({ server_id: '6', answers: { q: 'edited' } })
  expect(await noted()).toEqual({})
})
