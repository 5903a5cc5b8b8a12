import { getRequestListener, serve, type HttpBindings, type ServerType } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { answerToResponse, DroppedConnection, refuse } from './answer.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Bindings = Pick<HttpBindings, 'incoming' | 'outgoing'>
type Fetch = (request: Request, remoteAddress: string, sent: Promise<unknown>) => Promise<Response>

/**
 * Resolves when an answer was sent, or its connection is gone. Of several requests that arrive on one connection before
 * the first is answered, the others learn its end from the socket only.
 */
const whenSent = ({ incoming, outgoing }: Bindings): Promise<void> =>
  new Promise(resolve => {
    const { socket } = incoming
    const end = () => {
      socket.off('close', end)
      resolve()
    }
    socket.once('close', end)
    outgoing.once('close', end)
  })

/** The client's address: the last one that a trusted proxy added, or the socket's. */
const remoteAddressOf = (request: Request, bindings: Bindings, trustProxy: boolean): string => {
  const forwarded = trustProxy ? request.headers.get('X-Forwarded-For')?.split(',').at(-1) : null
  return forwarded?.trim() ?? bindings.incoming.socket.remoteAddress ?? 'unknown'
}

/** A stopping server accepts no new requests. The client retries with the next one. */
const stopping = (): Response =>
  answerToResponse(
    refuse(503, 'The server is stopping. Please try again in a moment.', {
      headers: { 'Retry-After': '5' },
    }),
  )

/** Answers requests over sockets, and drops a connection by destroying its socket. */
const overSockets =
  (fetch: Fetch, trustProxy: boolean) =>
  async (request: Request, bindings: Bindings): Promise<Response> => {
    try {
      const remoteAddress = remoteAddressOf(request, bindings, trustProxy)
      return await fetch(request, remoteAddress, whenSent(bindings))
    } catch (failure) {
      if (!(failure instanceof DroppedConnection)) throw failure
      bindings.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
  }

/** A running HTTP server. */
interface Listening {
  readonly address: string
  /** Answers new requests with 503, waits at most `graceMs` for running ones, then closes. */
  readonly close: (graceMs: number) => Promise<void>
}

/** Where to listen, and whether a proxy is in front. */
interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly trustProxy: boolean
  /** How long a connection may neither take nor send a byte. Longer than any request waits for its turn. */
  readonly idleMs?: number
}

/**
 * How long a stopping server answers with 503 before it closes idle connections, because a request that is just
 * arriving on one would look lost.
 */
const noticeMs = 1000
const tidyMs = 500

const closeServer = (
  server: ServerType,
  sockets: ReadonlySet<Socket>,
  graceMs: number,
): Promise<void> =>
  new Promise(resolve => {
    const force = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, graceMs)
    // Again and again, because a connection becomes idle when the answer ends that was being sent.
    const tidying = setInterval(() => {
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    }, tidyMs)
    server.close(() => {
      clearTimeout(force)
      clearInterval(tidying)
      resolve()
    })
    // Browsers open connections in advance. Node waits for the first request on each, and no longer limits that time.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })

/** Listens. Rejects when the port is in use. */
export const listen = (
  fetch: Fetch,
  { host, port, trustProxy, idleMs = 300_000 }: ListenOptions,
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    let isStopping = false
    const sockets = new Set<Socket>()
    const onSockets = overSockets(fetch, trustProxy)
    const server = serve(
      {
        fetch: async (request, bindings) => {
          const { incoming, outgoing } = bindings as HttpBindings
          const response = isStopping
            ? stopping()
            : await onSockets(request, { incoming, outgoing })
          // Closes the connection after the answer, because its next request would be cut off.
          if (isStopping) outgoing.shouldKeepAlive = false
          return response
        },
        hostname: host,
        port,
        serverOptions: {
          headersTimeout: 30_000,
          // Long enough for the slowest upload: 60 MB over poor 3G.
          requestTimeout: 600_000,
          keepAliveTimeout: 65_000,
        },
      },
      info => {
        const shown = host.includes(':') ? `[${host}]` : host
        resolve({
          address: `http://${shown === '0.0.0.0' ? 'localhost' : shown}:${info.port}`,
          close: async graceMs => {
            isStopping = true
            await new Promise(resolve => setTimeout(resolve, noticeMs))
            await closeServer(server, sockets, graceMs)
          },
        })
      },
    )
    // Sockets that only hold their bodies open must not exhaust the machine.
    if ('maxConnections' in server) server.maxConnections = 4000
    // An answer that is never read stays in the memory, and Node limits only the time of requests.
    server.setTimeout(idleMs)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.once('error', reject)
  })

/** A request listener for another server, such as Vite's. */
export const nodeListener = (
  fetch: Fetch,
): ((incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>) =>
  getRequestListener(
    (request, bindings) => overSockets(fetch, false)(request, bindings as HttpBindings),
    {
      overrideGlobalObjects: false,
    },
  )
