import { Subject, type Observable } from 'rxjs'
import type { SyncEnv } from '../env.ts'
import { noAnswer, replyToFailure, type Failure, type Reply } from './failure.ts'
import type { Http } from './http.ts'
import { loadOnce } from './load-once.ts'
import { createLookout, resultToSighting, type Lookout } from './reachability.ts'
import { err, ok, type Result } from './result.ts'
import {
  callPath,
  calls,
  headers as names,
  parseExtensions,
  type CallName,
  type Extension,
} from '../wire/calls.ts'

/** What a call carries besides its name. */
export interface CallOptions {
  readonly id?: string
  readonly query?: Readonly<Record<string, string | number>>
  /** JSON, or a FormData for multipart. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** The HTTP client: every request to the API goes through here (7.1, 7.21). */
export interface Client {
  /** Makes a call; a 2xx in JSON is a reply, everything else a failure. Never throws. */
  readonly call: (name: CallName, options: CallOptions) => Promise<Result<Reply, Failure>>
  /** Every failure of this client and of those made from it, to watch for the end of the session (8.2). */
  readonly failures$: Observable<CallFailure>
  /** Whether the server can be reached, as the requests of this page tell. */
  readonly lookout: Omit<Lookout, 'see'>
  /** What the server announced beyond the spec's calls, as of its last answer; null before the first of this start. */
  readonly extensions: () => ReadonlySet<Extension> | null
  /** A client whose calls are made for one account: each carries its token to its server, or does not leave. */
  readonly forAccount: (account: Account) => Client
  /** Ends the calls that are under way as if no answer came, and lets no further one leave. */
  readonly close: () => void
}

/** A call that failed, and the token that it carried; null when it carried none. */
export interface CallFailure {
  readonly call: CallName
  readonly failure: Failure
  readonly token: string | null
}

/** A surveyor on a server. The token is null once the session is another one, or none. */
export type Account = Pick<SyncEnv, 'apiUrl' | 'token'>

/** What the client needs of the world. */
export type ClientEnv = Pick<SyncEnv, 'clock' | 'network' | 'fetch' | 'apiUrl' | 'token'>

/** Makes the page's client; it has no time-out of its own, each call brings one. */
export const createClient = (env: ClientEnv): Client =>
  makeClient(env, {
    failures$: new Subject(),
    lookout: createLookout(env.network),
    // The sender's code comes with the first call, because no screen waits for it.
    loadHttp: loadOnce(async () => (await import('./http.ts')).createHttp(env.fetch)),
    needsToken: false,
  })

/** What the clients of a page have in common. */
interface Shared {
  readonly failures$: Subject<CallFailure>
  readonly lookout: Lookout
  readonly loadHttp: () => Promise<Http | null>
  /** Whether a call without a token is not made. */
  readonly needsToken: boolean
}

const makeClient = (env: ClientEnv, shared: Shared): Client => {
  const { failures$, lookout, loadHttp } = shared
  const underWay = new Set<AbortController>()
  let isClosed = false
  let announced: ReadonlySet<Extension> | null = null

  const send = async (
    name: CallName,
    options: CallOptions,
    came: (data: unknown) => void,
    carried: (token: string | null) => void,
  ): Promise<Result<Reply, Failure>> => {
    if (!env.network.isOnline()) return err({ kind: 'offline' })
    const http = await loadHttp()
    if (http === null) return err(noAnswer('network'))
    // Read after the last pause: who is signed in may have changed during it.
    const token = env.token()
    carried(token)
    if (isClosed) return err({ kind: 'offline' })
    if (token === null && shared.needsToken) return err({ kind: 'unauthorized', message: '' })
    const abort = new AbortController()
    underWay.add(abort)
    let isLate = false
    const cancel = env.clock.after(options.timeoutMs, () => {
      isLate = true
      abort.abort()
    })
    try {
      const response = await http.request<unknown>({
        url: env.apiUrl() + callPath(name, options.id),
        method: calls[name].method,
        params: options.query,
        data: options.body,
        signal: abort.signal,
        headers: {
          Accept: 'application/json',
          ...(options.body instanceof FormData ? { 'Content-Type': 'multipart/form-data' } : {}),
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...options.headers,
        },
      })
      came(response.data)
      const reply: Reply = {
        status: response.status,
        json: parseJson(response.data),
        header: header =>
          (response.headers as Record<string, string>)[header.toLowerCase()] ?? null,
      }
      const failure = replyToFailure(reply)
      if (failure !== null) return err(failure)
      announced = new Set(parseExtensions(reply.header(names.extensions)))
      return ok(reply)
    } catch (thrown) {
      if (!http.isNoAnswer(thrown)) throw thrown
      return err(noAnswer(isLate ? 'timeout' : 'network'))
    } finally {
      cancel()
      underWay.delete(abort)
    }
  }

  return {
    call: async (name, options) => {
      const startMs = env.clock.now()
      let isPage = false
      let token: string | null = null
      const result = await send(
        name,
        options,
        data => {
          isPage = typeof data === 'string' && data.trimStart().startsWith('<')
        },
        carried => {
          token = carried
        },
      )
      const came = { tookMs: env.clock.now() - startMs, isPage }
      const sighting = resultToSighting(name, result, came)
      if (sighting !== null) lookout.see(sighting)
      if (!result.ok) failures$.next({ call: name, failure: result.failure, token })
      return result
    },
    failures$,
    lookout,
    extensions: () => announced,
    forAccount: account => makeClient({ ...env, ...account }, { ...shared, needsToken: true }),
    close: () => {
      isClosed = true
      for (const abort of underWay) abort.abort()
    },
  }
}

/** No answer of an API is nested deeper; what is would exhaust whoever walks through it. */
const maxDepth = 200

/** How deep a JSON text is nested at most, brackets inside its texts counted along. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // [ and {, then ] and }
    if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return deepest
}

/** The body as JSON; undefined for anything else, so that a portal's page never counts as an answer. */
const parseJson = (body: unknown): unknown => {
  if (typeof body !== 'string' || body.trim() === '' || depthOf(body) > maxDepth) return undefined
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}
