import * as v from 'valibot'
import { expect, test } from 'vitest'
import { baseFields } from '../../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { arrivalsIn, planArrival } from '../../../replication/pull/arrivals.ts'
import { commitEdit } from '../../collections/commit.ts'
import { unknownKinds } from '../../../replication/rows/field-kinds.ts'
import { queueUnsent, toItem } from '../../../replication/outbox/queue.ts'
import { readKnownInterviews } from '../../../replication/pull/known-interviews.ts'
import { interviewOfRow } from '../../../replication/rows/find-interview.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { rewriteLog, storedDocument } from '../../../collections/interview/logged.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { theDraft } from '../../drafts.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import { arrive, clock, databaseForEachTest, db, interview, save, stored } from '../saved-work.ts'

/** Rows of the server meet what this device holds. */

databaseForEachTest()

const rowOf = (request: object, more: object = {}) =>
  v.parse(SubmissionRow, { id: 900, updated_at: '', ...request, ...more })

/** The entries of Recovery that a row belongs to. */
const arrivedOf = async (row: SubmissionRow): Promise<readonly string[]> => {
  let found: readonly string[] = []
  await takeRows(db, [row], async (_, arrived) => {
    found = arrived
  })
  return found
}

test('the interviews that a row may be are those that wait, that are in Recovery, and that are unfinished', async () => {
  const waiting = await save({ q: 'waiting' })
  await queueUnsent(db, clock.now())
  const edited = await save({ q: 'edited' })
  await arrive(edited, '41')
  await commitEdit(db, edited, { q: 'more' }, [], clock.now())
  await queueUnsent(db, clock.now())
  const { draft } = await interview({ q: 'unfinished' })
  const known = await transact(transaction => readKnownInterviews(transaction, db))
  expect(known.map(({ kind, id, inDoubt }) => [kind, id, inDoubt])).toEqual([
    ['outbox', waiting, false],
    ['draft', draft.id, false],
  ])
  expect(known[1]?.sent).toMatchObject({ client_key: draft.client_key, answers: [] })
})

test.each([0, 500, 501])('a page of %i rows is written to its end', async length => {
  const rows = Array.from({ length }, (_, at) =>
    rowOf({ id: 1000 + at, form_id: '3', answers: [] }),
  )
  let isEnded = false
  await takeRows(db, rows, async () => {
    isEnded = true
  })
  expect(isEnded).toBe(true)
  expect(await db.submissions.count().exec()).toBe(length)
})

test('what was not sent is known by its key alone, and what may have been by what it says', async () => {
  const id = await save({ q: 'yes' })
  const sent = toCreateRequest(await stored(id))
  const known = { kind: 'outbox', id, sent } as const
  const keyless = rowOf({ ...sent, client_key: '' })
  expect(
    interviewOfRow(rowOf(sent), [{ ...known, inDoubt: false }], unknownKinds) !== undefined,
  ).toBe(true)
  expect(interviewOfRow(keyless, [{ ...known, inDoubt: false }], unknownKinds) !== undefined).toBe(
    false,
  )
  expect(interviewOfRow(keyless, [{ ...known, inDoubt: true }], unknownKinds) !== undefined).toBe(
    true,
  )
  const nameless = { ...known, sent: { ...sent, client_key: '' }, inDoubt: false }
  expect(interviewOfRow(keyless, [nameless], unknownKinds) !== undefined).toBe(false)
})

test('the row of what waits is left to its own request, and that of a draft is noted on it', async () => {
  const id = await save({ q: 'yes' })
  await queueUnsent(db, clock.now())
  const waiting = await stored(id)
  expect(await arrivedOf(rowOf(toCreateRequest(waiting)))).toEqual([])
  expect(await db.submissions.find().exec()).toHaveLength(1)
  const { draft } = await interview({ q: 'open' })
  const row = rowOf({
    form_id: '3',
    created_at: draft.created_at,
    client_key: draft.client_key,
    answers: [{ form_field_id: 'q', value: 'elsewhere' }],
  })
  expect(await arrivedOf(row)).toEqual([])
  expect(await theDraft(db, draft.id)).toMatchObject({ submission_id: '' })
  expect(await stored(draft.id)).toMatchObject({ server_id: '900', answers: { q: 'elsewhere' } })
})

test('a row goes under the edits of its document, and one that says nothing new is not written', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '41')
  await commitEdit(db, id, { q: 'yes', r: 'mine' }, [], clock.now())
  const doc = await stored(id)
  const row = rowOf(toCreateRequest(doc), {
    id: 41,
    answers: [{ form_field_id: 'q', value: 'theirs' }],
  })
  await takeRows(db, [row])
  const taken = await storedDocument(db.submissions, id)
  expect(taken).toMatchObject({ answers: { q: 'theirs', r: 'mine' }, syncStatus: 'pending' })
  await takeRows(db, [row])
  expect((await storedDocument(db.submissions, id))?._rev).toBe(taken?._rev)
  expect(await db.submissions.find().exec()).toHaveLength(1)
})

test('a row under an unsent edit is stored without the files that the edit added', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '41')
  const doc = await stored(id)
  await commitEdit(db, id, { q: 'yes' }, [fileUpload('new')], clock.now())
  await takeRows(db, [rowOf(toCreateRequest(doc), { id: 41, address: 'MG Road' })])
  const taken = await stored(id)
  expect(taken.files).toMatchObject([{ id: 'new' }])
  expect(baseFields<SubmissionDoc>(taken.crdts)).toMatchObject({ files: [], address: 'MG Road' })
})

