import * as v from 'valibot'
import { expect, test } from 'vitest'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { commitEdit } from '../../collections/commit.ts'
import { hashOperations } from '../../../replication/outbox/carried.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { settleListed } from '../../../replication/settle/settle-listed.ts'
import { ok } from '../../../replication/http/result.ts'
import { createRowsDown, pullSubmissions } from '../../../replication/pull/pull-submissions.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import { clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** A list of changes has the row of an interview whose request was answered with an error, or not at all. */

databaseForEachTest()

/** An interview that waits for its next try, and the row that its request would make. */
const waiting = async (change: Partial<OutboxDoc>, ...given: Parameters<typeof save>) => {
  const id = await save(...given)
  await queueUnsent(db, clock.now())
  const doc = await stored(id)
  const request = toCreateRequest(doc)
  const pending = pendingOperations(doc.crdts)
  const [item] = await db.outbox.find({ selector: { submission_id: id } }).exec()
  await item?.incrementalPatch({
    state: 'waiting',
    in_doubt: true,
    payload: { ...request },
    sentOps: pending.length,
    sentHash: await hashOperations(pending),
    sentAt: clock.now(),
    retryCount: 2,
    ...change,
  })
  const rowWith = (more: object = {}) =>
    v.parse(SubmissionRow, { id: 900, updated_at: '', ...request, ...more })
  return { id, rowWith }
}
const queued = async () =>
  (await db.outbox.find().exec()).map(({ type, method, in_doubt }) => [type, method, in_doubt])

test('is sent, and its photo is next', async () => {
  const { id, rowWith } = await waiting({}, { q: 'yes' }, [file('photo', 'a.jpg')])
  await settleListed(db, [rowWith({ rev: '7' })], clock.now())
  expect(await stored(id)).toMatchObject({
    server_id: '900',
    rev: '7',
    answers: { q: 'yes' },
    files_pending: 1,
    syncStatus: 'pending',
  })
  expect(await queued()).toEqual([['FILE_UPLOAD', 'POST', false]])
})

test('keeps an edit that was made since, which is sent next', async () => {
  const { id, rowWith } = await waiting({}, { q: 'yes' })
  await commitEdit(db, id, { q: 'no' }, [], clock.now())
  await settleListed(db, [rowWith()], clock.now())
  expect(await stored(id)).toMatchObject({ server_id: '900', answers: { q: 'no' } })
  expect(await queued()).toEqual([['SUBMISSION', 'PUT', false]])
})

test.each([
  ['says something else', {}, { answers: [{ form_field_id: 'q', value: 'no' }] }],
  ['has another key', {}, { client_key: 'other' }],
  ['is of a request that did not leave', { in_doubt: false }, {}],
])('waits for its own request when the row %s', async (_, change, more) => {
  const { id, rowWith } = await waiting(change, { q: 'yes' })
  await settleListed(db, [rowWith(more)], clock.now())
  expect(await stored(id)).toMatchObject({ server_id: '', answers: { q: 'yes' } })
  expect(await queued()).toEqual([['SUBMISSION', 'POST', !('in_doubt' in change)]])
})

test('waits for its own request when neither it nor the row has a key', async () => {
  const { id, rowWith } = await waiting({}, { q: 'yes' })
  const row = rowWith({ client_key: '' })
  const [item] = await db.outbox.find().exec()
  await item?.incrementalPatch({ payload: { ...item.payload, client_key: '' } })
  await settleListed(db, [row], clock.now())
  expect(await stored(id)).toMatchObject({ server_id: '' })
})

test('each of several rows is found, also behind one that says something else, and one listed twice is taken once', async () => {
  const first = await waiting({}, { q: 'yes' })
  const second = await waiting({}, { q: 'maybe' })
  const others = [first.rowWith({ id: 1, client_key: 'theirs' }), first.rowWith({ answers: [] })]
  const row = second.rowWith({ id: 901 })
  await commitEdit(db, second.id, { q: 'no' }, [], clock.now())
  await settleListed(db, [...others, row, row], clock.now())
  expect(await stored(first.id)).toMatchObject({ server_id: '' })
  expect(await stored(second.id)).toMatchObject({ server_id: '901', answers: { q: 'no' } })
  expect((await queued()).toSorted()).toEqual([
    ['SUBMISSION', 'POST', true],
    ['SUBMISSION', 'PUT', false],
  ])
})

test('is sent before the cursor of its page is stored, because a crash in between would lose the row', async () => {
  const { id, rowWith } = await waiting({}, { q: 'yes' })
  const row = rowWith()
  const rows = createRowsDown(db, clock)
  const page = { rows: [row], deletedIds: [], next: 'c1', hasMore: false, restarted: false }
  const context = {
    db,
    env: { clock },
    api: { changes: async () => ok(page) },
    extensions: () => new Set(['changes']),
    lease: { isHeld: () => true, extend: async () => true },
    onResent: () => {},
    rows,
  } as never
  const { storageInstance } = db.submissions
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async () => {
    storageInstance.bulkWrite = bulkWrite
    throw new Error('The app is killed.')
  }
  await expect(pullSubmissions(context)).rejects.toThrow('killed')
  expect(await readSetting(db, 'changesCursor')).toBe('')
  await pullSubmissions(context)
  expect(await stored(id)).toMatchObject({ server_id: '900', syncStatus: 'synced' })
  expect([await queued(), await readSetting(db, 'changesCursor')]).toEqual([[], 'c1'])
  await rows.stop()
})
