import { expect, test } from 'vitest'
import * as v from 'valibot'
import { submissionItemId } from '../../../collections/ids.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { RecoveryReason } from '../../../collections/schemas/refusal.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { planUndoing } from '../../../replication/bin/plan-undoing.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { hashOperations } from '../../../replication/outbox/carried.ts'
import { makeReady } from '../../../replication/outbox/outbox-states.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { workOff } from '../../../replication/run/work-off.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { missing } from '../../fixtures/failures.ts'
import { entriesIn, tryAgain } from '../../recovery.ts'
import { tryWith } from '../attempt/one-try.ts'
import { arrive, clock, databaseForEachTest, db, save, stored } from '../saved-work.ts'

/** An edit that is made while an earlier one is on its way. */

databaseForEachTest()

const answers = [{ form_field_id: 'q', value: 'first' }]
const row = v.parse(SubmissionRow, { id: '9', form_id: '3', answers })

test('a correction is sent although the edit before it is refused', async () => {
  const id = await save({ q: 'first' })
  await arrive(id, '9')
  await commitEdit(db, id, { q: 'wrong' }, [], clock.now())
  await queueUnsent(db, clock.now())
  await makeReady(db, { all: true })
  let requests = 0
  const { context } = tryWith({
    submission: async () => ok(row),
    updateSubmission: async () => {
      requests += 1
      if (requests > 1) return ok({ row: null })
      clock.advance(1000)
      await commitEdit(db, id, { q: 'corrected' }, [], clock.now())
      return err({ ...missing, why: 'invalid', status: 422, message: 'No.' })
    },
    changes: async () => ok({ restarted: false }),
  })
  await workOff(context, { notify: () => {}, nudged: () => new Promise<void>(() => {}) })
  expect(requests).toBe(2)
  expect((await stored(id)).answers).toEqual({ q: 'corrected' })
  const [entry] = await entriesIn(db)
  expect(JSON.stringify(entry?.payload['submission'])).toContain('wrong')
  expect(JSON.stringify(entry?.payload['submission'])).not.toContain('corrected')
})

const refuse = async (id: string, status: number, reason: RecoveryReason) => {
  const why = { reason, status, message: 'No.', inDoubt: false }
  await moveToRecovery(db, submissionItemId(id), why, clock.now())
}

/** A synced submission with an edit that is on its way. */
const withEdit = async (name: string): Promise<string> => {
  const id = await save({ q: 'first' })
  await arrive(id, '9')
  await commitEdit(db, id, { q: 'first', [name]: 'given' }, [], clock.now())
  await queueUnsent(db, clock.now())
  return id
}

/** Notes the pending edits as sent, as their request does. */
const noteSent = async (id: string): Promise<void> => {
  const pending = pendingOperations((await stored(id)).crdts)
  const item = await db.outbox.findOne(submissionItemId(id)).exec(true)
  const sentHash = await hashOperations(pending)
  await item.incrementalPatch({ sentOps: pending.length, sentHash })
}

test('an edit that was refused goes to Recovery although an older one came back from there meanwhile', async () => {
  const id = await withEdit('older')
  await noteSent(id)
  await refuse(id, 422, 'refused')
  const [older] = await entriesIn(db)
  clock.advance(1000)
  await commitEdit(db, id, { q: 'first', newer: 'given' }, [], clock.now())
  await queueUnsent(db, clock.now())
  await noteSent(id)
  expect(await tryAgain(db, older?.id ?? '', clock.now())).toBe('returned')
  clock.advance(1000)
  await refuse(id, 422, 'refused')
  const [entry] = await entriesIn(db)
  expect(JSON.stringify(entry?.payload['submission'])).toContain('newer')
  expect((await stored(id)).answers).toEqual({ q: 'first' })
})

test('an edit that is refused because its form was deleted leaves the submission here', async () => {
  const id = await withEdit('more')
  await refuse(id, 422, 'deleted')
  expect(await stored(id)).toMatchObject({ answers: { q: 'first' }, syncStatus: 'synced' })
  expect(await entriesIn(db)).toHaveLength(1)
})

/** A submission that was deleted, with the item of its deletion. */
const withDeletion = async () => {
  const id = await save({ q: 'first' })
  await arrive(id, '9')
  await markDeleted(db, id, clock.now())
  await queueUnsent(db, clock.now())
  return { id, item: await db.outbox.findOne(submissionItemId(id)).exec(true) }
}

test('an edit that was made after its deletion was undone is sent although the deletion is refused', async () => {
  const { id, item } = await withDeletion()
  expect(item.method).toBe('DELETE')
  await item.incrementalPatch({ state: 'ready', sentAt: clock.now() })
  await transact(transaction => planUndoing(transaction, db, id))
  await commitEdit(db, id, { q: 'corrected' }, [], clock.now())
  await refuse(id, 422, 'refused')
  expect(await entriesIn(db)).toHaveLength(0)
  const [later] = await db.outbox.find().exec()
  expect(later).toMatchObject({ id: submissionItemId(id), method: 'PUT', state: 'ready' })
})

test('a deletion that has left stays in the outbox when it is undone, because only its row shows whether it arrived', async () => {
  const { id, item } = await withDeletion()
  await item.incrementalPatch({ state: 'queued', sentAt: clock.now() })
  await transact(transaction => planUndoing(transaction, db, id))
  expect(await db.outbox.findOne(submissionItemId(id)).exec()).not.toBeNull()
})
