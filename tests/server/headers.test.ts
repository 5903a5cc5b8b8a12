import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extensions, headers, parseExtensions } from '../../replication/wire/calls.ts'
import type { PageOptions } from '../../server/http/headers.ts'
import { createSite } from '../../server/http/site.ts'
import { startTestServer, type TestServer } from './make-server.ts'

const friend = 'https://app.example.org'
let server: TestServer
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'transect-site-'))
  await mkdir(join(directory, 'client', 'assets'), { recursive: true })
  const files = {
    'secret.txt': 'not served',
    'client/index.html': '<!doctype html><title>The app</title>',
    'client/sw.js': 'self.addEventListener("fetch", () => {})',
    'client/manifest.webmanifest': '{}',
    'client/assets/main-abc123.js': 'export {}',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  server = await startTestServer({
    mode: 'production',
    allowedOrigins: [friend],
    clientDirectory: join(directory, 'client'),
  })
}, 120_000)
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

const get = (path: string, sent: Record<string, string> = {}) =>
  server.fetch(path, { headers: sent })

test('hashed files are cached forever, the others are revalidated', async () => {
  const cacheOf = async (path: string) => (await get(path)).headers.get('Cache-Control')
  expect(await cacheOf('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/dashboard']) {
    expect(await cacheOf(path)).toBe('no-cache')
  }
  for (const path of ['/sw.js', '/dashboard']) {
    const known = (await get(path)).headers.get('ETag') ?? ''
    const same = await get(path, { 'If-None-Match': known })
    expect([same.status, same.headers.get('Cache-Control')]).toEqual([304, 'no-cache'])
  }
  expect((await get('/sw.js', { 'If-None-Match': '"another"' })).status).toBe(200)
})

test('HEAD is answered as GET is, without a body', async () => {
  for (const path of ['/sw.js', '/dashboard', '/api/health']) {
    const [asked, read] = [await server.fetch(path, { method: 'HEAD' }), await get(path)]
    expect([asked.status, await asked.text()]).toEqual([200, ''])
    for (const name of ['Content-Type', 'Cache-Control', 'Content-Security-Policy']) {
      expect(asked.headers.get(name)).toBe(read.headers.get(name))
    }
  }
})

test("the app's addresses return the app; missing files and the API do not", async () => {
  for (const path of ['/', '/dashboard', '/surveys/data/temp_1?edit=true']) {
    expect(await (await get(path)).text()).toContain('The app')
  }
  expect((await get('/assets/gone-123.js')).status).toBe(404)
  const noCall = await get('/api/nothing')
  expect([noCall.status, noCall.headers.get('Content-Type')]).toEqual([404, 'application/json'])
})

test('no address leads out of the directory', async () => {
  for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%00', '/%zz']) {
    const answer = await get(path)
    expect(await answer.text()).not.toContain('not served')
  }
})

test('pages have the policy that the app needs, and no more', async () => {
  const { headers: sent } = await get('/dashboard')
  const policy = Object.fromEntries(
    (sent.get('Content-Security-Policy') ?? '').split('; ').map(part => {
      const [name = '', ...sources] = part.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': "'self'",
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' blob: data:",
    'media-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': "'self' https://nominatim.openstreetmap.org",
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
  })
  expect(sent.get('X-Content-Type-Options')).toBe('nosniff')
  expect(sent.get('Permissions-Policy')).toBe(
    'geolocation=(self), camera=(self), microphone=(self), payment=(), usb=()',
  )
})

test('pages and answers are protected alike, and answers are not pages', async () => {
  for (const path of ['/dashboard', '/sw.js', '/gone.js', '/api/health', '/api/nothing']) {
    const { headers: sent } = await get(path)
    expect(sent.get('X-Content-Type-Options')).toBe('nosniff')
    expect(sent.get('X-Frame-Options')).toBe('DENY')
    expect(sent.get('Referrer-Policy')).toBe('no-referrer')
    expect(sent.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    // All tabs share a process, and what it has compiled.
    expect(sent.has('Origin-Agent-Cluster')).toBe(false)
    expect(sent.get('Strict-Transport-Security')).toBeNull()
  }
  const policy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
  expect((await get('/api/health')).headers.get('Content-Security-Policy')).toBe(policy)
})

test('the page contains the configured maps service', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'transect-site-'))
  await writeFile(join(elsewhere, 'index.html'), '<meta name="geocoder" content="built in" />')
  const geocoderUrl = 'http://127.0.0.1:9/reverse?a="b"'
  const site = createSite(elsewhere, {
    geocoderUrl,
    tiles: null,
    apiOrigin: null,
    isSecure: false,
  })
  const page = await site.request('/dashboard')
  expect(await page.text()).toContain('content="http://127.0.0.1:9/reverse?a=&quot;b&quot;"')
  await rm(elsewhere, { recursive: true })
})

test("every answer of the API is fresh and announces the server's extensions", async () => {
  for (const path of ['/api/health', '/api/nothing', '/api/surveyor/forms']) {
    const { headers: sent } = await get(path)
    expect(sent.get('Cache-Control')).toBe('no-store')
    expect(parseExtensions(sent.get(headers.extensions))).toEqual(extensions)
  }
})

