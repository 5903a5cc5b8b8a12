import { basePath } from '../../../replication/wire/calls.ts'
import type { Json } from '../../../replication/wire/envelope.ts'
import { officeCalls, type OfficeCallName } from '../../../replication/wire/office/calls.ts'
import { demoPassword } from '../../../server/demo/seed.ts'
import type { TestServer } from '../make-server.ts'

/** An answer to the office. */
export interface OfficeAnswer {
  readonly status: number
  readonly headers: Headers
  readonly message: string
  readonly code: unknown
  readonly data: unknown
  readonly text: string
}

/** Options of a call. */
export interface OfficeAsk {
  readonly id?: string
  readonly query?: string
  readonly body?: unknown
  readonly form?: FormData
  readonly bytes?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser at the office: it keeps cookies, and sends the XSRF pair as the page does. */
export const officeBrowser = (server: TestServer) => {
  const cookies = new Map<string, string>()
  const keep = (response: Response): void => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const ask = async (name: OfficeCallName, options: OfficeAsk = {}): Promise<OfficeAnswer> => {
    if (!cookies.has('XSRF-TOKEN')) keep(await server.fetch(`${basePath}/health/live`))
    const { method, path } = officeCalls[name]
    const response = await server.fetch(
      `${basePath}${path.replace(':id', encodeURIComponent(options.id ?? ''))}${options.query ?? ''}`,
      {
        method,
        headers: {
          Cookie: [...cookies].map(pair => pair.join('=')).join('; '),
          'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
          ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.form === undefined ? {} : { body: options.form }),
        ...(options.bytes === undefined ? {} : { body: options.bytes }),
      },
    )
    keep(response)
    const text = await response.text()
    const isJson = response.headers.get('Content-Type') === 'application/json'
    const body = (isJson ? JSON.parse(text) : {}) as Json
    const { message, code, data } = body
    const { status, headers } = response
    return { status, headers, message: String(message), code, data, text }
  }
  /** A request as the page makes it, with the browser's cookies. */
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const sent = new Headers(init.headers)
    sent.set('Cookie', [...cookies].map(pair => pair.join('=')).join('; '))
    const response = await server.fetch(address, { ...init, headers: sent })
    keep(response)
    return response
  }
  const signIn = (email = 'admin@transect.example', password = demoPassword, code?: string) =>
    ask('signIn', { body: { email, password, code } })
  return { ask, fetch, signIn, cookies }
}

/** A browser in which someone of the demo's office is signed in. */
export const signedInAt = async (server: TestServer, email?: string) => {
  const browser = officeBrowser(server)
  const answer = await browser.signIn(email)
  if (answer.status !== 200) throw new Error(`No sign-in for ${email}: ${answer.message}`)
  return browser
}
