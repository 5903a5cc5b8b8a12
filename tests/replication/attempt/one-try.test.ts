import { expect, test } from 'vitest'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { noAnswer, type Failure } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { longestTimeoutMs, syncTimeoutMs } from '../../../replication/limits.ts'
import { attempt } from '../../../replication/attempt/attempt.ts'
import { attemptSubmission } from '../../../replication/attempt/attempt-submission.ts'
import { hashOperations } from '../../../replication/outbox/carried.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { keepUser } from '../../../replication/rows/keep-user.ts'
import { SubmissionRow, User } from '../../../replication/wire/answers.ts'
import * as v from 'valibot'
import { busy, missing, refused } from '../../fixtures/failures.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { arrive, clock, databaseForEachTest, db, save, stored } from '../saved-work.ts'
import { queue, tryWith } from './one-try.ts'

/** One try of an outbox item: what it asks of a server, under which lease, and what it makes of each answer. */

databaseForEachTest()

const account = (is_active: boolean) => v.parse(User, { id: 7, first_name: 'Asha', is_active })

const page: Failure = { kind: 'malformed', status: 200, foreign: true }

const row = (id: string, more: object) =>
  v.parse(SubmissionRow, { id, form_id: '3', answers: [], ...more })

test('each page of the list is read under a lease that lasts for it', async () => {
  const id = await save({ q: 'yes' })
  const payload = { ...toCreateRequest(await stored(id)) }
  const item = await queue(outboxItem(id, { in_doubt: true, sentAt: clock.now(), payload }))
  const pages = [[row('1', {}), row('2', {})], [row('8', { ...payload, tempId: id })], []]
  const { context, calls } = tryWith({ submissions: async page => ok(pages[Number(page) - 1]) })
  const waiting = await attemptSubmission(context, item)
  expect([waiting.kind, calls]).toEqual(['unsure', []])
  clock.advance(60_000)
  expect(await attemptSubmission(context, item)).toMatchObject({ kind: 'created', serverId: '8' })
  expect(calls).toEqual(pages.map(() => ['submissions', syncTimeoutMs]))
})

test('an interview leaves under a lease for its time-out, after the server was asked for its extensions', async () => {
  const id = await save({ q: 'yes' })
  const payload = { ...toCreateRequest(await stored(id)) }
  const item = await queue(outboxItem(id, { in_doubt: true, payload }))
  const answers = {
    account: async () => err(refused),
    submissions: async () => ok([]),
    createSubmission: async () => ok({ id: '5', row: null }),
  }
  const { context, calls } = tryWith(answers, null)
  expect(await attemptSubmission(context, item)).toMatchObject({ kind: 'created', serverId: '5' })
  expect(calls).toEqual([
    ['account', syncTimeoutMs],
    ['submissions', syncTimeoutMs],
    ['createSubmission', syncTimeoutMs],
  ])
})

test.each([
  ['an active account', ok(account(true)), 'permanent'],
  ['an inactive account', ok(account(false)), 'unauthorized'],
  ['an ended session', err({ kind: 'unauthorized', message: '' }), 'unauthorized'],
  ['a refused account', err(refused), 'unauthorized'],
  ['an account that is missing', err(missing), 'permanent'],
  ['a busy server', err(busy), 'permanent'],
  ['no answer', err(noAnswer('network')), 'permanent'],
])('a 403 is of the item unless the account says otherwise; %s', async (_, answer, kind) => {
  const id = await save({ q: 'yes' })
  const item = await queue(outboxItem(id, {}))
  const { context, calls } = tryWith({
    createSubmission: async () => err(refused),
    account: async () => answer,
  })
  const outcome = await attempt(context, item)
  expect(outcome).toMatchObject({ kind: 'failed', portal: false, failure: { kind } })
  expect(calls.at(-1)).toEqual(['account', syncTimeoutMs])
})

test.each([
  ['our API answers', ok(account(true)), { failure: page, portal: false }],
  ['our API refuses', err(refused), { failure: page, portal: false }],
  ['a page answers too', err(page), { failure: page, portal: true }],
  [
    'the session is over',
    err({ kind: 'unauthorized', message: '' }),
    { failure: { kind: 'unauthorized' } },
  ],
  ['the network is gone', err({ kind: 'offline' }), { failure: { kind: 'offline' } }],
  ['no answer comes', err(noAnswer('timeout')), { failure: noAnswer('network') }],
  ['our server is busy', err(busy), { failure: page, portal: false }],
])('a page in place of an answer is asked about; %s', async (_, answer, expected) => {
  const item = await queue(outboxItem(await save({ q: 'yes' }), {}))
  const { context, calls } = tryWith({
    createSubmission: async () => err(page),
    account: async () => answer,
  })
  expect(await attempt(context, item)).toMatchObject({ kind: 'failed', ...expected })
  expect(calls.at(-1)).toEqual(['account', syncTimeoutMs])
})