test('what was buried here stays buried, and more rows than are handled at once all come', async () => {
  const rows = Array.from({ length: 1050 }, (_, at) =>
    rowOf({
      id: 1000 + at,
      form_id: '3',
      created_at: '2026-11-20T09:30:00Z',
      client_key: `theirs-${at}`,
      answers: [],
    }),
  )
  const ends: number[] = []
  await takeRows(db, rows, async () => {
    ends.push(await db.submissions.count({ selector: { hidden: 0 } }).exec())
  })
  // The cursor is written at the end, because a crash before it must repeat the page.
  expect(new Set(ends)).toEqual(new Set([1000]))
  expect(await db.submissions.count({ selector: { hidden: 0 } }).exec()).toBe(1050)
  await (await db.submissions.findOne('1007').exec(true)).remove()
  await takeRows(db, rows)
  expect(await db.submissions.findOne('1007').exec()).toBeNull()
})

test('a row that one page lists twice is stored once, as it was listed last', async () => {
  const older = rowOf({ id: 41, form_id: '3', created_at: '2026-11-20T09:30:00Z', answers: [] })
  const newer = { ...older, address: 'MG Road', rev: '2' }
  const shown = async () =>
    (await db.submissions.find().exec()).map(({ server_id, address }) => [server_id, address])
  await takeRows(db, [older, newer])
  expect(await shown()).toEqual([['41', 'MG Road']])
  await takeRows(db, [older, { ...newer, address: 'Ring Road' }])
  expect(await shown()).toEqual([['41', 'Ring Road']])
})

/** Runs an action right before the next write of submissions. */
const beforeTheNextWrite = (action: () => Promise<unknown>): void => {
  const { storageInstance } = db.submissions
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async (rows, context) => {
    storageInstance.bulkWrite = bulkWrite
    await action()
    return bulkWrite.call(storageInstance, rows, context)
  }
}

test('a row goes under an edit that is saved while the row is taken', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '41')
  const row = rowOf(toCreateRequest(await stored(id)), {
    id: 41,
    answers: [{ form_field_id: 'q', value: 'theirs' }],
  })
  beforeTheNextWrite(() => commitEdit(db, id, { q: 'yes', r: 'mine' }, [], clock.now()))
  await takeRows(db, [row])
  expect(await stored(id)).toMatchObject({ answers: { q: 'theirs', r: 'mine' } })
})

test('a row of an interview that a backup brings while the row is taken makes no second one', async () => {
  const carried = {
    ...(await stored(await save({ q: 'carried' }))),
    id: 'temp_1',
    client_key: 'c-1',
  }
  const row = rowOf({ ...toCreateRequest(carried), client_key: 'c-1' })
  beforeTheNextWrite(() =>
    transact(async transaction => {
      await planArrival(transaction, db, await arrivalsIn(transaction, db))
      await transaction.insert(db.outbox, { ...toItem(carried, clock.now()), in_doubt: true })
    }),
  )
  expect(await arrivedOf(row)).toEqual([])
  expect(await db.submissions.findOne('900').exec()).toBeNull()
})

/** Something that another tab does right after the documents of rows were looked up by the server's id. */
const afterTheLookUp = (action: () => Promise<unknown>) => {
  const { storageInstance } = db.submissions
  const { query } = storageInstance
  storageInstance.query = async prepared => {
    const found = await query.call(storageInstance, prepared)
    if ('server_id' in prepared.query.selector) {
      storageInstance.query = query
      await action()
    }
    return found
  }
}

test('a row whose submission a backup brings after it was looked up makes no second one', async () => {
  const id = await save({ q: 'carried' })
  const row = rowOf(toCreateRequest(await stored(id)), { client_key: 'another' })
  afterTheLookUp(async () => {
    await arrive(id, '900')
    await transact(async transaction =>
      planArrival(transaction, db, await arrivalsIn(transaction, db)),
    )
  })
  await takeRows(db, [row])
  expect(await db.submissions.findOne('900').exec()).toBeNull()
  expect(await stored(id)).toMatchObject({ server_id: '900', answers: { q: 'carried' } })
})

test('a log that needs no change is left as it is', async () => {
  const id = await save({ q: 'yes' })
  const before = await storedDocument(db.submissions, id)
  expect(await rewriteLog(db.submissions, id, () => null)).toBe(false)
  expect((await storedDocument(db.submissions, id))?._rev).toBe(before?._rev)
})

test('a row under the former id of a restored submission does not replace it', async () => {
  const made = { form_id: '3', created_at: '2026-11-20T09:30:00.000Z' }
  const row = (value: string) =>
    v.parse(SubmissionRow, { id: 900, ...made, answers: [{ form_field_id: 'q', value }] })
  await takeRows(db, [row('of another phone')])
  await endSubmission(db, '900', 'elsewhere', clock.now())
  await restoreFromBin(db, '900', clock.now())
  await takeRows(db, [row('still listed')])
  expect(await stored('900')).toMatchObject({ state: 'unsent', answers: { q: 'of another phone' } })
  await arrive('900', '901')
  await takeRows(db, [row('given again')])
  expect(await stored('900')).toMatchObject({
    server_id: '901',
    answers: { q: 'of another phone' },
  })
})
