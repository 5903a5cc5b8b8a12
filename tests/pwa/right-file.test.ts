import { expect, test } from 'vitest'
import { rightFile } from '../../src/pwa/right-file.ts'

/** What the worker stores is of its own version, whatever servers between two versions answer. */

const files = [
  { url: 'index.html', revision: 'r1' },
  { url: 'assets/start-2.js', revision: null },
  { url: 'assets/index-2.css', revision: null },
]
const pageOf = (...assets: readonly string[]) =>
  `<!doctype html>${assets.map(asset => `<script src="/assets/${asset}"></script>`).join('')}`
const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const script = new Response('', { headers: { 'Content-Type': 'text/javascript' } })

const address = (path: string) => `https://transect.example/${path}`

test.each([
  ['a script', 'assets/start-2.js', script],
  ['a file without a type', 'start.js', new Response('')],
  ['the page', 'index.html?__WB_REVISION__=r1', html(pageOf('start-2.js', 'index-2.css'))],
])('%s of this version is stored', async (_, path, response) => {
  expect(await rightFile(files, address(path), response)).toBe(response)
})

test.each([
  ['the page in the place of a script', 'assets/start-2.js', html(pageOf('start-2.js'))],
  ['a missing file', 'assets/start-2.js', new Response('', { status: 404 })],
  ['the page of another version', 'index.html?__WB_REVISION__=r1', html(pageOf('start-1.js'))],
  ['a page with an error', 'index.html', html(pageOf('start-2.js'), 503)],
])('%s is not stored', async (_, path, response) => {
  await expect(rightFile(files, address(path), response)).rejects.toThrow(path)
})
