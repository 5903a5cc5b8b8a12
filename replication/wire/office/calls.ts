import * as v from 'valibot'
import {
  Account,
  OfferedCode,
  OfficeForm,
  Person,
  RecoveryCodes,
  SubmissionDetail,
  SubmissionPage,
  Today,
} from './answers.ts'
import { CodeRequest, FirstRequest, PasswordRequest, SignInRequest } from './requests.ts'
import { roles, type Role } from './roles.ts'

/** One call of the office: how, where, by whom, what it takes and what it answers. */
export interface OfficeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base path; `:id` stands for one encoded path segment. */
  readonly path: string
  /** Who may make it; `public` needs no session. */
  readonly roles: 'public' | readonly Role[]
  readonly summary: string
  readonly body?: v.GenericSchema
  readonly query?: Readonly<Record<string, string>>
  /** The schema of `data`; null for a file. */
  readonly data: v.GenericSchema | null
  readonly refusals: readonly number[]
  /** Whether an account with a temporary password may make it. */
  readonly isBeforePassword?: boolean
}

/** Every call of the office. The server mounts its routes from it, and the page builds its requests from it. */
export const officeCalls = {
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
  today: {
    method: 'GET',
    path: '/office/today',
    roles,
    summary: 'What was received in the last seven days, who is silent, and what waits on phones.',
    data: Today,
    refusals: [],
  },
  forms: {
    method: 'GET',
    path: '/office/forms',
    roles,
    summary: 'The forms, with their versions and numbers.',
    data: v.array(OfficeForm),
    refusals: [],
  },
  people: {
    method: 'GET',
    path: '/office/people',
    roles: ['administrator', 'coordinator', 'viewer'],
    summary: 'The surveyors, with their groups and what their phones have said.',
    data: v.array(Person),
    refusals: [],
  },
  submissions: {
    method: 'GET',
    path: '/office/forms/:id/submissions',
    roles,
    summary: 'A page of the submissions to a form.',
    query: {
      page: 'From 1.',
      limit: 'Rows per page, at most 200 and by default 50.',
      language: 'Of labels, such as fr; by default the form’s first.',
      sort: 'received_at, created_at, surveyor, or the id of a column; by default received_at.',
      order: 'asc or desc; by default desc.',
      surveyor: 'The id of a surveyor.',
      from: 'Received on this day or later, such as 2026-11-20, in UTC.',
      until: 'Received on this day or earlier.',
      text: 'Part of an answer.',
    },
    data: SubmissionPage,
    refusals: [404, 422],
  },
  submission: {
    method: 'GET',
    path: '/office/submissions/:id',
    roles,
    summary: 'One submission with all its answers.',
    query: { surveyor: 'The id of its surveyor.', language: 'Of labels.' },
    data: SubmissionDetail,
    refusals: [404],
  },
  file: {
    method: 'GET',
    path: '/office/files/:id',
    roles,
    summary: 'The bytes of a file of a submission.',
    data: null,
    refusals: [404],
  },
} as const satisfies Record<string, OfficeCall>

/** The name of a call of the office. */
export type OfficeCallName = keyof typeof officeCalls
