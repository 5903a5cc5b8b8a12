import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import {
  basePath,
  calls,
  headers as wireHeaders,
  type CallName,
} from '../replication/wire/calls.ts'
import { officeCalls, type OfficeCallName } from '../replication/wire/office/calls.ts'
import { answerToResponse, DroppedConnection, good, refuse, type Answer } from './http/answer.ts'
import { isReadOnly, isUnreachable, type Db } from './db/db.ts'
import { answerCall, answerFile } from './api.ts'
import { answerOfficeCall } from './office/answer-call.ts'
import { createBackend, type Backend, type BackendOptions } from './backend.ts'
import { storableText } from './db/storable.ts'
import { discardBody } from './http/body.ts'
import { compressed } from './http/compress.ts'
import { TooManyWaiting } from './auth/passwords.ts'
import { isNoSpace } from './env/disk-room.ts'
import { FileStoreProblem } from './files/blobs.ts'
import { SpoolFull } from './files/spool.ts'
import { createFaults, failWith, type Faults } from './test-mode/faults.ts'
import { filesPath } from './files/file-links.ts'
import {
  defaultGeocoderUrl,
  tusOptions,
  answerHeaders,
  apiHeaders,
  crossOrigin,
  csrfProblem,
  type HeaderOptions,
  type TileService,
} from './http/headers.ts'
import { failureText } from './env/log.ts'
import type { MailCounts } from './env/mail.ts'
import { networkOf } from './http/network.ts'
import { busy, manySignIn, manyUploads, unreachable, withoutFiles } from './http/refusals.ts'
import { openApiDocument } from './openapi/document.ts'
import { createSite } from './http/site.ts'
import { bearerToken, tokenSha256 } from './auth/tokens.ts'
import { createCallTimes } from './status/call-times.ts'
import { inTime, readHealth } from './status/health.ts'
import { metricsOf } from './status/metrics.ts'
import { readNodes } from './status/nodes.ts'
import { readStatus } from './status/read-status.ts'
import { answerTestCall, testPath } from './test-mode/test-calls.ts'

interface AppOptions extends BackendOptions {
  /** In test mode requests may ask for faults; never set in production. */
  readonly mode: 'production' | 'test'
  /** The public address of the app; by default each request's own origin. */
  readonly publicUrl?: string | null
  readonly allowedOrigins?: readonly string[]
  readonly geocoderUrl?: string
  /** The service of map tiles that the app may show; without one there is none. */
  readonly tiles?: TileService | null
  /** The API's origin, for a client that was built for an API on another origin. */
  readonly apiOrigin?: string | null
  /** The built client; without one only the API answers. */
  readonly clientDirectory?: string | null
  /** The bearer token for the metrics; without one there are none. */
  readonly metricsToken?: string | null
  /** The directory whose disk the metrics watch. */
  readonly dataDirectory?: string
  readonly mailCounts?: MailCounts
  /** Resets the database to the demo data, for the test controls; null if they may not. */
  readonly reset?: (() => Promise<void>) | null
}

/**
 * The reference server. `fetch` rejects only in test mode, with DroppedConnection. `sent` resolves when the answer is no
 * longer in the memory; by default at once.
 */
export interface App {
  readonly fetch: (
    request: Request,
    remoteAddress?: string,
    sent?: Promise<unknown>,
  ) => Promise<Response>
  /** Resolves when all work after the answers, such as sending e-mail, is done. */
  readonly settled: () => Promise<void>
  /** Arms faults; has no effect in production. */
  readonly faults: Faults
}

interface HonoEnv {
  Bindings: {
    readonly remoteAddress: string
    readonly requestId: string
    readonly sent: Promise<unknown>
  }
}

/** Whether a request is for the API or for the client. */
export const isApiRequest = (request: Request): boolean => {
  const { pathname } = new URL(request.url)
  return pathname === basePath || pathname.startsWith(`${basePath}/`)
}

const livenessPath = '/health/live'

/** Whether a request asks whether the process runs. */
export const isLivenessRequest = (request: Request): boolean =>
  new URL(request.url).pathname === basePath + livenessPath

