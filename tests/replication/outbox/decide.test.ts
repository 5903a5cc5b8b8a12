import { expect, test } from 'vitest'
import { decide, type Outcome } from '../../../replication/outbox/decide.ts'
import { noAnswer, type Failure } from '../../../replication/http/failure.ts'

const now = 1_000_000
const item = { type: 'SUBMISSION', method: 'POST', retryCount: 0, in_doubt: false } as const

const failed = (failure: Failure, portal = false): Outcome => ({ kind: 'failed', failure, portal })
const server = (status: number): Failure => ({
  kind: 'temporary',
  why: 'server',
  status,
  message: `status ${status}`,
  body: {},
})
const permanent = (why: 'draft' | 'deleted' | 'invalid' | 'refused' | 'missing', status: number) =>
  failed({ kind: 'permanent', why, status, message: why, body: {} })

test('an item that the server has is settled', () => {
  const created: Outcome = { kind: 'created', serverId: '9', row: null, differs: false }
  expect(decide(item, created, now)).toEqual({ do: 'settle', sent: created })
  expect(decide(item, { kind: 'nothing' }, now)).toMatchObject({ do: 'settle' })
})

test.each([
  [0, { do: 'retry', retryCount: 1, nextRetryAt: now + 5000 }],
  [1, { do: 'retry', retryCount: 2, nextRetryAt: now + 10_000 }],
  [2, { do: 'recover', reason: 'exhausted', status: 500 }],
])('an answered failure after %i others is counted', (retryCount, verdict) => {
  expect(decide({ ...item, retryCount }, failed(server(500)), now)).toMatchObject(verdict)
})

test('a failure without a message from the server is noted by its status', () => {
  const silent: Failure = {
    kind: 'temporary',
    why: 'server',
    status: 502,
    message: '',
    body: {},
  }
  expect(decide(item, failed(silent), now)).toMatchObject({ message: 'HTTP 502' })
})

test.each(['network', 'timeout'] as const)('a %s without an answer never counts as a try', why => {
  const verdict = decide({ ...item, retryCount: 2 }, failed(noAnswer(why)), now)
  expect(verdict).toMatchObject({ do: 'retry', retryCount: 2 })
})

test('no network, an ended session and a portal stop the run', () => {
  expect(decide(item, failed({ kind: 'offline' }), now)).toEqual({ do: 'stop', why: 'offline' })
  expect(decide(item, failed({ kind: 'unauthorized', message: '' }), now)).toEqual({
    do: 'stop',
    why: 'login',
  })
  const page: Failure = { kind: 'malformed', status: 403, foreign: true }
  expect(decide(item, failed(page, true), now)).toEqual({ do: 'stop', why: 'portal' })
  expect(decide(item, failed(page), now)).toMatchObject({
    do: 'retry',
    retryCount: 1,
    message: 'Invalid server response',
  })
})

test('the words of a refusal do not affect the account', () => {
  const message = 'This form is inactive.'
  const failure: Failure = { kind: 'permanent', why: 'refused', status: 403, message, body: {} }
  expect(decide(item, failed(failure), now)).toMatchObject({ do: 'recover', reason: 'refused' })
})

test.each([
  ['draft', 422, 'draft'],
  ['deleted', 404, 'deleted'],
  ['invalid', 400, 'invalid'],
  ['refused', 403, 'refused'],
  ['missing', 404, 'refused'],
] as const)('%s (%i) goes to Recovery as %s', (why, status, reason) => {
  expect(decide(item, permanent(why, status), now)).toMatchObject({ do: 'recover', reason, status })
})

test('an edit of a row that is gone yields to the deletion', () => {
  const verdict = decide({ ...item, method: 'PUT' }, permanent('missing', 404), now)
  expect(verdict).toMatchObject({ do: 'recover', reason: 'deleted' })
})

test.each([
  ['missing', 404],
  ['deleted', 410],
] as const)('a deletion answered %s %i is done', (why, status) => {
  const verdict = decide({ ...item, method: 'DELETE' }, permanent(why, status), now)
  expect(verdict).toEqual({ do: 'settle', sent: { kind: 'deleted' } })
})

