import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServer } from 'vite'
import { apiPlugin } from '../../server/dev-plugin.ts'
import { temporaryDirectory } from './child-server.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeEach(async () => {
  directory = await temporaryDirectory()
  vi.stubEnv('DATA_DIR', join(directory.path, 'data'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await directory.remove()
})

test('Vite serves the API on its own origin, and releases the data when it closes', async () => {
  const vite = await createServer({
    configFile: false,
    root: directory.path,
    logLevel: 'silent',
    plugins: [apiPlugin()],
    server: { host: '127.0.0.1', port: 0 },
  })
  await vite.listen()
  const [address = ''] = vite.resolvedUrls?.local ?? []
  const health = async () => (await fetch(`${address}api/health`)).status
  expect(await health()).toBe(503)
  await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 60_000, interval: 200 })
  const lock = join(directory.path, 'data', 'server.lock')
  expect(existsSync(lock)).toBe(true)
  await vite.close()
  await vi.waitFor(() => expect(existsSync(lock)).toBe(false), { timeout: 10_000 })
}, 90_000)
