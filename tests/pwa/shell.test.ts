import { expect, test } from 'vitest'
import { rightFile } from '../../src/pwa/right-file.ts'
import { refillShell } from '../../src/pwa/shell.ts'

/** The app's files, after the browser has deleted its caches. */

const site = 'https://transect.example'
const files = [
  { url: '/assets/main-1.js', revision: null },
  { url: '/index.html', revision: 'r1' },
  { url: '/start.js', revision: 'r2' },
]
const keyOf = (url: string) => {
  const file = files.find(each => each.url === url)
  return file === undefined
    ? url
    : `${site}${url}${file.revision === null ? '' : `?__WB_REVISION__=${file.revision}`}`
}

/** A worker whose server lacks some files. */
const createParts = (missing: readonly string[] = [], isOutdated = false) => {
  const stored = new Map<string, Response>()
  const cache = {
    match: (key: RequestInfo | URL) => Promise.resolve(stored.get(String(key))),
    put: (key: RequestInfo | URL, response: Response) => {
      stored.set(String(key), response)
      return Promise.resolve()
    },
  }
  return {
    stored,
    open: () => Promise.resolve(cache),
    keyOf,
    fetch: ({ url }: Request) =>
      rightFile(
        files,
        url,
        missing.some(path => url.endsWith(path))
          ? new Response('', { status: 404 })
          : new Response(url),
      ),
    isOutdated: () => Promise.resolve(isOutdated),
  }
}

// A request of the tests has no page whose address it could be relative to.
const absolute = files.map(file => ({ ...file, url: site + file.url }))
const withSite = (parts: ReturnType<typeof createParts>) => ({
  ...parts,
  keyOf: (url: string) => keyOf(url.replace(site, '')),
})
const page = `${site}/index.html`

test('files that the browser has deleted are stored again, under the keys of this version', async () => {
  const parts = withSite(createParts())
  expect(await refillShell(parts, absolute, page)).toBe(true)
  expect([...parts.stored.keys()]).toEqual([
    `${site}/assets/main-1.js`,
    `${site}/start.js?__WB_REVISION__=r2`,
    `${site}/index.html?__WB_REVISION__=r1`,
  ])
  expect(await refillShell(parts, absolute, page)).toBe(false)
})

test('the page is not stored before all other files are, and the next time finishes it', async () => {
  const missing = ['/start.js']
  const parts = withSite(createParts(missing))
  await expect(refillShell(parts, absolute, page)).rejects.toThrow('404')
  expect(parts.stored.has(`${page}?__WB_REVISION__=r1`)).toBe(false)
  missing.length = 0
  expect(await refillShell(parts, absolute, page)).toBe(true)
})

test('files of another version are not stored in the place of this one', async () => {
  const parts = withSite(createParts([], true))
  expect(await refillShell(parts, absolute, page)).toBe(false)
  expect(parts.stored.size).toBe(0)
})
