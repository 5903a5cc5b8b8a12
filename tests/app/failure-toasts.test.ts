import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { Failure } from '../../replication/http/failure.ts'
import type { CallName } from '../../replication/wire/calls.ts'
import { tellFailures } from '../../src/app/failure-toasts.ts'

/** Which failures show a toast (8.2 to 8.5). */

const network: Failure = {
  kind: 'temporary',
  why: 'network',
  status: 0,
  message: 'Network Error',
  body: undefined,
}
const told = (call: CallName, failure: Failure): readonly string[] => {
  const failures$ = new Subject<{ call: CallName; failure: Failure }>()
  const texts: string[] = []
  const stop = tellFailures(failures$, text => texts.push(text))
  failures$.next({ call, failure })
  stop()
  failures$.next({ call, failure })
  return texts
}

test.each(['forms', 'form', 'submissions', 'stats', 'passwordForgot', 'passwordSet'] as const)(
  'a failure of %s shows the message, or the general text',
  call => {
    expect(told(call, network)).toEqual(['Network Error'])
    const [text] = told(call, { kind: 'malformed', status: 200, foreign: true })
    expect(text).toMatch(/An unexpected error occurred\.$/)
  },
)

test.each([
  'login',
  'logout',
  'passwordChange',
  'account',
  'submission',
  'submissionCreate',
  'filesUpload',
] as const)('%s shows no toast', call => {
  expect(told(call, network)).toEqual([])
})

test('being offline or the end of the session is not an error of a call', () => {
  expect(told('forms', { kind: 'offline' })).toEqual([])
  expect(told('forms', { kind: 'unauthorized', message: 'Unauthenticated.' })).toEqual([])
})

test('a failed refresh shows the reason; a missing network shows one message for all', () => {
  const busy = {
    kind: 'temporary',
    why: 'server',
    status: 500,
    message: 'Busy.',
    body: {},
  } as const
  expect(told('submissions', busy)).toEqual(['Your submissions could not be updated. Busy.'])
  expect(told('stats', busy)).toEqual(['Failed to fetch stats. Busy.'])
  expect(told('passwordForgot', busy)).toEqual(['Busy.'])
  expect(told('forms', network)).toEqual(['Network Error'])
})
