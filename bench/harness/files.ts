import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Paths, and a server for built files. */

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** The output of a run; ignored by git. */
export const out = `${root}bench/out/`

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.xml': 'text/xml',
  '.webmanifest': 'application/manifest+json',
}

interface Served {
  readonly url: string
  readonly stop: () => void
}

/** Serves a folder on loopback. */
export const serveFolder = async (folder: string): Promise<Served> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const asked = join(folder, normalize(decodeURIComponent(pathname)))
    if (!existsSync(asked) || !statSync(asked).isFile()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'Content-Type': types[extname(asked)] ?? 'application/octet-stream',
      'Cache-Control': 'no-store',
    })
    createReadStream(asked).pipe(response)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
