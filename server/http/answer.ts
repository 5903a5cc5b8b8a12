import type { Json } from '../../replication/wire/envelope.ts'

/**
 * The answer of a call, before it becomes bytes. Handlers return these and never build a JSON Response, so that
 * the envelope `{status, message, data}` and `{status, message, errors, code}` is made in one place.
 */
export type Answer = Good | Refusal | Raw

/** A success; `data` is its content. */
interface Good {
  readonly kind: 'good'
  readonly status: 200 | 201
  readonly message: string
  readonly data: unknown
  /** Members next to `data`, such as `meta` and `deleted` of a list. */
  readonly extra?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An expected failure. Only a refusal with that meaning may contain the words draft, invalid or deleted, because
 * clients interpret them (8.15).
 */
export interface Refusal {
  readonly kind: 'refusal'
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 415 | 416 | 422 | 429 | 500 | 503
  readonly message: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly code?: string
  /** The current row, for 409 and 412. */
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Bytes that are not JSON, such as a stored file. */
interface Raw {
  readonly kind: 'raw'
  readonly response: Response
}

/** An answer for a success; 200 by default. */
export const good = (message: string, data: unknown, more: Partial<Good> = {}): Good => ({
  kind: 'good',
  status: 200,
  message,
  data,
  ...more,
})

/** An answer for an expected failure. */
export const refuse = (
  status: Refusal['status'],
  message: string,
  more: Partial<Refusal> = {},
): Refusal => ({ kind: 'refusal', status, message, ...more })

/** 422 with messages by field. The overall message is the first one, which most screens show. */
export const refuseFields = (errors: Readonly<Record<string, readonly string[]>>): Refusal =>
  refuse(422, Object.values(errors)[0]?.[0] ?? 'Please check what you entered.', { errors })

/** A value, or the refusal to answer with. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

/** A checked value. */
export const passed = <Value>(value: Value): Checked<Value> => ({ ok: true, value })
/** A failed check with its refusal. */
export const failed = (refusal: Refusal): Checked<never> => ({ ok: false, refusal })

const bodyOf = (answer: Good | Refusal): Json => {
  switch (answer.kind) {
    case 'good':
      return { status: true, message: answer.message, data: answer.data, ...answer.extra }
    case 'refusal':
      return {
        status: false,
        message: answer.message,
        ...(answer.errors === undefined ? {} : { errors: answer.errors }),
        ...(answer.code === undefined ? {} : { code: answer.code }),
        ...(answer.data === undefined ? {} : { data: answer.data }),
      }
  }
}

/** Converts the answer to a Response. */
export const answerToResponse = (answer: Answer): Response => {
  if (answer.kind === 'raw') return answer.response
  const bytes = Buffer.from(JSON.stringify(bodyOf(answer)))
  return new Response(bytes, {
    status: answer.status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(bytes.byteLength),
      ...answer.headers,
    },
  })
}

/** A broken connection: a rejected fetch in memory, a destroyed socket over the network. */
export class DroppedConnection extends TypeError {
  constructor() {
    super('Failed to fetch')
    this.name = 'TypeError'
  }
}
