import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { listen } from '../../server/http/node-http.ts'
import { createSite } from '../../server/http/site.ts'
import type { RunningServer } from './server.ts'

/** An address whose client can be replaced by another version while surveyors work. Its API stays. */
export interface Deployment {
  readonly url: string
  /** From now on serves the client from this folder. */
  readonly deploy: (directory: string) => void
  readonly stop: () => Promise<void>
}

/** A proxy in front of a running server, whose PUBLIC_URL is the proxy's address. */
export const startDeployment = async (
  server: RunningServer,
  { directory, port }: { readonly directory: string; readonly port: number },
): Promise<Deployment> => {
  const page = await fetch(server.url)
  const geocoder = /<meta name="geocoder" content="([^"]*)"/.exec(await page.text())?.[1] ?? ''
  const siteOf = (folder: string) =>
    createSite(folder, { geocoderUrl: geocoder, tiles: null, apiOrigin: null, isSecure: false })
  let site = siteOf(directory)

  const forward = async (request: Request, path: string): Promise<Response> => {
    const body = await request.arrayBuffer()
    const answer = await fetch(server.url + path, {
      method: request.method,
      headers: request.headers,
      ...(body.byteLength === 0 ? {} : { body }),
    })
    const headers = new Headers(answer.headers)
    // The bytes below are already decompressed.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
      headers.delete(name)
    }
    return new Response(answer.status === 304 ? null : await answer.arrayBuffer(), {
      status: answer.status,
      headers,
    })
  }
  const listening = await listen(
    async request => {
      const { pathname, search } = new URL(request.url)
      return pathname.startsWith('/api/')
        ? forward(request, pathname + search)
        : site.fetch(request)
    },
    { host: '127.0.0.1', port, trustProxy: false },
  )
  return {
    url: listening.address,
    deploy: folder => {
      site = siteOf(folder)
    },
    stop: () => listening.close(0),
  }
}

/** The same source, built as another version into its own folder. */
export interface BuiltVersion {
  readonly directory: string
  readonly remove: () => Promise<void>
}

/** Builds a version. */
export const buildVersion = async (version: string): Promise<BuiltVersion> => {
  const directory = await mkdtemp(join(tmpdir(), 'transect-version-'))
  await build({
    logLevel: 'error',
    define: { __APP_VERSION__: JSON.stringify(version) },
    build: { outDir: directory, emptyOutDir: true },
  })
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** Replaces one occurrence of a text in a file. */
const replaceIn = async (path: string, before: string, after: string): Promise<void> => {
  const text = await readFile(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${path} has changed: ${before}`)
  await writeFile(path, text.replace(before, after))
}

/** The inputs of a build. */
const sources = [
  'src',
  'replication',
  'collections',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
]

/**
 * Builds a version whose database is one schema newer, following docs/new-version.md: page and worker from a copy
 * of the source, with one more line in the ledger.
 */
export const buildNewerDatabase = async (version: string): Promise<BuiltVersion> => {
  const root = await mkdtemp(join(tmpdir(), 'transect-source-'))
  for (const part of [...sources, 'package.json', 'tsconfig.json']) {
    await cp(part, join(root, part), { recursive: true })
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  await replaceIn(
    join(root, 'collections/schemas/schema.ts'),
    `export const schemaVersion = ${schemaVersion}`,
    `export const schemaVersion = ${schemaVersion + 1}`,
  )
  await replaceIn(
    join(root, 'collections/history/ledger.ts'),
    '\n]\n',
    `\n  line(${schemaVersion + 1}, 'As before, one version on', { submissions: old => ({ ...old }) }),\n]\n`,
  )
  const directory = join(root, 'dist')
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    define: { __APP_VERSION__: JSON.stringify(version) },
    build: { outDir: directory, emptyOutDir: true },
  })
  return { directory, remove: () => rm(root, { recursive: true, force: true }) }
}
