import { expect, test } from 'vitest'
import { firstNameOf } from '../../src/app/first-name.ts'
import { isAboutCredentials, loginProblem } from '../../src/features/auth/login-problem.ts'
import { isEmail } from '../../src/lib/is-email.ts'
import { passwordProblem } from '../../src/lib/password-problem.ts'
import { loginText, originOf } from '../../src/session/login-state.ts'

test('the login leads back to a page of this app, and nowhere else', () => {
  expect(originOf({ from: '/surveys/data/7?edit=true' })).toBe('/surveys/data/7?edit=true')
  for (const state of [null, 'text', {}, { from: 7 }, { from: 'https://evil.example' }]) {
    expect(originOf(state)).toBe('/dashboard')
  }
  expect(originOf({ from: '//evil.example' })).toBe('/dashboard')
  expect(loginText({ message: 'Sent.' }, 'message')).toBe('Sent.')
  expect(loginText({ message: { html: 'x' } }, 'message')).toBe('')
})

test("a failed login shows the server's message, and marks the fields only when they are the reason", () => {
  const refused = {
    kind: 'failed',
    failure: { kind: 'permanent', why: 'refused', status: 422, message: 'No.', body: {} },
  } as const
  expect(loginProblem(refused)).toBe('No.')
  expect(isAboutCredentials(refused)).toBe(true)
  const silent = {
    kind: 'failed',
    failure: { kind: 'temporary', why: 'server', status: 500, message: '', body: undefined },
  } as const
  expect(loginProblem(silent)).toBe('Login failed. Please try again.')
  expect(isAboutCredentials(silent)).toBe(false)
  expect(
    loginProblem({ kind: 'failed', failure: { kind: 'malformed', status: 200, foreign: false } }),
  ).toBe('Invalid login response from server.')
  expect(loginProblem({ kind: 'inactive' })).toBe(
    'Your account is inactive. Please contact your administrator.',
  )
  expect(isAboutCredentials({ kind: 'inactive' })).toBe(false)
})

test('a new password must match and have 8 characters', () => {
  expect(passwordProblem('12345678', '12345678', 8)).toBeNull()
  expect(passwordProblem('1234567', '1234567', 8)).toBe('short')
  expect(passwordProblem('1234567', '7654321', 8)).toBe('mismatch')
  // Characters as people count them.
  expect(passwordProblem('🙂🙂🙂🙂', '🙂🙂🙂🙂', 8)).toBe('short')
})

test.each(['a@b.co', ' first.last+tag@sub.example.org '])('%s is an address', address => {
  expect(isEmail(address)).toBe(true)
})
test.each(['', 'a', 'a@b', '@b.co', 'a@.co', 'a b@c.co', 'a@b.', 'a@@b.co'])(
  '"%s" is none',
  address => {
    expect(isEmail(address)).toBe(false)
  },
)

test('the header names the surveyor by first name, e-mail, or as User', () => {
  expect(firstNameOf('Asha', 'asha@x.org')).toBe('Asha')
  expect(firstNameOf(' ', 'asha@x.org')).toBe('asha')
  expect(firstNameOf('', '')).toBe('User')
})
