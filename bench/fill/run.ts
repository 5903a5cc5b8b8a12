import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright'
import { build, preview } from 'vite'
import { findBrowser, launchArguments } from '../../tests/e2e/browser.ts'
import { middleText } from './fields.ts'

/**
 * The fill screen compared with a hand-written form, in main-thread CPU at 1x, round by round in one browser: `npx
 * tsx bench/fill/run.ts [rounds]`. Fails when a ratio is missed.
 */

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const outDir = `${root}bench/out/fill`
const rounds = Number(process.argv[2] ?? 5)
const keys = 16

interface Costs {
  /** CPU ms until everything in the window is painted. */
  readonly mount: number
  /** CPU ms per key, including everything that follows from it. */
  readonly key: number
  readonly nodes: number
}

/** Main-thread CPU so far, in ms. */
const cpuMs = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 600)))
      }),
  )

const measure = async (browser: Browser, url: string, fields: number): Promise<Costs> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  page.on('pageerror', error => console.error(error))
  await page.goto(`${url}?fields=${fields}`)
  await page.waitForFunction(() => 'subject' in globalThis)
  await settle(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const beforeMount = await cpuMs(cdp)
  await page.evaluate(() =>
    (globalThis as unknown as { subject: { mount(): void } }).subject.mount(),
  )
  await settle(page)
  const mount = (await cpuMs(cdp)) - beforeMount
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)

  const index = middleText(fields)
  await page.evaluate(place => {
    const all = document.documentElement.scrollHeight
    window.scrollTo(0, all * place)
  }, index / fields)
  // A part is rendered when it comes near the window, so it may take a few tries to reach the middle.
  const input = page.locator(`[data-field="${index}"] input`)
  for (let looks = 0; looks < 60 && (await input.count()) === 0; looks += 1) {
    await page.mouse.wheel(0, 400)
    await settle(page)
  }
  await input.click()
  await page.keyboard.type('x')
  await settle(page)
  const beforeKeys = await cpuMs(cdp)
  await page.keyboard.type('abcdefghijklmnop'.slice(0, keys), { delay: 60 })
  await settle(page)
  const key = ((await cpuMs(cdp)) - beforeKeys) / keys
  await context.close()
  return { mount, key, nodes }
}

await build({
  configFile: false,
  root: here,
  base: './',
  logLevel: 'error',
  resolve: { dedupe: ['dexie', 'rxjs'] },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: [`${here}floor.html`, `${here}product.html`] },
  },
})
const server = await preview({
  configFile: false,
  root: here,
  logLevel: 'error',
  build: { outDir },
  preview: { port: 8497, strictPort: true, host: '127.0.0.1' },
})
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath === null ? {} : { executablePath }),
  args: [...launchArguments],
})

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const at = 'http://127.0.0.1:8497'
const runs: { floor: Costs; product: Costs; small: Costs }[] = []
try {
  for (let round = 0; round < rounds; round += 1) {
    runs.push({
      floor: await measure(browser, `${at}/floor.html`, 500),
      product: await measure(browser, `${at}/product.html`, 500),
      small: await measure(browser, `${at}/product.html`, 20),
    })
  }
} finally {
  await browser.close()
  await server.close()
}

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).stdout.toString()
const load = loadavg().map(one => one.toFixed(1))
console.log(
  `${new Date().toISOString()}, ${commit.trim()}, load ${load.join(' ')}, ${rounds} rounds`,
)
const column = (pick: (run: (typeof runs)[number]) => number) => runs.map(pick)
const line = (what: string, values: readonly number[]) =>
  console.log(
    `${what.padEnd(28)} median ${median(values).toFixed(1)}  of ${values.map(value => value.toFixed(1)).join(' ')}`,
  )
line(
  'by hand, mount',
  column(({ floor }) => floor.mount),
)
line(
  'product, mount',
  column(({ product }) => product.mount),
)
line(
  'by hand, per key',
  column(({ floor }) => floor.key),
)
line(
  'product, per key',
  column(({ product }) => product.key),
)
line(
  'product of 20, per key',
  column(({ small }) => small.key),
)
line(
  'nodes by hand',
  column(({ floor }) => floor.nodes),
)
line(
  'nodes of the product',
  column(({ product }) => product.nodes),
)

const gates: readonly (readonly [what: string, ratio: number, most: number])[] = [
  ['mount, to the form by hand', median(column(run => run.product.mount / run.floor.mount)), 1.2],
  ['per key, to the form by hand', median(column(run => run.product.key / run.floor.key)), 1.3],
  ['per key, 500 fields to 20', median(column(run => run.product.key / run.small.key)), 1.15],
]
for (const [what, ratio, most] of gates) {
  const verdict = ratio <= most ? 'holds' : 'MISSED'
  console.log(`${what}: ${ratio.toFixed(2)} (at most ${most}) ${verdict}`)
}
process.exit(gates.every(([, ratio, most]) => ratio <= most) ? 0 : 1)
