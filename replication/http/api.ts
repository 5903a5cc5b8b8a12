import type { Client } from './client.ts'
import type { Failure } from './failure.ts'
import {
  formsPage,
  interactiveTimeoutMs,
  loginTimeoutMs,
  syncTimeoutMs,
  uploadTimeoutMs,
} from '../limits.ts'
import { err, ok, type Result } from './result.ts'
import { createUploadsApi } from './uploads-api.ts'
import {
  ChangesMeta,
  Identified,
  Stats,
  SubmissionRow,
  Tombstone,
  User,
  type FormHead,
  type User as UserRow,
} from '../wire/answers.ts'
import { headers } from '../wire/calls.ts'
import { parseCase, type CaseRow } from '../wire/cases.ts'
import type { DetailedCreateRequest } from '../wire/interview-details.ts'
import { findList, findObject, findTotal, isJsonObject } from '../wire/envelope.ts'
import { hasDefinition, parseForm, parseFormHead, type FormDefinition } from '../wire/forms.ts'
import { parseContents, type FormContents } from '../wire/form/files.ts'
import { parseWith } from '../wire/form/values.ts'
import type {
  AccountUpdateRequest,
  PasswordChangeRequest,
  PasswordResetRequest,
  PasswordSetRequest,
  SubmissionCreateRequest,
  SubmissionUpdateRequest,
} from '../wire/requests.ts'

/** The calls of the spec's section 7 as functions: each returns a Result and never throws. */
export type Api = ReturnType<typeof createApi>

/** The outcome of a call: the parsed answer, or why there is none. */
export type ApiResult<Value> = Promise<Result<Value, Failure>>

/** One page of the list of forms. */
export interface FormsPage {
  /** Those that can be read. */
  readonly heads: readonly FormHead[]
  /** How many forms this page lists. */
  readonly count: number
  /** How many forms all pages list; null where the server does not say. */
  readonly total: number | null
}

/** One page of the server's changes since a cursor. */
export interface Changes<Row = SubmissionRow> {
  readonly rows: readonly Row[]
  readonly deletedIds: readonly string[]
  readonly next: string
  readonly hasMore: boolean
  /** The server has lost the history of the cursor, so this is the first page of all. */
  readonly restarted: boolean
}

/** An upload of one field's files. */
export interface Upload {
  readonly submissionId: string
  readonly fieldId: string
  readonly fieldType: string
  /** The occurrence within a repeat, from 0. */
  readonly occurrence: number
  readonly files: readonly { readonly name: string; readonly bytes: Blob }[]
  readonly key: string
}

const lacking: Failure = { kind: 'malformed', status: 200, foreign: false }

/** The records that can be read; one that cannot is left out (decisions 2). */
const readable = <Value>(
  list: readonly unknown[],
  parse: (raw: unknown) => Value | null,
): readonly Value[] => list.map(parse).filter((value): value is Value & {} => value !== null)

/** Reads a page of changes whose rows are read by `parse`; null for another answer. */
const changesIn =
  <Row>(parse: (raw: unknown) => Row | null) =>
  (body: unknown): Changes<Row> | null => {
    const list = findList(body)
    const meta = isJsonObject(body) ? parseWith(ChangesMeta)(body['meta']) : null
    if (list === null || meta === null || !isJsonObject(body)) return null
    const deleted = Array.isArray(body['deleted']) ? body['deleted'] : []
    return {
      rows: readable(list, parse),
      deletedIds: readable(deleted, parseWith(Tombstone)).map(({ id }) => id),
      next: meta.next,
      hasMore: meta.has_more,
      restarted: meta.restarted,
    }
  }

const userOf = (body: unknown): UserRow | null =>
  parseWith(User)(findObject(body, 'user')?.['user'] ?? findObject(body, 'id'))

const rowOf = (body: unknown): SubmissionRow | null => {
  const raw = findObject(body, 'id', 'form_id')
  return raw === null ? null : parseWith(SubmissionRow)(raw)
}

