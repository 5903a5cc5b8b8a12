import { headers } from '../wire/calls.ts'
import { findErrors, findMessage, findObject, isJsonObject, type Json } from '../wire/envelope.ts'

/**
 * Why a call failed. Only this file creates it; screens turn it into messages.
 *
 * offline: nothing was sent. temporary: worth another try. unauthorized: the session is over.
 * permanent: the server would refuse the same request again. malformed: an answer that is not our API's
 * (`foreign`) or lacks what was asked for. `request` is the id by which the server's log names the request, where the
 * server gives one.
 */
export type Failure =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'temporary'
      readonly why: 'network' | 'timeout' | 'server' | 'conflict'
      /** 0 when no answer came. */
      readonly status: number
      readonly message: string
      readonly body: unknown
      readonly request?: string
    }
  | { readonly kind: 'unauthorized'; readonly message: string }
  | {
      readonly kind: 'permanent'
      readonly why: PermanentWhy
      readonly status: number
      readonly message: string
      readonly body: unknown
      readonly request?: string
    }
  | { readonly kind: 'malformed'; readonly status: number; readonly foreign: boolean }

/** Why repeating a request would not help. */
export type PermanentWhy = 'draft' | 'deleted' | 'invalid' | 'refused' | 'missing'

/** An answer before it is judged. */
export interface Reply {
  readonly status: number
  /** undefined when the body was not JSON: HTML, empty, truncated. */
  readonly json: unknown
  readonly header: (name: string) => string | null
}

/** Statuses that a repeat would get again (8.15); 401 is handled before. */
const permanentStatuses: ReadonlySet<number> = new Set([400, 403, 404, 422])
/** Statuses that are never permanent, whatever their message says (decisions 3). */
const neverPermanent: ReadonlySet<number> = new Set([408, 409, 412, 429])

const whyOf = (status: number, message: string): PermanentWhy => {
  const words = message.toLowerCase()
  if (words.includes('draft')) return 'draft'
  if (words.includes('deleted')) return 'deleted'
  if (words.includes('invalid')) return 'invalid'
  return status === 404 || status === 410 ? 'missing' : 'refused'
}

/** What a body says instead of true or 'success'. A status of 0 may mean either. */
const refusals: ReadonlySet<unknown> = new Set([false, 'false', 'error', 'fail', 'failed'])

/** Texts of `error` that name none. */
const noErrors: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'none', 'null'])

/** Whether a body without a row names an error. An error next to a row is a warning. */
const namesError = (json: Json): boolean => {
  const { error, ok, code } = json
  const isNamed =
    (typeof error === 'string' && !noErrors.has(error.trim().toLowerCase())) ||
    findErrors(json) !== '' ||
    ok === false ||
    // Some servers count their successes from 1000 on.
    (Number(code) >= 400 && Number(code) < 600)
  return isNamed && findObject(json, 'id') === null
}

/**
 * Whether a body refuses, although its status says success. Some servers and gateways answer everything with 200.
 * A body with an id is a row, and its `status` a field of that row.
 */
const isRefusing = (json: unknown): boolean =>
  isJsonObject(json) &&
  !('id' in json) &&
  (refusals.has(json['status']) ||
    Number(json['status']) >= 400 ||
    refusals.has(json['success']) ||
    json['success'] === 0 ||
    json['error'] === true ||
    namesError(json))

/** What a reply that is not a success means; null for a 2xx in JSON that does not refuse. */
export const replyToFailure = (reply: Reply): Failure | null => {
  const { status, json } = reply
  // A 204 has no body by definition, and no portal answers with it.
  if (status === 204) return null
  if (json === undefined) return { kind: 'malformed', status, foreign: true }
  if (status >= 200 && status < 300 && !isRefusing(json)) return null
  const message = findMessage(json) ?? ''
  const request = reply.header(headers.requestId)
  const answered = { status, message, body: json, ...(request === null ? {} : { request }) }
  if (status === 401) return { kind: 'unauthorized', message }
  if (status === 409 || status === 412) {
    return { kind: 'temporary', why: 'conflict', ...answered }
  }
  const why = whyOf(status, message)
  const isClientError = status >= 400 && status < 500 && !neverPermanent.has(status)
  if (isClientError && (permanentStatuses.has(status) || why !== 'refused')) {
    return { kind: 'permanent', why, ...answered }
  }
  return { kind: 'temporary', why: 'server', ...answered }
}

/** The failure of a request without an answer. */
export const noAnswer = (why: 'network' | 'timeout'): Failure => ({
  kind: 'temporary',
  why,
  status: 0,
  message: why === 'network' ? 'Network Error' : 'timeout of the request exceeded',
  body: undefined,
})

/** The server's message about a failure; '' when there is none (8.4). */
export const failureMessage = (failure: Failure): string => {
  switch (failure.kind) {
    case 'temporary':
    case 'permanent':
    case 'unauthorized':
      return failure.message
    case 'offline':
    case 'malformed':
      return ''
  }
}

/** The note about a malformed answer (8.38). */
export const invalidResponse = 'Invalid server response'
