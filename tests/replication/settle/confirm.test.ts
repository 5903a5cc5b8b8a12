import { expect, test } from 'vitest'
import * as v from 'valibot'
import { transact } from '../../../collections/one-database/transaction.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { planCopies } from '../../../collections/interview/copies.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { hashOperations } from '../../../replication/outbox/carried.ts'
import type { Sent } from '../../../replication/outbox/decide.ts'
import { planConfirmation } from '../../../replication/settle/confirm.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** What the server took becomes the base, and nothing that the surveyor did since is lost over it. */

databaseForEachTest()

/** The item of a submission that sent everything there is now. */
const sending = async (id: string, more: Partial<OutboxDoc> = {}): Promise<OutboxDoc> => {
  const pending = pendingOperations((await stored(id)).crdts)
  const item = outboxItem(id, {
    form_id: '3',
    sentOps: pending.length,
    sentHash: await hashOperations(pending),
    payload: { ...toCreateRequest(await stored(id)) },
    ...more,
  })
  await db.outbox.insert(item)
  return item
}
const edit = async (id: string, answers: Record<string, string>) => {
  clock.advance(1000)
  await commitEdit(db, id, answers, [], clock.now())
}
const confirm = (item: OutboxDoc, sent: Extract<Sent, { kind: 'created' | 'updated' }>) =>
  transact(transaction => planConfirmation(transaction, db, item, sent, clock.now()))
const rowOf = (id: string, answers: Record<string, string>, more: object = {}) =>
  v.parse(SubmissionRow, {
    id,
    form_id: '3',
    created_at: '2026-11-20T10:00:00.000Z',
    answers: Object.entries(answers).map(([form_field_id, value]) => ({
      form_field_id,
      value,
    })),
    ...more,
  })
/** A row of an interview as a list says it. */
const listed = async (id: string, answers: Record<string, string>) => [
  rowOf('9', answers, { created_at: (await stored(id)).created_at }),
]
const created = (row: SubmissionRow | null, differs = false) =>
  ({ kind: 'created', serverId: '9', row, differs }) as const
const pendingOf = async (id: string) => pendingOperations((await stored(id)).crdts).length

test('the whole interview is confirmed by an id alone', async () => {
  const id = await save({ q: 'yes' })
  const item = await sending(id, { history: [{ at: 5, what: 'failed', note: 'HTTP 500' }] })
  expect(await confirm(item, created(null))).toEqual([])
  const now = await stored(id)
  expect(now).toMatchObject({ server_id: '9', syncStatus: 'synced', answers: { q: 'yes' } })
  expect(now.history.map(({ what }) => what)).toEqual(['saved', 'failed', 'sent'])
  expect(await pendingOf(id)).toBe(0)
})

test('an edit that was made while the interview was sent stays an edit', async () => {
  const id = await save({ q: 'yes', r: 'kept' })
  const item = await sending(id)
  await edit(id, { q: 'no', r: 'kept' })
  await confirm(item, created(rowOf('9', { q: 'yes', r: 'kept' })))
  expect(await stored(id)).toMatchObject({
    server_id: '9',
    syncStatus: 'pending',
    answers: { q: 'no', r: 'kept' },
  })
  expect(await pendingOf(id)).toBe(1)
})

test('a row under our key that another body made is brought to what we sent, and then to what came later', async () => {
  const id = await save({ q: 'yes', r: 'ours' })
  const item = await sending(id)
  await edit(id, { q: 'later', r: 'ours' })
  await confirm(item, created(rowOf('9', { q: 'theirs', more: 'theirs' }), true))
  expect((await stored(id)).answers).toEqual({ q: 'later', r: 'ours', more: 'theirs' })
  expect(await pendingOf(id)).toBe(2)
})

test('after a frozen body was taken, what the surveyor changed and cleared since is one edit', async () => {
  const id = await save({ q: 'yes', r: 'cleared since', s: 'same' })
  const item = await sending(id, { sentOps: 1, sentHash: 'of an earlier version' })
  await edit(id, { q: 'no', s: 'same' })
  const row = rowOf('9', { q: 'yes', r: 'cleared since', s: 'changed at the office', t: 'added' })
  await confirm(item, created(row))
  expect((await stored(id)).answers).toEqual({ q: 'no', s: 'changed at the office', t: 'added' })
  expect(await pendingOf(id)).toBe(1)
})

