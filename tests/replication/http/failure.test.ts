import { expect, test } from 'vitest'
import { replyToFailure, type Reply } from '../../../replication/http/failure.ts'

const reply = (status: number, json: unknown): Reply => ({ status, json, header: () => null })
const kindOf = (status: number, json: unknown) => {
  const failure = replyToFailure(reply(status, json))
  if (failure === null) return 'success'
  return 'why' in failure ? `${failure.kind} ${failure.why}` : failure.kind
}

test.each([
  [200, {}, 'success'],
  [201, { data: { id: 1 } }, 'success'],
  [204, undefined, 'success'],
  [401, { message: 'Unauthenticated.' }, 'unauthorized'],
  [401, { message: 'Invalid token' }, 'unauthorized'],
  [400, { message: 'Bad' }, 'permanent refused'],
  [403, { message: 'No' }, 'permanent refused'],
  [404, { message: 'Not found' }, 'permanent missing'],
  [422, { message: 'This project is now in draft' }, 'permanent draft'],
  [422, { message: 'This project has been deleted' }, 'permanent deleted'],
  [422, { errors: { form_id: ['The selected form is invalid.'] } }, 'permanent invalid'],
  [418, { message: 'The form is a draft' }, 'permanent draft'],
  [410, { message: 'It was deleted' }, 'permanent deleted'],
  [410, { message: 'Gone' }, 'permanent missing'],
  [418, { message: 'teapot' }, 'temporary server'],
  [408, { message: 'invalid' }, 'temporary server'],
  [409, { message: 'deleted' }, 'temporary conflict'],
  [412, { message: 'draft' }, 'temporary conflict'],
  [429, { message: 'invalid: too many' }, 'temporary server'],
  [500, { message: 'invalid state, draft, deleted' }, 'temporary server'],
  [503, { message: 'starting' }, 'temporary server'],
  [200, { success: false }, 'temporary server'],
  [200, { status: false, message: 'Try again later.', data: null }, 'temporary server'],
  [200, { status: 'error', message: 'Database is locked' }, 'temporary server'],
  [200, { status: 'fail', data: { q: 'Not now.' } }, 'temporary server'],
  [200, { status: 500, message: 'Server Error' }, 'temporary server'],
  [200, { success: 'false' }, 'temporary server'],
  [200, { success: 0 }, 'temporary server'],
  [200, { error: true, message: 'Not now.' }, 'temporary server'],
  [200, { error: 'Database is locked' }, 'temporary server'],
  [200, { errors: { answers: ['Not now.'] } }, 'temporary server'],
  [200, { ok: false, message: 'Not now.' }, 'temporary server'],
  [200, { code: 500, message: 'Server Error' }, 'temporary server'],
  [200, { error: '', errors: [], code: 200, ok: true }, 'success'],
  [200, { error: 'None', code: 1000 }, 'success'],
])('%i with %j is %s', (status, json, expected) => {
  expect(kindOf(status, json)).toBe(expected)
})

test.each([200, 201, 400, 401, 403, 404, 422, 500, 302])(
  'a %i whose body is not JSON is not from our server',
  status => {
    expect(replyToFailure(reply(status, undefined))).toEqual({
      kind: 'malformed',
      status,
      foreign: true,
    })
  },
)
