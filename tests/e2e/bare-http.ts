import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBareServer, type BareOptions, type BareServer } from '../server/bare-server.ts'

/** The server with only the spec's calls, on its own address. */
export interface BareHttp {
  readonly url: string
  readonly bare: BareServer
  readonly stop: () => Promise<void>
}

/** Allows pages of any origin to call it, as such a server must. */
const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-Match, Idempotency-Key, X-XSRF-TOKEN',
}

const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const toRequest = async (incoming: IncomingMessage, origin: string): Promise<Request> => {
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' ? null : await readBody(incoming)
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(`${origin}${incoming.url}`, {
    method,
    headers,
    ...(body === null || body.byteLength === 0 ? {} : { body: new Uint8Array(body) }),
  })
}

/** Starts the server. */
export const startBareHttp = async (options: BareOptions): Promise<BareHttp> => {
  const http = createServer((incoming, outgoing) => {
    void answer(incoming).then(
      async response => {
        const headers = { ...Object.fromEntries(response.headers), ...cors }
        outgoing.writeHead(response.status, headers)
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      },
      // A thrown error stands for a broken connection.
      () => incoming.socket.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => http.once('listening', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const bare = createBareServer({ ...options, origin: url })
  const answer = async (incoming: IncomingMessage): Promise<Response> =>
    incoming.method === 'OPTIONS'
      ? new Response(null, { status: 204 })
      : bare.fetch(await toRequest(incoming, url))
  return {
    url,
    bare,
    stop: async () => {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    },
  }
}
