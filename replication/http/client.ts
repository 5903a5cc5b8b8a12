import { Subject, type Observable } from 'rxjs'
import type { SyncEnv } from '../env.ts'
import { noAnswer, replyToFailure, type Failure, type Reply } from './failure.ts'
import type { Http } from './http.ts'
import { loadOnce } from './load-once.ts'
import { startWait, type Patience } from './patience.ts'
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

/** The parts of a call, without its name. */
export interface CallOptions extends Patience {
  readonly id?: string
  readonly query?: Readonly<Record<string, string | number>>
  /** JSON, or a FormData for multipart. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The HTTP client: every request to the API goes through here (7.1, 7.21). */
export interface Client {
  /** Makes a call. A 2xx in JSON is a reply, everything else is a failure. Never throws. */
  readonly call: (name: CallName, options: CallOptions) => Promise<Result<Reply, Failure>>
  /** Failures of this client and of all clients created from it; shows the end of the session (8.2). */
  readonly failures$: Observable<CallFailure>
  /** Emits whenever some of an answer came, with the time for which its call then waits for more, in ms. */
  readonly moved$: Observable<number>
  /** Whether the server can be reached, judged by the requests of this page. */
  readonly lookout: Omit<Lookout, 'see'>
  /** The server's extensions as of its last answer; null before the first answer since the start. */
  readonly extensions: () => ReadonlySet<Extension> | null
  /** Creates a client for one account: each call carries its token to its server, or is not sent. */
  readonly forAccount: (account: Account) => Client
  /** Ends the calls in flight as if no answer came, and sends no further one. */
  readonly close: () => void
}

/** A failed call with the token that it carried; null when it carried none. */
export interface CallFailure {
  readonly call: CallName
  readonly failure: Failure
  readonly token: string | null
}

/** A surveyor on a server. The token is null once the session has ended or another one has begun. */
export type Account = Pick<SyncEnv, 'apiUrl' | 'token'>

/** What the client takes from the environment. */
export type ClientEnv = Pick<SyncEnv, 'clock' | 'network' | 'fetch' | 'apiUrl' | 'token'>

/** Creates the page's client. It has no time-out of its own because each call brings its patience. */
export const createClient = (env: ClientEnv): Client =>
  makeClient(env, {
    failures$: new Subject(),
    moved$: new Subject(),
    lookout: createLookout(env.network),
    // The code that sends is loaded with the first call, because no screen waits for it.
    loadHttp: loadOnce(async () => (await import('./http.ts')).createHttp(env.fetch)),
    needsToken: false,
  })

/** The reason with which a request is aborted at its time-out. */
const late = 'late'

/** What all clients of a page share. */
interface Shared {
  readonly failures$: Subject<CallFailure>
  readonly moved$: Subject<number>
  readonly lookout: Lookout
  readonly loadHttp: () => Promise<Http | null>
  /** Whether calls are refused while there is no token. */
  readonly needsToken: boolean
}

/** What came of a call. */
interface Exchange {
  readonly result: Result<Reply, Failure>
  /** The token that it carried; null for none. */
  readonly token: string | null
  /** The answer was an HTML page. */
  readonly isPage: boolean
}

const unanswered = (failure: Failure, token: string | null = null): Exchange => ({
  result: err(failure),
  token,
  isPage: false,
})

const makeClient = (env: ClientEnv, shared: Shared): Client => {
  const { failures$, moved$, lookout, loadHttp } = shared
  const inFlight = new Set<AbortController>()
  let isClosed = false
  let announced: ReadonlySet<Extension> | null = null

  const exchange = async (
    name: CallName,
    options: CallOptions,
    signal: AbortSignal,
    moved: () => void,
  ): Promise<Exchange> => {
    const http = await loadHttp()
    if (http === null) return unanswered(noAnswer('network'))
    // Read after the last await, because another surveyor may have signed in meanwhile.
    const token = env.token()
    if (isClosed) return unanswered({ kind: 'offline' }, token)
    if (token === null && shared.needsToken)
      return unanswered({ kind: 'unauthorized', message: '' })
    try {
      const config = {
        url: env.apiUrl() + callPath(name, options.id),
        method: calls[name].method,
        params: options.query,
        data: options.body,
        signal,
        headers: {
          ...(options.body instanceof FormData ? { 'Content-Type': 'multipart/form-data' } : {}),
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...options.headers,
        },
      }
      const response = await http.request(config, moved)
      const { json, isPage } = response.data
      const reply: Reply = {
        status: response.status,
        json,
        header: header =>
          (response.headers as Record<string, string>)[header.toLowerCase()] ?? null,
      }
      const failure = replyToFailure(reply)
      if (failure !== null) return { result: err(failure), token, isPage }
      announced = new Set(parseExtensions(reply.header(names.extensions)))
      return { result: ok(reply), token, isPage }
    } catch (thrown) {
      if (!http.isNoAnswer(thrown)) throw thrown
      return unanswered(noAnswer(signal.reason === late ? 'timeout' : 'network'), token)
    }
  }

  const send = async (name: CallName, options: CallOptions): Promise<Exchange> => {
    if (!env.network.isOnline()) return unanswered({ kind: 'offline' })
    const abort = new AbortController()
    inFlight.add(abort)
    // Counts from here, also while the code that sends is loaded, because the caller's lease lasts that long.
    const wait = startWait(env.clock, options, () => abort.abort(late))
    const moved = () => {
      wait.moved()
      moved$.next(options.timeoutMs)
    }
    try {
      return await exchange(name, options, abort.signal, moved)
    } finally {
      wait.stop()
      inFlight.delete(abort)
    }
  }

  return {
    call: async (name, options) => {
      const startMs = env.clock.now()
      const { result, token, isPage } = await send(name, options)
      const traits = { tookMs: env.clock.now() - startMs, isPage }
      const sighting = resultToSighting(name, result, traits)
      if (sighting !== null) lookout.see(sighting)
      if (!result.ok) failures$.next({ call: name, failure: result.failure, token })
      return result
    },
    failures$,
    moved$,
    lookout,
    extensions: () => announced,
    forAccount: account => makeClient({ ...env, ...account }, { ...shared, needsToken: true }),
    close: () => {
      isClosed = true
      for (const abort of inFlight) abort.abort()
    },
  }
}
