import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { basePath } from '../replication/wire/calls.ts'
import { readConfig } from './config.ts'
import { createFront } from './front.ts'
import { failureText, jsonLog } from './env/log.ts'
import { nodeListener } from './http/node-http.ts'
import { startServer, type Started } from './start.ts'

type Next = () => void
type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: Next) => void

interface Host {
  readonly middlewares: { readonly use: (middleware: Middleware) => unknown }
  readonly httpServer: { readonly once: (event: 'close', then: () => void) => unknown } | null
}

/** Mounts the API on Vite's server, so that development and preview also have a single origin. */
const mount = (host: Host): void => {
  const config = readConfig(process.env)
  const front = createFront(config)
  const listener = nodeListener(front.fetch)
  let started: Started | null = null

  host.middlewares.use((incoming, outgoing, next) => {
    if (incoming.url?.startsWith(`${basePath}/`) === true) void listener(incoming, outgoing)
    else next()
  })
  const opening = startServer(config, jsonLog).then(
    ready => {
      started = ready
      front.handOver(ready.app)
    },
    failure => jsonLog('error', 'api-not-started', { failure: failureText(failure) }),
  )
  const close = () => opening.then(() => started?.close())
  host.httpServer?.once('close', () => void close())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)))
  }
}

/** The Vite plugin that serves the API in `vite dev` and `vite preview`. */
export const apiPlugin = (): Plugin => ({
  name: 'transect-api',
  configureServer: server => mount(server as Host),
  configurePreviewServer: server => mount(server as Host),
})
