import { submittedDocs } from '../../submitted.ts'
import { outboxRank, type OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { binned } from '../../binned.ts'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { filesItemId, submissionItemId } from '../../../collections/ids.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { hashOperations } from '../../../replication/outbox/carried.ts'
import type { Sent } from '../../../replication/outbox/decide.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { settle } from '../../../replication/settle/settle.ts'
import { resendLost } from '../../../replication/pull/resend-lost.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** What the server has is recorded with all that follows from it, in one step. */

databaseForEachTest()

const one = async (id: string) => (await db.outbox.findOne(id).exec(true)).toMutableJSON()
const waiting = async () => (await db.outbox.find().exec()).map(({ id, state }) => `${id} ${state}`)
const history = async (id: string) =>
  (await stored(id)).history.map(({ what, note }) => `${what} ${note}`.trim())
const rowOf = (more: object = {}) =>
  v.parse(SubmissionRow, {
    id: '9',
    form_id: '3',
    created_at: '2026-11-20T10:00:00.000Z',
    answers: [],
    ...more,
  })
const settled = async (item: OutboxDoc, sent: Sent) => {
  clock.advance(1000)
  await settle(db, item, sent, clock.now())
}
/** The item of an interview that is on its way. */
const onItsWay = async (id: string) => {
  await queueUnsent(db, clock.now())
  const pending = pendingOperations((await stored(id)).crdts)
  const doc = await db.outbox.findOne(submissionItemId(id)).exec(true)
  const sentHash = await hashOperations(pending)
  await doc.incrementalPatch({ in_doubt: true, sentOps: pending.length, sentHash })
  return one(submissionItemId(id))
}
/** An interview that the server has, with two photos that it does not have, and their item. */
const withPhotos = async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  await arrive(id, '9', 2)
  const item = outboxItem(filesItemId(id, 'photo'), {
    type: 'FILE_UPLOAD',
    submission_id: id,
    field_id: 'photo',
    rank: outboxRank.files,
    in_doubt: true,
    payload: { listed: [] },
    nextRetryAt: 7,
  })
  await db.outbox.insert(item)
  const [first = '', second = ''] = (await stored(id)).files.map(({ id }) => id)
  return { id, item, first, second }
}
const status = async (id: string) => {
  const { sync_status, synced_at } = (await db.file_uploads.findOne(id).exec(true)).toMutableJSON()
  return [sync_status, synced_at]
}

test('an interview that has arrived leaves the outbox, and its files follow', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt')])
  const item = await onItsWay(id)
  await settled(item, { kind: 'created', serverId: '9', row: null, differs: false })
  expect(await waiting()).toEqual([`${filesItemId(id, 'photo')} ready`])
  expect(await one(filesItemId(id, 'photo'))).toMatchObject({
    type: 'FILE_UPLOAD',
    submission_id: id,
    tempId: id,
    form_id: '3',
    field_id: 'photo',
    method: 'POST',
    timestamp: clock.now(),
    rank: outboxRank.files,
    description: 'Form 3',
    in_doubt: false,
  })
  expect(await stored(id)).toMatchObject({ syncStatus: 'pending', files_pending: 1 })
})

test('an edit since then is queued at once', async () => {
  const id = await save({ q: 'yes' })
  const item = await onItsWay(id)
  await commitEdit(db, id, { q: 'no' }, [], clock.now())
  await settled(item, { kind: 'created', serverId: '9', row: null, differs: false })
  expect(await one(submissionItemId(id))).toMatchObject({
    method: 'PUT',
    state: 'ready',
    in_doubt: false,
    payload: {},
  })
})

test('a row that was deleted after the first request had made it takes the interview to the bin', async () => {
  const id = await save({ q: 'yes' })
  const row = rowOf({ deleted_at: '2026-11-21T10:00:00.000Z' })
  await settled(await onItsWay(id), { kind: 'created', serverId: '9', row, differs: false })
  expect(await binned(db)).toMatchObject([
    { id, binned: { reason: 'elsewhere' }, answers: { q: 'yes' } },
  ])
  expect(await waiting()).toEqual([])
})

test('files that have arrived are marked, and the last of them completes the submission', async () => {
  const { id, item, first, second } = await withPhotos()
  await settled(item, { kind: 'uploaded', fileIds: [first], row: null, lost: [] })
  expect(await status(first)).toEqual(['synced', clock.now()])
  expect(await status(second)).toEqual(['pending', 0])
  expect(await stored(id)).toMatchObject({ files_pending: 1, syncStatus: 'pending' })
  expect(await history(id)).toEqual(['saved', 'file one.txt'])
  const next = await one(filesItemId(id, 'photo'))
  expect(next).toMatchObject({ state: 'ready', in_doubt: false, payload: {} })
  await settled(next, { kind: 'uploaded', fileIds: [second], row: null, lost: [] })
  expect(await stored(id)).toMatchObject({ files_pending: 0, syncStatus: 'synced' })
  expect(await history(id)).toEqual(['saved', 'file one.txt', 'file two.txt', 'synced'])
  expect(await waiting()).toEqual([])
})

