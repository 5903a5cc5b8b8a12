import { calls, callPath, basePath, type CallName } from '../../replication/wire/calls.ts'
import type { Json } from '../../replication/wire/envelope.ts'
import type { SubmissionCreateRequest } from '../../replication/wire/requests.ts'
import type { TestServer } from './make-server.ts'

/** A parsed answer of the API. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly message: string
  /** The whole body. */
  readonly body: Json
  readonly data: unknown
}

/** Options of a call. */
export interface AskOptions {
  readonly id?: string
  readonly query?: string
  readonly body?: unknown
  readonly form?: FormData
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string | null
}

/** Makes any call of the table, for one surveyor or without a login. */
export type Ask = (name: CallName, options?: AskOptions) => Promise<Answered>

/** Makes calls with one token, or without. */
export const asker =
  (server: TestServer, token: string | null): Ask =>
  async (name, options = {}) => {
    const bearer = options.token === undefined ? token : options.token
    const response = await server.fetch(
      `${basePath}${callPath(name, options.id)}${options.query ?? ''}`,
      {
        method: calls[name].method,
        headers: {
          ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
          ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.form === undefined ? {} : { body: options.form }),
        ...(options.bytes === undefined ? {} : { body: options.bytes }),
      },
    )
    const text = await response.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Json
    return {
      status: response.status,
      headers: response.headers,
      message: String(body['message']),
      body,
      data: body['data'],
    }
  }

/** Signs in and makes calls as that surveyor, by default asha. */
export const signIn = async (server: TestServer, email?: string): Promise<Ask> =>
  asker(server, await server.login(email))

/** A row in the shape that tests read. */
export interface Row {
  readonly id: string
  readonly rev: string
  readonly created_at: string
  readonly updated_at: string
  readonly form_id: string
  readonly form_name: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly client_key: string | null
  readonly deleted_at: string | null
  readonly answers: readonly {
    readonly form_field_id: string
    readonly value: string | null
    readonly value_json: unknown
    readonly occurrence: number
  }[]
}

/** The row in an answer. */
export const rowOf = (answered: Answered): Row => answered.data as Row
/** The rows in an answer. */
export const rowsOf = (answered: Answered): readonly Row[] => answered.data as readonly Row[]

/** The values of a row by field; files as their number. */
export const valuesOf = (row: Row): Json =>
  Object.fromEntries(
    row.answers.map(answer => [
      answer.form_field_id.split('.').at(-1),
      answer.value ?? (answer.value_json as readonly unknown[]).length,
    ]),
  )

/** The links to the files of one field. */
export const linksOf = (row: Row, fieldId: string): readonly string[] =>
  row.answers
    .filter(answer => answer.form_field_id === fieldId)
    .flatMap(answer => answer.value_json as readonly string[])

/** A body for POST form-submissions that the server accepts. */
export const newSubmission = (
  over: Partial<SubmissionCreateRequest> & { readonly details?: unknown } = {},
): SubmissionCreateRequest => ({
  form_id: 'household-profile',
  latitude: 23.24,
  longitude: 69.66,
  created_at: '2026-11-20T09:12:13.456Z',
  answers: [
    { form_field_id: 'household-profile.head_name', value: 'Meera Jadeja' },
    { form_field_id: 'household-profile.needs', value: '["food","work"]' },
  ],
  ...over,
})

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Bytes that start like a PNG; `mark` makes them differ. */
export const pngBytes = (mark: number, size = 64): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size).fill(mark)
  bytes.set(pngStart)
  return bytes
}

/** The parts of an upload. */
export const uploadForm = (
  fieldId: string,
  files: readonly File[],
  more: Readonly<Record<string, string>> = {},
): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    field_id: fieldId,
    field_type: 'IMAGE',
    ...more,
  })) {
    form.set(name, value)
  }
  for (const file of files) form.append('files[]', file)
  return form
}
