import type * as v from 'valibot'
import type { CallName } from '../../replication/wire/calls.ts'
import { DetailedCreateRequest } from '../../replication/wire/interview-details.ts'
import * as requests from '../../replication/wire/requests.ts'
import type { successes } from './answers.ts'

/** The documentation of a call, in addition to its method and path. */
export interface CallDoc {
  readonly summary: string
  /** The wire schema of the JSON body. */
  readonly body?: v.GenericSchema
  /** The parts of a multipart body: a text, or files. */
  readonly parts?: Readonly<Record<string, 'text' | 'file' | 'files'>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly success: 200 | 201 | 204
  /** The kind of its answer; a 204 has none. */
  readonly data: keyof typeof successes | 'bytes'
  /** The type of a body of bytes. */
  readonly bytes?: string
  readonly refusals: readonly number[]
}

/** The parameters of a list in pages. */
export const paging = {
  page: 'From 1.',
  limit: 'Rows per page, at most and by default 1000.',
}

/** Every call. A call without an entry does not compile. */
export const callDocs: Readonly<Record<CallName, CallDoc>> = {
  login: {
    summary: 'Sign in. An inactive user is answered with is_active false.',
    body: requests.LoginRequest,
    success: 200,
    data: 'login',
    refusals: [422, 429],
  },
  logout: { summary: 'End this session.', success: 200, data: 'null', refusals: [] },
  passwordForgot: {
    summary: 'Ask for a reset link. The answer is the same for unknown addresses.',
    body: requests.PasswordForgotRequest,
    success: 200,
    data: 'null',
    refusals: [422, 429],
  },
  passwordResetVerify: {
    summary: 'Whether a reset link still works.',
    body: requests.PasswordResetVerifyRequest,
    success: 200,
    data: 'valid',
    refusals: [422],
  },
  passwordReset: {
    summary: 'Choose a new password with a reset link. All sessions end.',
    body: requests.PasswordResetRequest,
    success: 200,
    data: 'null',
    refusals: [422],
  },
  passwordChange: {
    summary: 'Change the password. All other sessions end.',
    body: requests.PasswordChangeRequest,
    success: 200,
    data: 'null',
    refusals: [403, 422, 429],
  },
  passwordSet: {
    summary: 'Set the first password; token is the access token.',
    body: requests.PasswordSetRequest,
    success: 200,
    data: 'setUser',
    refusals: [422],
  },
  account: { summary: 'The signed-in surveyor.', success: 200, data: 'user', refusals: [] },
  recoveryKey: {
    summary: 'The key that opens the data of a device whose PIN was forgotten; never changes.',
    success: 200,
    data: 'recoveryKey',
    refusals: [],
  },
  accountUpdate: {
    summary: 'Change the profile, as JSON or with a picture as multipart.',
    body: requests.AccountUpdateRequest,
    parts: { first_name: 'text', last_name: 'text', phone_number: 'text', profile_image: 'file' },
    success: 200,
    data: 'user',
    refusals: [403, 413, 422],
  },
  forms: {
    summary: 'The assigned forms, without their definitions.',
    query: paging,
    success: 200,
    data: 'forms',
    refusals: [],
  },
  form: {
    summary: 'A form with its sections and fields.',
    success: 200,
    data: 'form',
    refusals: [404],
  },
  formFile: {
    summary:
      'A list or picture that an assigned form names in files. An id never changes its contents.',
    success: 200,
    data: 'file',
    refusals: [404],
  },
  submissions: {
    summary: 'A page of submissions, newest first; with since, what changed.',
    query: {
      ...paging,
      since: 'The cursor `meta.next` of the page before, or empty for the beginning.',
      seen: 'With since: the changes in answers since that page, as <id>.<rev>, separated by commas.',
    },
    success: 200,
    data: 'rows',
    refusals: [422],
  },
  submissionCreate: {
    summary: 'Save a submission, once per key. A repeat is answered 200 with the same row.',
    body: DetailedCreateRequest,
    headers: { 'Idempotency-Key': 'The client key of the interview.' },
    success: 201,
    data: 'row',
    refusals: [409, 413, 422],
  },
  submission: { summary: 'One submission.', success: 200, data: 'row', refusals: [404] },
  submissionUpdate: {
    summary:
      'Replace the answers, or with merge only those named. Uploaded files stay unless named.',
    body: requests.SubmissionUpdateRequest,
    headers: { 'If-Match': 'The revision that was edited.' },
    success: 200,
    data: 'row',
    refusals: [404, 412, 413, 422],
  },
  submissionDelete: {
    summary: 'Delete for good; a repeat is answered the same.',
    success: 200,
    data: 'tombstone',
    refusals: [404],
  },
  filesUpload: {
    summary: 'Add files to a field. The same bytes for the same field are one file.',
    parts: { submission_id: 'text', field_id: 'text', field_type: 'text', 'files[]': 'files' },
    success: 200,
    data: 'row',
    refusals: [404, 413, 422],
  },
  uploadCreate: {
    summary: 'Begin to send a file in pieces, by tus 1.0; a repeat with the same key continues.',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': 'The bytes of the whole file.',
      'Upload-Metadata': 'filename, field_id, field_type, occurrence and sha256, in base64.',
      'Idempotency-Key': 'The key of the file.',
    },
    success: 201,
    data: 'upload',
    refusals: [404, 412, 413, 422],
  },
  uploadOffset: {
    summary: 'How much of an upload has arrived, in Upload-Offset.',
    headers: { 'Tus-Resumable': '1.0.0' },
    success: 204,
    data: 'null',
    refusals: [404, 409, 412],
  },
  uploadAppend: {
    summary: 'Add a piece. With the last one, the submission has the file.',
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': 'Where the piece begins.' },
    bytes: 'application/offset+octet-stream',
    success: 204,
    data: 'null',
    refusals: [404, 408, 409, 412, 413, 415],
  },
  stats: { summary: 'The numbers of the dashboard.', success: 200, data: 'stats', refusals: [] },
  cases: {
    summary: 'What changed of the cases of the surveyor, each with all its operations.',
    query: {
      since: 'The cursor `meta.next` of the page before, or empty for the beginning.',
      limit: paging.limit,
    },
    success: 200,
    data: 'cases',
    refusals: [422],
  },
  map: {
    summary: 'The bytes of a base map that a form lists. A request with Range is answered 206.',
    headers: {
      Range: 'The bytes to send, such as bytes=0-1048575.',
      'If-Range': 'The ETag of the bytes that are known; if they have changed, all are sent.',
    },
    success: 200,
    data: 'bytes',
    refusals: [404, 416],
  },
  mapPieces: {
    summary: 'The hashes of the pieces of a base map, in order, by which a device checks each.',
    success: 200,
    data: 'mapPieces',
    refusals: [404],
  },
}
