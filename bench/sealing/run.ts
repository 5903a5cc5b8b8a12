import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { findBrowser, launchArguments } from '../../tests/e2e/browser.ts'
import type { Times } from './page.ts'

/** The cost of sealing on this machine: `npx tsx bench/sealing/run.ts`. */

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = await createServer({
  configFile: false,
  root,
  cacheDir: `${root}node_modules/.vite-bench`,
  resolve: { dedupe: ['dexie', 'rxjs'] },
  server: { port: 8539, hmr: false, watch: null },
  logLevel: 'error',
})
await server.listen()
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath === null ? {} : { executablePath }),
  args: [...launchArguments],
})
try {
  const page = await browser.newPage()
  page.on('pageerror', error => console.error(error))
  await page.goto('http://127.0.0.1:8539/bench/sealing/index.html')
  await page.waitForFunction(() => 'benchmark' in globalThis, null, { timeout: 60_000 })
  const times = await page.evaluate(
    () => (globalThis as unknown as { benchmark: Promise<Times> }).benchmark,
  )
  const load = loadavg().map(one => one.toFixed(1))
  console.log(`${new Date().toISOString().slice(0, 10)}, load ${load.join(' ')}; medians in ms`)
  for (const [what, { open, sealed }] of Object.entries(times)) {
    const [a, b] = [median(open), median(sealed)]
    const [lowA, lowB] = [Math.min(...open), Math.min(...sealed)]
    const ratio = (one: number, other: number) => `${((other / one - 1) * 100).toFixed(0)} %`
    console.log(
      `${what}: open ${a.toFixed(2)}, sealed ${b.toFixed(2)} (${ratio(a, b)}); ` +
        `best ${lowA.toFixed(2)}, ${lowB.toFixed(2)} (${ratio(lowA, lowB)})`,
    )
  }
} finally {
  await browser.close()
  await server.close()
}
