import { expect, test } from 'vitest'
import { firstNameOf } from '../../src/app/shell/first-name.ts'
import { isAboutCredentials, loginProblem } from '../../src/features/auth/login-problem.ts'
import { isEmail } from '../../src/lib/is-email.ts'
import { firstProblem, newPassword } from '../../src/lib/new-password.ts'
import { passwords } from '../../src/messages/account/passwords.ts'
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

test.each([
  ['12345678', '12345678', undefined],
  ['1234567', '1234567', passwords.short(8)],
  ['1234567', '7654321', passwords.mismatch],
  // Characters as people count them.
  ['🙂🙂🙂🙂', '🙂🙂🙂🙂', passwords.short(8)],
])('a new password must match and have 8 characters: %s, %s', (password, repeated, problem) => {
  expect(firstProblem(newPassword(passwords))({ value: { password, repeated } })).toBe(problem)
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
