import { loadavg } from 'node:os'
import { createServer } from 'vite'
import { launch } from '../harness/chromium.ts'
import { root } from '../harness/files.ts'
import { median } from '../harness/outcome.ts'
import type { Times } from './page.ts'

/** The cost of sealing on this machine: `npx tsx bench/sealing/run.ts`. */

const server = await createServer({
  configFile: false,
  root,
  cacheDir: `${root}node_modules/.vite-bench`,
  resolve: { dedupe: ['dexie', 'rxjs'] },
  server: { port: 8539, hmr: false, watch: null },
  logLevel: 'error',
})
await server.listen()
const browser = await launch()
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