/** Selects the options that the headers of answers depend on. */
export const headerOptionsOf = (
  options: Pick<AppOptions, Exclude<keyof AppOptions, keyof BackendOptions | 'reset'>>,
): HeaderOptions => ({
  allowedOrigins: options.allowedOrigins ?? [],
  geocoderUrl: options.geocoderUrl ?? defaultGeocoderUrl,
  tiles: options.tiles ?? null,
  apiOrigin: options.apiOrigin ?? null,
  isSecure: options.publicUrl?.startsWith('https:') ?? false,
  isTest: options.mode === 'test',
})

const isLoopback = (request: Request): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(request.url).hostname)

const noSuchCall = refuse(404, 'There is no such call.')

/** A server is ready while its database answers, because a silent node has only some of the surveyors. */
const healthAnswer = async (db: Db): Promise<Answer> => {
  const nodes = await readNodes(db)
  if (nodes.kind === 'silent') return unreachable
  const { silentNodes } = nodes
  return good(silentNodes.length === 0 ? 'Ready' : 'Ready, except for some surveyors', {
    silent_nodes: silentNodes,
  })
}

const isOwnMachine = (remoteAddress: string): boolean =>
  /^(local|::1|(::ffff:)?127\..*)$/.test(remoteAddress)

/** A path for the log: without the name of a file, which may be that of a person. */
const withoutName = (path: string): string =>
  path.startsWith(`${basePath}${filesPath}/`) ? path.slice(0, path.lastIndexOf('/')) : path

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The metrics. Without the token, the answer is that of an unknown call. */
const metricsFor = async (
  request: Request,
  token: string | null,
  read: () => Promise<string>,
): Promise<Response> => {
  const given = bearerToken(request)
  // Hashes have one length, so that the comparison takes the same time for every text.
  return token !== null && given !== null && tokenSha256(given) === tokenSha256(token)
    ? new Response(await read(), { headers: { 'Content-Type': 'text/plain; version=0.0.4' } })
    : answerToResponse(noSuchCall)
}

