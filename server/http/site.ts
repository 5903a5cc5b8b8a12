import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import { etag } from 'hono/etag'
import { pageHeaders, type PageOptions } from './headers.ts'

const missingPage = `<!doctype html><meta charset="utf-8"><title>No client here</title><p>The client has not been built. Run <code>npm run build</code>, then start again.</p>`

const isOffice = (path: string): boolean => /^\/office(\/|$)/.test(path)

/** Files below assets/ have a hash in their names and never change. All others are revalidated. */
const cacheControl = (path: string): string =>
  /^(\/office)?\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** A last segment with a dot names a file. Any other address is one within the app. */
const isAppAddress = (path: string): boolean => !(path.split('/').at(-1) ?? '').includes('.')

/** The page contains the addresses of the maps services, so that one build serves every deployment. */
const withMeta = (html: string, name: string, content: string): string =>
  html.replace(
    new RegExp(`(<meta name="${name}" content=")[^"]*"`),
    (_, start: string) => `${start}${escaped(content)}"`,
  )

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Serves the built client: its files, and for addresses within the app its page, or that of the office. */
export const createSite = (directory: string, options: PageOptions): Hono => {
  const page = async (context: Context): Promise<Response> => {
    const name = isOffice(context.req.path) ? 'src/office/office.html' : 'index.html'
    const html = await readFile(join(directory, name), 'utf8').catch(() => null)
    if (html === null) return context.html(missingPage, 503)
    const { geocoderUrl, tiles } = options
    const named = withMeta(html, 'geocoder', geocoderUrl)
    const served =
      tiles === null
        ? named
        : withMeta(withMeta(named, 'tiles', tiles.url), 'tiles-attribution', tiles.attribution)
    return context.html(served, 200, { 'Cache-Control': 'no-cache' })
  }
  const files = serveStatic({
    // Not as `root`, because one that is not built yet, as in development, would be reported on the console.
    rewriteRequestPath: path => join(directory, path),
    onFound: (_, context) => {
      // Not by `context.header`, which no longer reaches the answer.
      context.res.headers.set('Cache-Control', cacheControl(context.req.path))
    },
  })
  const site = new Hono().use(pageHeaders(options), etag())
  for (const path of ['/', '/index.html']) site.get(path, page)
  return site
    .get('*', files, (context, next) => (isAppAddress(context.req.path) ? page(context) : next()))
    .notFound(context => context.text('Not found.', 404))
}
