/**
 * Every call the app makes to its API, in the order of the spec's section 7.
 * The client builds its requests from this table and the server mounts its routes from it.
 */
export const calls = {
  login: { method: 'POST', path: '/surveyor/auth/login', access: 'public' },
  logout: { method: 'POST', path: '/surveyor/auth/logout', access: 'surveyor' },
  passwordForgot: { method: 'POST', path: '/surveyor/auth/password-forgot', access: 'public' },
  passwordResetVerify: {
    method: 'POST',
    path: '/surveyor/auth/password-reset-verify',
    access: 'public',
  },
  passwordReset: { method: 'POST', path: '/surveyor/auth/password-reset', access: 'public' },
  passwordChange: { method: 'POST', path: '/surveyor/auth/password-change', access: 'surveyor' },
  passwordSet: { method: 'POST', path: '/surveyor/auth/password-set', access: 'surveyor' },
  account: { method: 'GET', path: '/surveyor/auth/account', access: 'surveyor' },
  recoveryKey: { method: 'GET', path: '/surveyor/auth/recovery-key', access: 'surveyor' },
  accountUpdate: { method: 'POST', path: '/surveyor/auth/account-update', access: 'surveyor' },
  forms: { method: 'GET', path: '/surveyor/forms', access: 'surveyor' },
  form: { method: 'GET', path: '/surveyor/forms/:id', access: 'surveyor' },
  formFile: { method: 'GET', path: '/surveyor/forms/files/:id', access: 'surveyor' },
  submissions: { method: 'GET', path: '/surveyor/form-submissions', access: 'surveyor' },
  submissionCreate: { method: 'POST', path: '/surveyor/form-submissions', access: 'surveyor' },
  submission: { method: 'GET', path: '/surveyor/form-submissions/:id', access: 'surveyor' },
  submissionUpdate: { method: 'PUT', path: '/surveyor/form-submissions/:id', access: 'surveyor' },
  submissionDelete: {
    method: 'DELETE',
    path: '/surveyor/form-submissions/:id',
    access: 'surveyor',
  },
  filesUpload: {
    method: 'POST',
    path: '/surveyor/form-submissions/:id/upload-files',
    access: 'surveyor',
  },
  uploadCreate: {
    method: 'POST',
    path: '/surveyor/form-submissions/:id/uploads',
    access: 'surveyor',
  },
  uploadOffset: { method: 'HEAD', path: '/surveyor/uploads/:id', access: 'surveyor' },
  uploadAppend: { method: 'PATCH', path: '/surveyor/uploads/:id', access: 'surveyor' },
  stats: { method: 'GET', path: '/surveyor/analytics/stats', access: 'surveyor' },
  cases: { method: 'GET', path: '/surveyor/cases', access: 'surveyor' },
  map: { method: 'GET', path: '/surveyor/maps/:id', access: 'surveyor' },
  mapPieces: { method: 'GET', path: '/surveyor/maps/:id/pieces', access: 'surveyor' },
} as const satisfies Record<string, Call>

/** One call of the API: how, where, and what the server expects of it. */
export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path; `:id` stands for one encoded path segment. */
  readonly path: string
  readonly access: 'public' | 'surveyor'
}

/** The name of a call. */
export type CallName = keyof typeof calls

/** The base path of the API on its host (7.1). */
export const basePath = '/api'

/** The path of a call below the base path, with its id filled in. */
export const callPath = (name: CallName, id?: string): string =>
  calls[name].path.replace(':id', () => encodeURIComponent(id ?? ''))

/** Names of headers beyond HTTP's own. */
export const headers = {
  /** The server's extensions, comma separated; see `Extension`. */
  extensions: 'Transect-Extensions',
  /** The interview's client key; the same key never makes a second row. */
  idempotencyKey: 'Idempotency-Key',
  /** 'true' on an answer that repeats the first one. */
  idempotencyReplayed: 'Idempotency-Replayed',
  csrf: 'X-XSRF-TOKEN',
  /** Of the account and stats calls: the state of the device, such as `version=1.0.8; waiting=3; oldest=<ISO time>; free=<bytes>`. */
  deviceReport: 'Transect-Device',
  /** The id of an answer, by which an administrator finds its line in the server's log. */
  requestId: 'Transect-Request',
  /** Asks a server in test mode to fail in a named way. */
  fault: 'X-Fault',
} as const

/** The cookie of the CSRF pair (7.21). */
export const csrfCookie = 'XSRF-TOKEN'

/**
 * What a server may announce beyond section 7.
 * idempotency: the server answers a repeated Idempotency-Key with the first row.
 * changes: GET form-submissions?since=<cursor> lists what changed, tombstones included.
 * if-match: rows have a revision, and PUT with another one in If-Match is answered with 412.
 * merge: PUT with `merge: true` replaces only the answers it names.
 * remove-files: PUT with `removed_files` removes uploaded files.
 * device-report: a header of the account and stats calls may report the app's version and the unsent work.
 * interview-details: the body of a new submission may have `details` (interview-details.ts).
 * resumable-uploads: the upload calls send a file in pieces, by tus 1.0 (uploads.ts).
 * recovery-key: the call recoveryKey answers a key of the account that never changes, for a device that has a PIN.
 * cases: GET cases?since=<cursor> lists what changed of the surveyor's cases (cases.ts).
 * review: rows have the office's review, and POST and PUT may carry replies to it (review.ts).
 * maps: forms list base maps, whose bytes the calls map and mapPieces send by ranges (form/maps.ts).
 */
export const extensions = [
  'idempotency',
  'changes',
  'if-match',
  'merge',
  'remove-files',
  'device-report',
  'interview-details',
  'recovery-key',
  'resumable-uploads',
  'cases',
  'review',
  'maps',
] as const
export type Extension = (typeof extensions)[number]

/** The most hints of an interview, and the most characters of a surveyor's answer to one (interview-details). */
export const mostHints = 100
export const reasonChars = 140

/** Reads the extensions header; unknown names are ignored. */
export const parseExtensions = (header: string | null | undefined): readonly Extension[] => {
  const named = (header ?? '').split(',').map(name => name.trim())
  return extensions.filter(extension => named.includes(extension))
}