test('files that have arrived at a row that the server has lost since are sent again', async () => {
  const { item, first } = await withPhotos()
  await writeSetting(db, 'unconfirmed', ['9'])
  await resendLost(db, clock.now())
  await settled(item, { kind: 'uploaded', fileIds: [first], row: null, lost: [] })
  expect(await status(first)).toEqual(['pending', 0])
})

test('an answer with a revision is the base of the submission, and one of another row is not', async () => {
  const { id, item, first, second } = await withPhotos()
  const answers = [{ form_field_id: 'q', value: 'theirs' }]
  const foreign = rowOf({ id: '8', rev: '3-a', answers })
  await settled(item, { kind: 'uploaded', fileIds: [first], row: foreign, lost: [] })
  expect(await stored(id)).toMatchObject({ rev: '', answers: { q: 'yes' } })
  await settled(item, { kind: 'uploaded', fileIds: [second], row: rowOf({ answers }), lost: [] })
  expect(await stored(id)).toMatchObject({ rev: '', answers: { q: 'yes' } })
  const own = rowOf({ rev: '3-a', answers })
  await settled(item, { kind: 'uploaded', fileIds: [], row: own, lost: [] })
  expect(await stored(id)).toMatchObject({ rev: '3-a', answers: { q: 'theirs' } })
})

test('an unsent edit stays over what an upload confirms', async () => {
  const { id, item, first, second } = await withPhotos()
  const docs = await db.file_uploads.findByIds([first, second]).exec()
  const files = [...docs.values()].map(doc => doc.toMutableJSON())
  await commitEdit(db, id, { q: 'no' }, files, clock.now())
  await settled(item, { kind: 'uploaded', fileIds: [first, second], row: null, lost: [] })
  expect(await stored(id)).toMatchObject({ syncStatus: 'pending', answers: { q: 'no' } })
  expect(pendingOperations((await stored(id)).crdts)).toHaveLength(1)
})

test('an item with files that are no longer here is tried again for them', async () => {
  const { item, first, second } = await withPhotos()
  await db.file_uploads.findOne(second).remove()
  await settled(item, { kind: 'uploaded', fileIds: [first], row: null, lost: [second] })
  expect(await one(item.id)).toMatchObject({
    state: 'ready',
    in_doubt: false,
    payload: {},
    nextRetryAt: 0,
  })
})

test('an item with nothing to send counts the files again, and names those that are there', async () => {
  const { id, item, first, second } = await withPhotos()
  for (const fileId of [first, second]) {
    const doc = await db.file_uploads.findOne(fileId).exec(true)
    await doc.incrementalPatch({ sync_status: 'synced' })
  }
  await settled(item, { kind: 'nothing' })
  expect(await stored(id)).toMatchObject({ files_pending: 0, syncStatus: 'synced' })
  expect(await history(id)).toEqual(['saved', 'file one.txt, two.txt', 'synced'])
  await db.outbox.insert(item)
  await settled(item, { kind: 'nothing' })
  expect(await history(id)).toHaveLength(3)
})

test('an interview with nothing to send leaves, and is not noted', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '9')
  const item = outboxItem(submissionItemId(id), { submission_id: id })
  await db.outbox.insert(item)
  await settled(item, { kind: 'nothing' })
  expect([await waiting(), await history(id)]).toEqual([[], ['saved']])
})

test('a deletion puts the submission into the bin, and one that was undone meanwhile is sent anew', async () => {
  const gone = await save({ q: 'gone' })
  const undone = await save({ q: 'undone' })
  for (const [id, serverId] of [
    [gone, '8'],
    [undone, '9'],
  ] as const) {
    await arrive(id, serverId)
    const item = outboxItem(submissionItemId(id), { submission_id: id, method: 'DELETE' })
    await db.outbox.insert(item)
    if (id === gone) await markDeleted(db, id, clock.now())
    await settled(item, { kind: 'deleted' })
  }
  expect((await binned(db)).map(doc => [doc.id, doc.binned?.reason])).toEqual([[gone, 'surveyor']])
  const [again, ...others] = await submittedDocs(db)
  expect(others).toEqual([])
  expect(again?.toMutableJSON()).toMatchObject({ server_id: '', answers: { q: 'undone' } })
  expect((await db.outbox.find().exec()).map(item => [item.submission_id, item.method])).toEqual([
    [again?.id, 'POST'],
  ])
})

test('photos that a confirmed edit removed leave the device, and others stay', async () => {
  const { id, first, second } = await withPhotos()
  const docs = await db.file_uploads.findByIds([second]).exec()
  const kept = [...docs.values()].map(doc => doc.toMutableJSON())
  await commitEdit(db, id, { q: 'no' }, kept, clock.now())
  await settled(await onItsWay(id), { kind: 'updated', row: null })
  expect(await db.file_uploads.findOne(first).exec()).toBeNull()
  expect(await db.file_uploads.findOne(second).exec()).not.toBeNull()
})