test('an empty interview is dropped, a blocked one waits, an orphan and an unreadable one are kept', () => {
  expect(decide(item, { kind: 'empty' }, now)).toEqual({ do: 'drop' })
  expect(decide(item, { kind: 'blocked' }, now)).toMatchObject({ do: 'wait' })
  expect(decide(item, { kind: 'unsure', until: 7 }, now)).toEqual({ do: 'wait', nextRetryAt: 7 })
  expect(decide(item, { kind: 'orphan' }, now)).toMatchObject({ do: 'recover', reason: 'orphan' })
  expect(decide(item, { kind: 'unreadable', mayPass: false }, now)).toMatchObject({
    do: 'recover',
    reason: 'unreadable',
  })
})

test('each verdict says all that is kept of it', () => {
  expect(decide(item, { kind: 'blocked' }, now)).toEqual({ do: 'wait', nextRetryAt: now + 5000 })
  const orphan = { do: 'recover', reason: 'orphan', status: 0, message: '', inDoubt: false }
  expect(decide(item, { kind: 'orphan' }, now)).toEqual(orphan)
  expect(decide({ ...item, in_doubt: true }, { kind: 'unreadable', mayPass: false }, now)).toEqual({
    ...orphan,
    reason: 'unreadable',
    inDoubt: true,
  })
  expect(decide({ ...item, in_doubt: true }, permanent('invalid', 400), now)).toEqual({
    do: 'recover',
    reason: 'invalid',
    status: 400,
    message: 'invalid',
    inDoubt: true,
  })
  // After several answered failures a request may have made a row all the same.
  expect(decide({ ...item, retryCount: 2 }, failed(server(500)), now)).toEqual({
    do: 'recover',
    reason: 'exhausted',
    status: 500,
    message: 'status 500',
    inDoubt: true,
  })
})

test('a request without an answer waits for the pause it was given', () => {
  const silent = noAnswer('network')
  expect(decide(item, failed(silent), now)).toMatchObject({ do: 'retry', nextRetryAt: now + 5000 })
  expect(decide(item, failed(silent), now, 7)).toMatchObject({ nextRetryAt: now + 7 })
})

test.each([
  [500, true],
  [409, true],
  // A gateway's: the API may still be working on the request.
  [502, false],
  [504, false],
  [0, false],
])('after a status of %i the request is over: %s', (status, isAnswered) => {
  const failure = status === 0 ? noAnswer('timeout') : server(status)
  expect(decide(item, failed(failure), now)).toMatchObject({ do: 'retry', isAnswered })
})

test.each([404, 410])(
  'a deletion that failed for now with %i is done, and no other failure is',
  status => {
    const deletion = { ...item, method: 'DELETE' } as const
    expect(decide(deletion, failed(server(status)), now)).toEqual({
      do: 'settle',
      sent: { kind: 'deleted' },
    })
    expect(decide(item, failed(server(status)), now)).toMatchObject({ do: 'retry' })
    expect(decide(deletion, failed(server(500)), now)).toMatchObject({ do: 'retry' })
    expect(decide(deletion, permanent('refused', 403), now)).toMatchObject({ do: 'recover' })
    expect(decide(item, permanent('deleted', status), now)).toMatchObject({ do: 'recover' })
  },
)

test.each(['updated', 'deleted', 'uploaded', 'profile'] as const)('%s is settled', kind => {
  const sent = { kind } as unknown as Outcome
  expect(decide(item, sent, now)).toEqual({ do: 'settle', sent })
})

test('the pause after tries without an answer doubles up to a minute, and begins anew when something came', () => {
  const silent = failed(noAnswer('network'))
  const pauses = [0, 1, 2, 3, 4, 30].map(unanswered => decide({ ...item, unanswered }, silent, 0))
  expect(pauses.map(verdict => 'nextRetryAt' in verdict && verdict.nextRetryAt)).toEqual([
    5000, 10_000, 20_000, 40_000, 60_000, 60_000,
  ])
  expect(pauses[3]).toMatchObject({ unanswered: 4 })
  const moved: Outcome = { ...silent, moved: true } as Outcome
  expect(decide({ ...item, unanswered: 3 }, moved, 0)).toMatchObject({
    nextRetryAt: 5000,
    unanswered: 1,
  })
  expect(decide({ ...item, unanswered: 3 }, failed(server(500)), 0)).toMatchObject({
    unanswered: 0,
  })
})