const mountCalls = (hono: Hono<HonoEnv>, backend: Backend, options: AppOptions): void => {
  const answers = new Map<number, number>()
  const times = createCallTimes()
  const { uploads, largeBodies, reads, passwords } = backend
  const db = backend.shares.everyNode
  const readMetrics = async (): Promise<string> =>
    metricsOf(
      await inTime(readStatus(db.query, backend.clock())),
      await readHealth({ ...backend, db, dataDirectory: options.dataDirectory ?? null }),
      {
        answers,
        times,
        waiting: {
          uploads: uploads.waiting(),
          large_bodies: largeBodies.waiting(),
          reads: reads.waiting(),
          passwords: passwords.waiting(),
        },
        mail: options.mailCounts ?? { sending: 0, failed: 0 },
      },
    )
  const originOf = (request: Request) => options.publicUrl ?? new URL(request.url).origin
  // The sender controls the Host header, so an e-mail must never contain an origin taken from it.
  const mailOriginOf = (request: Request, remoteAddress: string) =>
    options.publicUrl ??
    (isLoopback(request) && isOwnMachine(remoteAddress) ? new URL(request.url).origin : null)

  const counted = (response: Response): Response => {
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1)
    return response
  }

  const answered = async (
    context: Context<HonoEnv>,
    call: string,
    answer: () => Promise<Answer>,
  ): Promise<Response> => {
    const { method } = context.req
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    try {
      const problem = safeMethods.includes(method) ? null : csrfProblem(context)
      const response = counted(answerToResponse(problem ?? (await answer())))
      await discardBody(context.req.raw)
      const ms = Math.round(seconds() * 1000)
      const request = context.env.requestId
      options.log('info', 'request', { call, method, status: response.status, ms, request })
      return response
    } finally {
      times.note(call, seconds())
    }
  }

  const incomingOf = (context: Context<HonoEnv>) => ({
    request: context.req.raw,
    // Makes the id storable, because the database would reject a query with one that is not.
    id: storableText(context.req.param('id') ?? ''),
    origin: originOf(context.req.raw),
    mailOrigin: mailOriginOf(context.req.raw, context.env.remoteAddress),
    remoteAddress: networkOf(context.env.remoteAddress),
    requestId: context.env.requestId,
    sent: context.env.sent,
  })
  for (const [name, { method, path }] of Object.entries(calls)) {
    // Hono answers HEAD by the routes of GET.
    hono.on(method === 'HEAD' ? 'GET' : method, path, context =>
      answered(context, name, () => answerCall(name as CallName, backend, incomingOf(context))),
    )
  }
  for (const [name, { method, path }] of Object.entries(officeCalls)) {
    hono.on(method, path, context =>
      answered(context, `office ${name}`, () =>
        answerOfficeCall(name as OfficeCallName, { ...backend, db }, incomingOf(context)),
      ),
    )
  }
  hono.get(`${filesPath}/:id/:name`, context =>
    answered(context, 'file', () =>
      answerFile(backend, context.req.raw, context.req.param('id'), context.req.param('name')),
    ),
  )
  hono.get('/health', async () => answerToResponse(await healthAnswer(backend.db)))
  hono.get(livenessPath, () => answerToResponse(good('Running', null)))
  hono.get('/openapi.json', () => Response.json(openApiDocument()))
  hono.get('/metrics', context =>
    metricsFor(context.req.raw, options.metricsToken ?? null, readMetrics),
  )
  hono.onError((failure, context) => {
    if (failure instanceof DroppedConnection) throw failure
    options.log('error', 'failure', {
      path: withoutName(context.req.path),
      failure: failureText(failure),
      request: context.env.requestId,
    })
    if (failure instanceof TooManyWaiting) return counted(answerToResponse(manySignIn))
    if (isNoSpace(failure)) return counted(answerToResponse(busy))
    if (failure instanceof SpoolFull) return counted(answerToResponse(manyUploads))
    if (failure instanceof FileStoreProblem) return counted(answerToResponse(withoutFiles))
    if (isUnreachable(failure) || isReadOnly(failure)) return counted(answerToResponse(unreachable))
    return counted(answerToResponse(refuse(500, 'Something went wrong on the server.')))
  })
  hono.notFound(() => answerToResponse(noSuchCall))
}

/** Lets requests ask for faults, and answers the test controls, which faults do not affect. */
const mountFaults = (hono: Hono<HonoEnv>, faults: Faults, options: AppOptions): void => {
  hono.all(`${testPath}*`, ({ req }) => answerTestCall(req.raw, faults, options.reset ?? null))
  hono.use(async (context, next) => {
    const fault = faults.take(context.req.raw, context.req.header(wireHeaders.fault) ?? null)
    if (fault === null) return next()
    const response = await failWith(fault, () => next().then(() => context.res))
    // Removed first, because Hono adds the headers of the answer that is replaced.
    context.res = undefined
    context.res = response
  })
}

const createApi = async (options: AppOptions) => {
  const backend = await createBackend(options)
  const headers = headerOptionsOf(options)
  const faults = createFaults()
  const hono = new Hono<HonoEnv>().basePath(basePath)
  hono.use(tusOptions, crossOrigin(headers), answerHeaders(headers), apiHeaders(headers))
  if (headers.isTest) mountFaults(hono, faults, options)
  mountCalls(hono, backend, options)
  return { fetch: hono.fetch, faults, settled: backend.settled }
}

/** Creates the app: the API from the wire's table, and the built client. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const api = await createApi(options)
  const directory = options.clientDirectory ?? null
  const site = directory === null ? new Hono() : createSite(directory, headerOptionsOf(options))
  return {
    faults: api.faults,
    settled: api.settled,
    fetch: async (request, remoteAddress = 'local', sent = Promise.resolve()) => {
      const requestId = randomUUID().slice(0, 13)
      const answering = isApiRequest(request)
        ? api.fetch(request, { remoteAddress, requestId, sent })
        : site.fetch(request)
      return compressed(request, await answering)
    },
  }
}