test('an account that is found inactive during a try is stored, so that the session notices it', async () => {
  await keepUser(db, account(true))
  const item = await queue(outboxItem(await save({ q: 'yes' }), {}))
  const answers = {
    createSubmission: async () => err(refused),
    account: async () => ok(account(false)),
  }
  await attempt(tryWith(answers).context, item)
  expect(await db.user_profile.findOne(currentUser).exec()).toMatchObject({ is_active: false })
})

test('a 404 is of the item when the server cannot say whether it was restored', async () => {
  const id = await save({ q: 'yes' })
  const item = await queue(outboxItem(id, {}))
  await writeSetting(db, 'changesCursor', 'from before')
  const outcomes = async (changes: unknown) => {
    const answers = {
      account: async () => err(refused),
      createSubmission: async () => err(missing),
      changes: async () => changes,
    }
    return attempt(tryWith(answers, null).context, item)
  }
  const own = { kind: 'failed', failure: missing, portal: false }
  expect(await outcomes(ok({ restarted: false }))).toEqual(own)
  expect(await outcomes(ok({ restarted: true }))).toEqual({ kind: 'restored' })
  expect(await outcomes(err(refused))).toEqual(own)
  expect(await outcomes(err(busy))).toEqual({ kind: 'failed', failure: busy, portal: false })
})

test('whether an undone deletion has arrived is asked when its request can no longer arrive', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '9')
  const item = outboxItem(id, { method: 'DELETE', sentAt: clock.now() })
  let answer: unknown = ok(row('9', {}))
  const { context, calls } = tryWith({ submission: async () => answer })
  const until = clock.now() + longestTimeoutMs
  expect(await attemptSubmission(context, item)).toEqual({ kind: 'unsure', until })
  clock.advance(longestTimeoutMs - 1)
  expect(await attemptSubmission(context, item)).toEqual({ kind: 'unsure', until })
  expect(calls).toEqual([])
  clock.advance(1)
  expect(await attemptSubmission(context, item)).toEqual({ kind: 'nothing' })
  expect(calls).toEqual([['submission', syncTimeoutMs]])
  answer = err(missing)
  const failed = { kind: 'failed', failure: missing, portal: false }
  expect(await attemptSubmission(context, item)).toEqual(failed)
  // A clock that was set back must not make it wait.
  clock.set(item.sentAt - 1)
  expect(await attemptSubmission(context, item)).toEqual(failed)
})

test('what is gone, empty or unchanged asks nothing of the server', async () => {
  const { context, calls } = tryWith({})
  const id = await save({ q: 'yes' })
  const of = (submission_id: string, more: Partial<OutboxDoc> = {}) =>
    attemptSubmission(context, outboxItem(submission_id, more))
  expect(await of('nobody')).toEqual({ kind: 'orphan' })
  expect(await of(await save({}))).toEqual({ kind: 'empty' })
  const deleted = await save({ q: 'deleted' })
  await markDeleted(db, deleted, clock.now())
  expect(await of(deleted)).toEqual({ kind: 'deleted' })
  await arrive(id, '9')
  expect(await of(id, { method: 'PUT' })).toEqual({ kind: 'nothing' })
  await db.submissions.findOne(id).remove()
  expect(await of(id)).toEqual({ kind: 'nothing' })
  expect(calls).toEqual([])
})

test('a row that another body made under the key of the interview is taken, whatever else a 409 says', async () => {
  const id = await save({ q: 'yes' })
  const item = await queue(outboxItem(id, {}))
  const conflict = (body: unknown, status = 409): Failure => ({
    ...busy,
    status,
    body: body as object,
  })
  const outcome = async (failure: Failure) =>
    attemptSubmission(tryWith({ createSubmission: async () => err(failure) }).context, item)
  const { client_key } = await stored(id)
  const body = { data: { id: '8', form_id: '3', client_key, answers: [] } }
  const others = { data: { ...body.data, client_key: 'of another' } }
  expect(await outcome(conflict(body))).toMatchObject({
    kind: 'created',
    serverId: '8',
    row: { id: '8' },
    differs: true,
  })
  for (const failure of [
    conflict({}),
    conflict(others),
    conflict(body, 500),
    { ...refused, body },
  ]) {
    expect(await outcome(failure)).toEqual({ kind: 'failed', failure, portal: false })
  }
})

test('a repeat carries what its body was frozen with, because a later edit is still to be sent', async () => {
  const id = await save({ q: 'yes' })
  const payload = { ...toCreateRequest(await stored(id)) }
  const sentHash = await hashOperations(pendingOperations((await stored(id)).crdts))
  const item = await queue(outboxItem(id, { in_doubt: true, payload, sentOps: 1, sentHash }))
  await commitEdit(db, id, { q: 'no' }, [], clock.now())
  const { context } = tryWith({ createSubmission: async () => ok({ id: '5', row: null }) }, [
    'idempotency',
  ])
  expect(await attemptSubmission(context, item)).toMatchObject({
    carried: { sentOps: 1, sentHash },
  })
})
