import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { withoutOwnFields } from '../../../collections/operation-log.ts'
import { outboxRank } from '../../../collections/schemas/outbox.ts'
import { expect, test } from 'vitest'
import { filesItemId, profileItemId, submissionItemId } from '../../../collections/ids.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import {
  planQueueing,
  planQueueingAgain,
  queueProfile,
  queueSubmissions,
  toItem,
} from '../../../replication/outbox/queue.ts'
import { keepUser } from '../../../replication/rows/keep-user.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { User } from '../../../replication/wire/answers.ts'
import * as v from 'valibot'
import { editProfile } from '../../device.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** The items of the outbox: what each carries, and in which order they go. */

databaseForEachTest()

const items = async () => (await db.outbox.find().exec()).map(doc => doc.toMutableJSON())
test('a new interview carries its body, an edit and a deletion read theirs when they are sent', async () => {
  const id = await save({ q: 'yes' })
  const of = async (now: number) => toItem(await stored(id), now)
  const common = outboxItem(submissionItemId(id), {
    timestamp: 5,
    tempId: id,
    submission_id: id,
    form_id: '3',
    description: 'Form 3',
  })
  expect(await of(5)).toEqual({
    ...common,
    method: 'POST',
    endpoint: expect.stringMatching(/\/form-submissions$/),
    payload: { ...toCreateRequest(await stored(id)) },
  })
  await arrive(id, '9')
  await commitEdit(db, id, { q: 'no' }, [], clock.now())
  const endpoint = expect.stringMatching(/\/form-submissions\/9$/)
  expect(await of(5)).toEqual({ ...common, method: 'PUT', endpoint })
  await markDeleted(db, id, clock.now())
  expect(await of(5)).toEqual({ ...common, method: 'DELETE', endpoint })
})

test('an interview that may have been sent before is in doubt, with the body of that time', async () => {
  const doc = await stored(await save({ q: 'yes' }))
  expect(toItem({ ...doc, client_key: '' }, 5)).toMatchObject({ in_doubt: true, sentAt: 0 })
  const sent_before = { body: { form_id: 'before' }, sentAt: 4 }
  expect(toItem({ ...doc, sent_before }, 5)).toMatchObject({
    in_doubt: true,
    sentAt: 4,
    payload: { form_id: 'before' },
  })
  expect(toItem({ ...doc, sent_before, server_id: '9' }, 5)).toMatchObject({
    method: 'PUT',
    in_doubt: false,
    sentAt: 0,
    payload: {},
  })
})

test('what the surveyor submits goes first when it may go, and else waits in its turn', async () => {
  const [first, second] = [await save({ q: '1' }), await save({ q: '2' })]
  const plan = (id: string, mayGo: boolean) =>
    transact(transaction => planQueueing(transaction, db, id, clock.now(), { mayGo }))
  await plan(first, false)
  expect(await items()).toMatchObject([{ submission_id: first, state: 'queued', rank: 1 }])
  await plan(second, true)
  expect(await items()).toMatchObject([
    { submission_id: first, state: 'queued', rank: 1 },
    { submission_id: second, state: 'ready', rank: 0 },
  ])
  await plan('nobody', true)
  expect(await items()).toHaveLength(2)
})

test('what is sent again has an item if it has edits, and one for each field of unsent files', async () => {
  const id = await save({ q: 'yes' }, [
    file('photo', 'one.txt'),
    file('photo', 'two.txt'),
    file('plan', 'three.txt'),
  ])
  const again = () => transact(transaction => planQueueingAgain(transaction, db, id, clock.now()))
  await arrive(id, '9', 3)
  await again()
  const files = [filesItemId(id, 'photo'), filesItemId(id, 'plan')]
  expect((await items()).map(item => [item.id, item.state, item.rank])).toEqual(
    files.map(item => [item, 'ready', outboxRank.files]),
  )
  await commitEdit(db, id, { q: 'no' }, [], clock.now())
  await db.outbox.find().remove()
  await again()
  expect(await items()).toMatchObject([
    { id: submissionItemId(id), method: 'PUT', state: 'ready', nextRetryAt: 0 },
  ])
})

test('an item that waits for its next try is sent at once when its submission is sent again', async () => {
  const id = await save({ q: 'yes' })
  const item = outboxItem(submissionItemId(id), { submission_id: id, state: 'waiting' })
  await db.outbox.insert({ ...item, nextRetryAt: 99 })
  await transact(transaction => planQueueingAgain(transaction, db, id, clock.now()))
  expect((await items()).map(({ state, nextRetryAt }) => [state, nextRetryAt])).toEqual([
    ['ready', 0],
  ])
})

test('a thousand submissions are queued, and those in the outbox stay as they are', async () => {
  const { crdts: _, ...doc } = withoutOwnFields(await stored(await save({ q: 'yes' })))
  const many = Array.from({ length: 1001 }, (__, at) => ({ ...doc, id: `temp_${at}` }))
  await db.submissions.bulkInsert(many as SubmissionDoc[])
  await db.outbox.insert(outboxItem(submissionItemId('temp_700'), { retryCount: 2 }))
  await queueSubmissions(db, many, clock.now())
  expect(await items()).toHaveLength(1001)
  const kept = await db.outbox.findOne(submissionItemId('temp_700')).exec(true)
  expect(kept.retryCount).toBe(2)
})

test('the profile is queued when it has an unsent edit', async () => {
  expect(await queueProfile(db, 5)).toBe(false)
  await keepUser(db, v.parse(User, { id: 7, first_name: 'Asha' }))
  expect(await queueProfile(db, 5)).toBe(false)
  await editProfile(db, { first_name: 'Usha' })
  expect(await queueProfile(db, 5)).toBe(true)
  expect(await items()).toEqual([
    outboxItem(profileItemId, {
      timestamp: 5,
      type: 'PROFILE',
      tempId: '',
      submission_id: 'currentUser',
      form_id: '',
      description: '',
      method: 'POST',
      endpoint: expect.stringMatching(/\/account-update$/),
    }),
  ])
})
