import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { Hono } from 'hono'
import { pageHeaders, type PageOptions } from './headers.ts'

const typeByEnd: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/** Files below assets/ have a hash in their names and never change. All others are revalidated. */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The file for an address, or null. No address leads outside the directory. */
const fileOf = (directory: string, path: string): string | null => {
  const file = normalize(join(directory, path))
  return file.startsWith(normalize(directory) + sep) && !path.includes('\0') ? file : null
}

interface Stored {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}

const readStored = async (file: string): Promise<Stored | null> => {
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile()) return null
  const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`
  return { bytes: new Uint8Array(await readFile(file)), etag }
}

const decodedPath = (request: Request): string | null => {
  try {
    return decodeURIComponent(new URL(request.url).pathname)
  } catch {
    return null
  }
}

const missingPage = `<!doctype html><meta charset="utf-8"><title>No client here</title><p>The client has not been built. Run <code>npm run build</code>, then start again.</p>`

/** A last segment with a dot names a file. Any other address is one within the app. */
const isAppAddress = (path: string): boolean => !(path.split('/').at(-1) ?? '').includes('.')

/** The page contains the maps service's address, so that one build serves every deployment. */
const geocoderTag = /(<meta name="geocoder" content=")[^"]*"/

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const withGeocoder = (page: Stored, geocoderUrl: string): Stored => {
  const html = new TextDecoder()
    .decode(page.bytes)
    .replace(geocoderTag, (_, start: string) => `${start}${escaped(geocoderUrl)}"`)
  const etag = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  return { bytes: new TextEncoder().encode(html), etag: `"${etag}"` }
}

/** Serves the built client: its files, and index.html for addresses within the app. */
export const createSite = (directory: string, options: PageOptions): Hono => {
  const readPage = async (file: string): Promise<Stored | null> => {
    const stored = await readStored(file)
    return stored === null || extname(file) !== '.html'
      ? stored
      : withGeocoder(stored, options.geocoderUrl)
  }
  const answer = (request: Request, path: string, stored: Stored): Response => {
    const known = {
      'Content-Type': typeByEnd[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': cacheControl(path),
      ETag: stored.etag,
    }
    return request.headers.get('If-None-Match') === stored.etag
      ? new Response(null, { status: 304, headers: known })
      : new Response(stored.bytes, { headers: known })
  }
  const text = (status: number, body: string) =>
    new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })

  return new Hono().use(pageHeaders(options)).all('*', async ({ req: { raw: request } }) => {
    const path = decodedPath(request)
    if (path === null) return text(400, 'This address cannot be read.')
    const file = fileOf(directory, path)
    const stored = file === null ? null : await readPage(file)
    if (stored !== null) return answer(request, path, stored)
    if (!isAppAddress(path)) return text(404, 'Not found.')
    const index = await readPage(join(directory, 'index.html'))
    return index === null ? text(503, missingPage) : answer(request, '/index.html', index)
  })
}