/** The row that was asked for; null for another one, because edits of this interview would be sent to it. */
const rowWithId = (body: unknown, id: string): SubmissionRow | null => {
  const row = rowOf(body)
  return row?.id === id ? row : null
}

const idOf = (body: unknown): string | null =>
  parseWith(Identified)(findObject(body, 'id'))?.id ?? null

/** The file name of an uploaded picture (2.profile.2). */
const pictureName = 'profile-image.jpg'

const profileForm = (fields: AccountUpdateRequest, picture: Blob): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('profile_image', picture, pictureName)
  return form
}

const withReport = (report: string | null) =>
  report === null ? {} : { headers: { [headers.deviceReport]: report } }

/**
 * Creates a function for each call of the spec's section 7, which parses its answer. `requestMs`: the patience of a read, or
 * of a change of the account. A screen has 8 s; the sync creates its own API with 45 s.
 */
export const createApi = (client: Client, requestMs: number = interactiveTimeoutMs) => {
  /** Waits for a call and parses its body; a body that `parse` rejects is malformed. */
  const read = async <Value>(
    request: ReturnType<Client['call']>,
    parse: (body: unknown) => Value | null,
  ): ApiResult<Value> => {
    const result = await request
    if (!result.ok) return result
    const value = parse(result.value.json)
    return value === null ? err(lacking) : ok(value)
  }
  const anything = () => ({})

  return {
    ...createUploadsApi(client),
    login: (email: string, password: string) =>
      read(
        client.call('login', {
          body: { email, password },
          timeoutMs: loginTimeoutMs,
          mostMs: loginTimeoutMs,
        }),
        body => {
          const token = findObject(body, 'access_token')?.['access_token']
          const user = parseWith(User)(findObject(body, 'user')?.['user'])
          return typeof token === 'string' && token !== '' && user !== null ? { token, user } : null
        },
      ),
    logout: () =>
      read(client.call('logout', { body: {}, timeoutMs: interactiveTimeoutMs }), anything),
    passwordForgot: (email: string) =>
      read(
        client.call('passwordForgot', { body: { email }, timeoutMs: interactiveTimeoutMs }),
        anything,
      ),
    passwordResetVerify: (token: string) =>
      read(
        client.call('passwordResetVerify', { body: { token }, timeoutMs: interactiveTimeoutMs }),
        anything,
      ),
    passwordReset: (body: PasswordResetRequest) =>
      read(client.call('passwordReset', { body, timeoutMs: interactiveTimeoutMs }), anything),
    passwordChange: (body: PasswordChangeRequest) =>
      read(client.call('passwordChange', { body, timeoutMs: interactiveTimeoutMs }), anything),
    passwordSet: (body: PasswordSetRequest) =>
      read(client.call('passwordSet', { body, timeoutMs: interactiveTimeoutMs }), anything),
    /** `report`: the device's report on itself; null for a server that takes none. */
    account: (report: string | null = null) =>
      read(client.call('account', { ...withReport(report), timeoutMs: requestMs }), userOf),
    /** Sends multipart with a picture, and JSON without one (7.10). */
    accountUpdate: (fields: AccountUpdateRequest, picture: Blob | null) =>
      read(
        client.call('accountUpdate', {
          body: picture === null ? fields : profileForm(fields, picture),
          timeoutMs: picture === null ? requestMs : uploadTimeoutMs,
        }),
        userOf,
      ),

    forms: (page: number): ApiResult<FormsPage> =>
      read(
        client.call('forms', {
          query: { page, limit: formsPage, refresh: 1 },
          timeoutMs: requestMs,
        }),
        body => {
          const list = findList(body)
          if (list === null) return null
          const count = list.length
          return { heads: readable(list, parseFormHead), count, total: findTotal(body) }
        },
      ),
    form: (id: string): ApiResult<FormDefinition> =>
      read(client.call('form', { id, timeoutMs: requestMs }), body => {
        const raw = findObject(body, 'id')
        return raw !== null && hasDefinition(raw) ? parseForm(raw) : null
      }),

    /** The contents of a form's file; fetched only when a definition names it. */
    formFile: (id: string): ApiResult<FormContents> =>
      read(client.call('formFile', { id, timeoutMs: syncTimeoutMs }), body =>
        parseContents(findObject(body, 'columns', 'rows') ?? findObject(body, 'type', 'base64')),
      ),

    submissions: (page: number, limit: number): ApiResult<readonly SubmissionRow[]> =>
      read(
        client.call('submissions', { query: { page, limit }, timeoutMs: syncTimeoutMs }),
        body => {
          const list = findList(body)
          return list === null ? null : readable(list, parseWith(SubmissionRow))
        },
      ),
    /** `seen`: changes named in answers to this device after the cursor was issued, as `<row id>.<revision>`. */
    changes: (since: string, limit: number, seen: readonly string[] = []): ApiResult<Changes> =>
      read(
        client.call('submissions', {
          query: { since, limit, ...(seen.length === 0 ? {} : { seen: seen.join() }) },
          timeoutMs: syncTimeoutMs,
        }),
        changesIn(parseWith(SubmissionRow)),
      ),
    /** What changed of the surveyor's cases since a cursor. */
    cases: (since: string, limit: number): ApiResult<Changes<CaseRow>> =>
      read(
        client.call('cases', { query: { since, limit }, timeoutMs: syncTimeoutMs }),
        changesIn(parseCase),
      ),
    submission: (id: string): ApiResult<SubmissionRow> =>
      read(client.call('submission', { id, timeoutMs: requestMs }), body => rowWithId(body, id)),
    /** `more`: what the body has for a server that takes it: how the interview was made, and replies. */
    createSubmission: (
      body: SubmissionCreateRequest,
      key: string,
      timeoutMs: number,
      more: Partial<Pick<DetailedCreateRequest, 'details' | 'comments'>> = {},
    ) =>
      read(
        client.call('submissionCreate', {
          body: { ...body, ...more },
          headers: { [headers.idempotencyKey]: key },
          timeoutMs,
        }),
        answer => {
          const id = idOf(answer)
          return id === null ? null : { id, row: rowOf(answer) }
        },
      ),
    updateSubmission: (id: string, body: SubmissionUpdateRequest, rev: string, timeoutMs: number) =>
      read(
        client.call('submissionUpdate', {
          id,
          body,
          ...(rev === '' ? {} : { headers: { 'If-Match': `"${rev}"` } }),
          timeoutMs,
        }),
        answer => ({ row: rowWithId(answer, id) }),
      ),
    deleteSubmission: (id: string, timeoutMs: number) =>
      read(client.call('submissionDelete', { id, timeoutMs }), anything),
    uploadFiles: (upload: Upload) => {
      const body = new FormData()
      body.append('submission_id', upload.submissionId)
      body.append('field_id', upload.fieldId)
      body.append('field_type', upload.fieldType)
      if (upload.occurrence > 0) body.append('occurrence', String(upload.occurrence))
      for (const file of upload.files) body.append('files[]', file.bytes, file.name)
      return read(
        client.call('filesUpload', {
          id: upload.submissionId,
          body,
          headers: { [headers.idempotencyKey]: upload.key },
          timeoutMs: uploadTimeoutMs,
        }),
        answer => ({ row: rowOf(answer) }),
      )
    },
    /** `report`: as for the account. */
    stats: (report: string | null = null): ApiResult<Stats> =>
      read(client.call('stats', { ...withReport(report), timeoutMs: requestMs }), body =>
        parseWith(Stats)(findObject(body, 'total_assigned_forms') ?? findObject(body)),
      ),
  }
}
