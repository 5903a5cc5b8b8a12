import * as v from 'valibot'
import { Account, OfferedCode, RecoveryCodes } from './answers.ts'
import type { OfficeCall } from './office-call.ts'
import { CodeRequest, FirstRequest, PasswordRequest, SignInRequest } from './requests.ts'
import { roles } from './roles.ts'

/** The calls of signing in, and of the signed-in account. */
export const entranceCalls = {
  signIn: {
    method: 'POST',
    path: '/office/session',
    roles: 'public',
    summary: 'Sign in; code is that of the authenticator, or a recovery code. Sets the cookie.',
    body: SignInRequest,
    data: Account,
    refusals: [422, 429],
  },
  first: {
    method: 'POST',
    path: '/office/first',
    roles: 'public',
    summary: 'Make the first administrator by the link that the server has printed.',
    body: FirstRequest,
    data: v.null(),
    refusals: [422, 429],
  },
  session: {
    method: 'GET',
    path: '/office/session',
    roles,
    summary: 'The signed-in account.',
    data: Account,
    refusals: [],
    isBeforePassword: true,
  },
  signOut: {
    method: 'DELETE',
    path: '/office/session',
    roles,
    summary: 'End this session.',
    data: v.null(),
    refusals: [],
    isBeforePassword: true,
  },
  passwordChange: {
    method: 'POST',
    path: '/office/password',
    roles,
    summary: 'Choose another password. All other sessions end.',
    body: PasswordRequest,
    data: Account,
    refusals: [422, 429],
    isBeforePassword: true,
  },
  codeOffer: {
    method: 'POST',
    path: '/office/code',
    roles,
    summary: 'A new secret for an authenticator.',
    data: OfferedCode,
    refusals: [],
  },
  codeConfirm: {
    method: 'PUT',
    path: '/office/code',
    roles,
    summary: 'Ask for codes from now on, after a first one. Answers the recovery codes, once.',
    body: CodeRequest,
    data: RecoveryCodes,
    refusals: [422, 429],
  },
  codeEnd: {
    method: 'DELETE',
    path: '/office/code',
    roles,
    summary: 'Ask for codes no longer, after a last one.',
    body: CodeRequest,
    data: v.null(),
    refusals: [422, 429],
  },
} as const satisfies Record<string, OfficeCall>
