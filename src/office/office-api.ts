import * as v from 'valibot'
import { basePath, headers } from '../../replication/wire/calls.ts'
import { isJsonObject } from '../../replication/wire/envelope.ts'
import { officeCalls, type OfficeCallName } from '../../replication/wire/office/calls.ts'
import type { OfficeCall } from '../../replication/wire/office/office-call.ts'
import type { OfficeEnv } from './office-env.ts'

/** Why a call was not answered as asked. */
export type FailureKind =
  | 'offline'
  | 'signed-out'
  | 'forbidden'
  | 'missing'
  | 'changed'
  | 'invalid'
  | 'too-many'
  | 'server'

/** A call that failed, with the server's code for the reason; '' without one. */
export interface Failure<Data = unknown> {
  readonly kind: FailureKind
  readonly code: string
  /** What the server sent about it; null without any. */
  readonly data: unknown
  /** The record as another person has changed it, for `changed`; null otherwise. */
  readonly now: Data | null
}

/** What a call answers. */
export type DataOf<Name extends OfficeCallName> =
  (typeof officeCalls)[Name]['data'] extends infer Schema
    ? Schema extends v.GenericSchema
      ? v.InferOutput<Schema>
      : never
    : never

/** What a call is made with. */
export interface Asked {
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** A file as the body. */
  readonly bytes?: Blob
  /** Texts and files as the body. */
  readonly form?: FormData
  /** The tag of the record that is changed, as it was read. */
  readonly tag?: string
  /** Ends the call early. */
  readonly signal?: AbortSignal
}

/** An answer that was read, or why there is none. */
export type Result<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly failure: Failure<Data> }

/** Makes a call. It never rejects. */
export type Ask = <Name extends OfficeCallName>(
  name: Name,
  asked?: Asked,
) => Promise<Result<DataOf<Name>>>

const kindOf = (status: number): FailureKind => {
  if (status === 401) return 'signed-out'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'missing'
  if (status === 412) return 'changed'
  if (status === 429) return 'too-many'
  return status < 500 ? 'invalid' : 'server'
}

/** The address of a call with its parameters, without empty ones. */
export const addressOf = (name: OfficeCallName, { id = '', query = {} }: Asked): string => {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
  return basePath + officeCalls[name].path.replace(':id', encodeURIComponent(id)) + search
}

/** Creates the calls. The schema of each is the table's. */
export const createOfficeApi = (env: OfficeEnv): Ask => {
  const send = async (name: OfficeCallName, asked: Asked): Promise<Result<unknown>> => {
    const { method, data, bytes: type }: OfficeCall = officeCalls[name]
    const failed = (kind: FailureKind, code = '', sent: unknown = null): Result<unknown> => {
      const now = kind === 'changed' ? v.safeParse(data ?? v.unknown(), sent) : null
      const failure = { kind, code, data: sent, now: now?.success ? now.output : null }
      return { ok: false, failure }
    }
    const json = asked.body === undefined ? null : JSON.stringify(asked.body)
    const body = asked.form ?? asked.bytes ?? json
    // The browser names the type of a form, with the boundary of its parts.
    const hasType = body !== null && asked.form === undefined
    try {
      // The first administrator's link is opened before any answer has set the cookie of the pair.
      if (method !== 'GET' && env.csrfToken() === '')
        await env.fetch(addressOf('session', {}), { method: 'GET' })
      const response = await env.fetch(addressOf(name, asked), {
        method,
        ...(asked.signal === undefined ? {} : { signal: asked.signal }),
        headers: {
          [headers.csrf]: env.csrfToken(),
          ...(hasType ? { 'Content-Type': type ?? 'application/json' } : {}),
          ...(asked.tag === undefined ? {} : { 'If-Match': `"${asked.tag}"` }),
        },
        body,
      })
      const answer: unknown = await response.json().catch(() => null)
      const said = isJsonObject(answer) ? answer : {}
      if (!response.ok)
        return failed(
          kindOf(response.status),
          String(said['code'] ?? ''),
          said['data'] ?? said['errors'] ?? null,
        )
      const parsed = v.safeParse(data ?? v.unknown(), said['data'])
      return parsed.success ? { ok: true, data: parsed.output } : failed('server')
    } catch {
      return failed('offline')
    }
  }
  return (name, asked = {}) => send(name, asked) as Promise<Result<DataOf<typeof name>>>
}

/** Fetches a file whole, with the bytes so far. A file that is cut off is a failure. It never rejects. */
export const fetchFile = async (
  env: OfficeEnv,
  address: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Result<Blob>> => {
  const failed = (kind: FailureKind): Result<never> => ({
    ok: false,
    failure: { kind, code: '', data: null, now: null },
  })
  try {
    const response = await env.fetch(address, { method: 'GET', signal })
    if (!response.ok) return failed(kindOf(response.status))
    const reader = response.body?.getReader()
    const parts: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      parts.push(next.value)
      bytes += next.value.byteLength
      onBytes(bytes)
    }
    return { ok: true, data: new Blob(parts, { type: response.headers.get('Content-Type') ?? '' }) }
  } catch {
    return failed('offline')
  }
}
