import { getRequestListener, serve, type HttpBindings, type ServerType } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DroppedConnection } from '../test-mode/faults.ts'

type Bindings = Pick<HttpBindings, 'incoming'>
type Fetch = (request: Request, remoteAddress: string) => Promise<Response>

/** The other end: the last address that a trusted proxy has added, or the socket's. */
const remoteAddressOf = (request: Request, bindings: Bindings, trustProxy: boolean): string => {
  const forwarded = trustProxy ? request.headers.get('X-Forwarded-For')?.split(',').at(-1) : null
  return forwarded?.trim() ?? bindings.incoming.socket.remoteAddress ?? 'unknown'
}

/** Over the network a dropped connection is a destroyed socket. */
const overSockets =
  (fetch: Fetch, trustProxy: boolean) =>
  async (request: Request, bindings: Bindings): Promise<Response> => {
    try {
      return await fetch(request, remoteAddressOf(request, bindings, trustProxy))
    } catch (failure) {
      if (!(failure instanceof DroppedConnection)) throw failure
      bindings.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
  }

/** A running HTTP server. */
export interface Listening {
  readonly address: string
  /** Lets running requests finish, for at most `graceMs`, then closes. */
  readonly close: (graceMs: number) => Promise<void>
}

/** Where to listen, and whether a proxy stands in front. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly trustProxy: boolean
}

const closeServer = (server: ServerType, graceMs: number): Promise<void> =>
  new Promise(resolve => {
    const force = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, graceMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })

/** Listens; rejects when the port is taken. */
export const listen = (
  fetch: Fetch,
  { host, port, trustProxy }: ListenOptions,
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, bindings) =>
          overSockets(fetch, trustProxy)(request, bindings as HttpBindings),
        hostname: host,
        port,
        overrideGlobalObjects: false,
        serverOptions: {
          headersTimeout: 30_000,
          // The slowest upload that is still waited for: 60 MB at the pace of a poor 3G link.
          requestTimeout: 600_000,
          keepAliveTimeout: 65_000,
        },
      },
      info => {
        const shown = host.includes(':') ? `[${host}]` : host
        resolve({
          address: `http://${shown === '0.0.0.0' ? 'localhost' : shown}:${info.port}`,
          close: graceMs => closeServer(server, graceMs),
        })
      },
    )
    server.once('error', reject)
  })

/** The same for a server that belongs to somebody else, such as Vite's. */
export const nodeListener = (
  fetch: Fetch,
): ((incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>) =>
  getRequestListener(
    (request, bindings) => overSockets(fetch, false)(request, bindings as HttpBindings),
    {
      overrideGlobalObjects: false,
    },
  )