test('a deletion stays to be sent when the server took an earlier body of the interview', async () => {
  const id = await save({ q: 'yes' })
  // As an interview out of Recovery, whose item does not know which operations its request carried.
  const item = await sending(id, { in_doubt: true, sentOps: 0, sentHash: '' })
  await markDeleted(db, id, clock.now())
  await confirm(item, created(null))
  expect(await stored(id)).toMatchObject({ server_id: '9', hidden: 1, syncStatus: 'deleted' })
  expect(await pendingOf(id)).toBe(1)
})

test('an answer that came too late changes nothing of a row that has moved on', async () => {
  const id = await save({ q: 'yes' })
  const item = await sending(id)
  await arrive(id, '9')
  await edit(id, { q: 'no' })
  const before = await stored(id)
  expect(await confirm(item, { kind: 'updated', row: rowOf('9', { q: 'old' }) })).toEqual([])
  expect(await stored(id)).toEqual(before)
})

test('a confirmation of an item that is settled already changes nothing', async () => {
  const id = await save({ q: 'yes' })
  const item = await sending(id)
  await db.outbox.findOne(item.id).remove()
  expect(await confirm(item, created(null))).toEqual([])
  expect(await stored(id)).toMatchObject({ server_id: '' })
})

test('a bare row leaves the answers as they were sent', async () => {
  const id = await save({ q: 'yes' })
  await confirm(await sending(id), created(rowOf('9', {})))
  expect((await stored(id)).answers).toEqual({ q: 'yes' })
  expect(await pendingOf(id)).toBe(0)
})

test('files that an edit removed are named once it is confirmed, and the others stay pending', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  await arrive(id, '9', 2)
  const [gone, kept] = (await stored(id)).files
  const docs = await db.file_uploads.findByIds([kept?.id ?? '']).exec()
  clock.advance(1000)
  await commitEdit(
    db,
    id,
    { q: 'no' },
    [...docs.values()].map(doc => doc.toMutableJSON()),
    clock.now(),
  )
  const item = await sending(id)
  expect(await confirm(item, { kind: 'updated', row: null })).toEqual([gone?.id])
  expect(await stored(id)).toMatchObject({ files: [{ id: kept?.id }], files_pending: 1 })
})

test('a copy that a list had stored is joined with its edits, and leaves', async () => {
  const id = await save({ q: 'yes' })
  const item = await sending(id)
  await takeRows(db, await listed(id, { q: 'yes' }))
  await edit('9', { q: 'edited on the copy' })
  await confirm(item, created(null))
  expect(await stored(id)).toMatchObject({
    server_id: '9',
    syncStatus: 'pending',
    answers: { q: 'edited on the copy' },
  })
  expect(await pendingOf(id)).toBe(1)
  expect(await stored('9')).toMatchObject({ _deleted: true })
})

test('the copies of a document that is joined come along', async () => {
  const id = await save({ q: 'yes' })
  const item = await sending(id)
  await takeRows(db, await listed(id, { q: 'yes' }))
  await transact(transaction => planCopies(transaction, db, '9', () => ['10', '11']))
  await confirm(item, created(null))
  expect(await stored(id)).toMatchObject({ server_id: '9', copies: ['10', '11'] })
  expect('copies' in (await stored('9'))).toBe(false)
})

test('a copy without edits leaves the interview as it was confirmed', async () => {
  const id = await save({ q: 'yes' })
  const item = await sending(id)
  await takeRows(db, await listed(id, { q: 'yes' }))
  await confirm(item, created(null))
  expect(await stored(id)).toMatchObject({ server_id: '9', syncStatus: 'synced' })
  expect(await stored('9')).toMatchObject({ _deleted: true })
})

test('an interview that had a copy takes what a later list says', async () => {
  const id = await save({ q: 'yes' })
  const item = await sending(id)
  await takeRows(db, await listed(id, { q: 'yes' }))
  await confirm(item, created(null))
  await takeRows(db, await listed(id, { q: 'changed elsewhere' }))
  expect(await stored(id)).toMatchObject({ answers: { q: 'changed elsewhere' } })
})