test('text is compressed for clients that accept it, without changes', async () => {
  const plain = await get('/api/openapi.json')
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  const text = await plain.text()
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, decode] of Object.entries(decoders)) {
    const packed = await get('/api/openapi.json', { 'Accept-Encoding': `${encoding};q=0.8, other` })
    expect(packed.headers.get('Content-Encoding')).toBe(encoding)
    expect(packed.headers.get('Vary')).toContain('Accept-Encoding')
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(bytes.byteLength).toBeLessThan(text.length / 4)
    expect(decode(bytes).toString()).toBe(text)
  }
  const refused = await get('/api/openapi.json', { 'Accept-Encoding': 'br; q=0, identity' })
  expect(refused.headers.get('Content-Encoding')).toBeNull()
  const small = await get('/api/health', { 'Accept-Encoding': 'br' })
  expect([small.status, await small.json()]).toEqual([200, expect.objectContaining({})])
})

test('the policy contains the API of a client that was built for another origin', async () => {
  const site = createSite(directory, {
    geocoderUrl: 'http://127.0.0.1:9/reverse',
    tiles: null,
    apiOrigin: 'https://api.example.org',
    isSecure: false,
  })
  const policy = (await site.request('/dashboard')).headers.get('Content-Security-Policy')
  expect(policy).toContain("connect-src 'self' https://api.example.org http://127.0.0.1:9;")
  expect(policy).toContain("img-src 'self' https://api.example.org blob: data:;")
})

test('the page and its policy contain a service of map tiles only where one is configured', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'transect-site-'))
  const built = '<meta name="tiles" content="" /><meta name="tiles-attribution" content="" />'
  await writeFile(join(elsewhere, 'index.html'), built)
  const read = async (tiles: PageOptions['tiles']) => {
    const plain = { geocoderUrl: 'http://127.0.0.1:9/reverse', apiOrigin: null, isSecure: false }
    const page = await createSite(elsewhere, { ...plain, tiles }).request('/dashboard')
    return [page.headers.get('Content-Security-Policy') ?? '', await page.text()] as const
  }
  const [closed, empty] = await read(null)
  expect(closed).toContain("img-src 'self' blob: data:;")
  expect(empty).toBe(built)
  const url = 'https://tiles.example.org/a/{z}/{x}/{y}.png'
  const [open, named] = await read({ url, attribution: '© A & "B"' })
  expect(open).toContain("img-src 'self' blob: data: https://tiles.example.org;")
  expect(open).toContain("connect-src 'self' http://127.0.0.1:9;")
  expect(named).toBe(
    `<meta name="tiles" content="${url}" /><meta name="tiles-attribution" content="© A &amp; &quot;B&quot;" />`,
  )
  await rm(elsewhere, { recursive: true })
})

test('only allowed origins may read answers', async () => {
  const from = async (origin: string) => (await get('/api/health', { Origin: origin })).headers
  const allowed = await from(friend)
  expect(allowed.get('Access-Control-Allow-Origin')).toBe(friend)
  expect(allowed.get('Access-Control-Allow-Credentials')).toBe('true')
  expect(allowed.get('Access-Control-Expose-Headers')).toContain(headers.extensions)
  expect(allowed.get('Vary')).toBe('Origin')
  expect((await from('https://evil.example')).get('Access-Control-Allow-Origin')).toBeNull()

  const asked = await server.fetch('/api/surveyor/form-submissions', {
    method: 'OPTIONS',
    headers: { Origin: friend, 'Access-Control-Request-Method': 'PUT' },
  })
  expect(asked.status).toBe(204)
  const named = asked.headers.get('Access-Control-Allow-Headers') ?? ''
  for (const name of ['Authorization', 'If-Match', headers.idempotencyKey, headers.csrf]) {
    expect(named).toContain(name)
  }
  expect(named).not.toContain(headers.fault)
})

test('a security token is set, and one that contradicts its cookie is refused', async () => {
  const given = (await get('/api/health')).headers.get('Set-Cookie') ?? ''
  expect(given).toMatch(/^XSRF-TOKEN=[0-9a-f]{32}; Path=\/; SameSite=Lax$/)
  const secure = await get('https://transect.test/api/health')
  expect(secure.headers.get('Set-Cookie')).toMatch(/; Secure;/)
  const cookie = given.split(';')[0] ?? ''
  const token = cookie.split('=')[1] ?? ''
  expect((await get('/api/health', { Cookie: cookie })).headers.get('Set-Cookie')).toBeNull()

  const forgot = async (sent: Record<string, string>) => {
    const answer = await server.fetch('/api/surveyor/auth/password-forgot', {
      method: 'POST',
      headers: sent,
      body: JSON.stringify({ email: 'nobody@transect.example' }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const other = await forgot({ Cookie: cookie, [headers.csrf]: 'another' })
  expect(other.status).toBe(403)
  expect(other.text).not.toMatch(/draft|invalid|deleted/i)
  expect((await forgot({ Cookie: cookie, [headers.csrf]: token })).status).toBe(200)
  expect((await forgot({ [headers.csrf]: token })).status).toBe(200)
})

test('an e-mail never contains the address that a request claims', async () => {
  for (const host of ['http://evil.example', 'http://localhost:3']) {
    await server.fetch(`${host}/api/surveyor/auth/password-forgot`, {
      method: 'POST',
      body: JSON.stringify({ email: 'asha@transect.example' }),
    })
  }
  expect(server.emails.map(email => email.text.includes('evil'))).toEqual([false, false])
  expect(server.emails[0]?.text).toContain(`${server.origin}/reset-password?token=`)
})

test('faults and the test controls do not exist in production', async () => {
  server.faults.arm({ fault: '500', times: 9 })
  expect((await get('/api/health', { [headers.fault]: '500' })).status).toBe(200)
  for (const call of ['faults', 'reset']) {
    const control = await server.fetch(`/api/__test/${call}`, { method: 'POST' })
    expect(control.status).toBe(404)
  }
})
