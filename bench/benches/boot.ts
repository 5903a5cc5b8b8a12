import { writeFileSync } from 'node:fs'
import type { Browser, BrowserContext } from 'playwright'
import { askOurServer } from '../../tests/e2e/our-backend.ts'
import { startServer } from '../../tests/e2e/server.ts'
import type { Bench } from '../harness/bench.ts'
import { buildProduct, buildSubjects } from '../harness/build.ts'
import { cpuMs, openTab } from '../harness/chromium.ts'
import { serveFolder } from '../harness/files.ts'
import { median, type Gate } from '../harness/outcome.ts'
import { firstListRow, prepareProduct } from '../harness/product-tab.ts'
import { inRounds } from '../harness/rounds.ts'

/** Offline cold starts from the worker's cache, to the first true row of a screen. */

/** The smallest worker that starts a page offline. */
const minimalWorker = `
self.addEventListener('install', event => { self.skipWaiting() })
self.addEventListener('activate', event => { event.waitUntil(self.clients.claim()) })
self.addEventListener('fetch', event => {
  event.respondWith((async () => {
    const cache = await caches.open('minimal')
    const known = await cache.match(event.request)
    if (known) return known
    const fresh = await fetch(event.request)
    await cache.put(event.request, fresh.clone())
    return fresh
  })())
})
`

/** What is started: an address, and what its first true row is. */
interface Screen {
  readonly name: string
  readonly context: BrowserContext
  readonly url: string
  /** Selects it. */
  readonly row: string
}

interface Start {
  /** Processor time of the main thread, not throttled. */
  readonly cpu: number
  /** Clock time. */
  readonly ms: number
  /** Clock time while the processor is throttled. */
  readonly throttledMs: number
  /** Answers from the network. */
  readonly network: number
  /** Scripts that were read before. */
  readonly scripts: number
}

/** What these numbers leave out. */
const ownProcess =
  'A phone that had ended the app compiles its functions again, which takes some 440 ms of processor time more (decision 0020).'

/** How much slower the processor of a cheap phone is. */
const throttle = 6

/** Opens a screen in a new tab and waits for its first row. Times are from the start of the navigation, ms. */
const openOnce = async (browser: Browser, { context, url, row }: Screen, rate: number) => {
  const tab = await openTab(browser, context)
  const { page, cdp } = tab
  try {
    let network = 0
    page.on('response', response => {
      if (!response.fromServiceWorker() && response.url().startsWith('http')) network += 1
    })
    // In the page, because messages to this process take time too.
    await page.addInitScript(selector => {
      new MutationObserver((_, observer) => {
        if (document.querySelector(selector) === null) return
        observer.disconnect()
        Object.assign(globalThis, { seenAt: performance.now() })
      }).observe(document, { childList: true, subtree: true })
    }, row)
    if (rate > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    const before = await cpuMs(tab)
    await page.goto(url, { waitUntil: 'commit' })
    const seen = await page.waitForFunction(() => Reflect.get(globalThis, 'seenAt') as number)
    const cpu = (await cpuMs(tab)) - before
    const scripts = await page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
    )
    return { cpu, ms: await seen.jsonValue(), network, scripts }
  } finally {
    await page.close()
  }
}

const startOnce = async (browser: Browser, screen: Screen): Promise<Start> => {
  const start = await openOnce(browser, screen, 1)
  const throttled = await openOnce(browser, screen, throttle)
  return { ...start, throttledMs: throttled.ms, network: start.network + throttled.network }
}

const prepareMinimal = async (browser: Browser, url: string): Promise<BrowserContext> => {
  const { page, context } = await openTab(browser)
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await page.waitForSelector(firstListRow)
  await page.close()
  return context
}

/** Opens every screen once, so that what it needs is on the device. */
const visit = async (screens: readonly Screen[]): Promise<void> => {
  for (const { context, url, row } of screens) {
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForSelector(row, { timeout: 30_000 })
    await page.close()
  }
}

export const boot: Bench = {
  name: 'boot',
  run: async ({ browser, quick }) => {
    await buildProduct()
    const sites: { readonly stop: () => void }[] = []
    const server = await startServer()
    try {
      const product = await prepareProduct(browser, server.url)
      const { form } = await askOurServer(server)
      const leastOf = async (name: string, page: string): Promise<Screen> => {
        const folder = await buildSubjects(page, [`${page}.html`])
        writeFileSync(`${folder}/worker.js`, minimalWorker)
        const site = await serveFolder(folder)
        sites.push(site)
        const url = `${site.url}/${page}.html`
        return { name, url, context: await prepareMinimal(browser, url), row: firstListRow }
      }
      const least = await leastOf('the least React app', 'minimal')
      const floors = [least, await leastOf('the least app of React, RxDB and Dexie', 'rxdb')]
      const screenOf = (name: string, path: string, row: string): Screen => ({
        name,
        context: product,
        url: `${server.url}${path}`,
        row,
      })
      const screens = [
        screenOf('dashboard', '/dashboard', 'main a[href^="/surveys/data/"]'),
        screenOf('list', '/survey-data', firstListRow),
        screenOf('fill', `/projects/survey/${form.id}?new=true`, '[data-field="0"]'),
      ]
      await visit(screens)
      await product.setOffline(true)
      for (const { context } of floors) await context.setOffline(true)
      const all = [...floors, ...screens]
      const rounds = await inRounds(quick ? 2 : 3, async () => {
        const starts = new Map<Screen, Start>()
        for (const screen of all) starts.set(screen, await startOnce(browser, screen))
        return starts
      })
      await product.close()
      for (const { context } of floors) await context.close()
      const of = (screen: Screen, what: keyof Start) =>
        median(rounds.map(starts => starts.get(screen)?.[what] ?? Number.NaN))
      const toLeast = (screen: Screen, what: keyof Start) =>
        median(
          rounds.map(starts => {
            const [one, other] = [starts.get(screen)?.[what], starts.get(least)?.[what]]
            return (one ?? Number.NaN) / (other ?? Number.NaN)
          }),
        )
      return {
        bench: 'boot',
        workload: 'a new tab without a network, until the first true row of a screen is there',
        columns: [
          'what',
          'CPU, ms',
          'to the least',
          'ms',
          `ms at ${throttle} × throttle`,
          'to the least',
          'scripts',
        ],
        rows: all.map(screen => [
          screen.name,
          of(screen, 'cpu'),
          toLeast(screen, 'cpu'),
          of(screen, 'ms'),
          of(screen, 'throttledMs'),
          toLeast(screen, 'throttledMs'),
          of(screen, 'scripts'),
        ]),
        gates: [
          ...screens.flatMap((screen): readonly Gate[] => [
            {
              what: `${screen.name}, CPU, to the least React app`,
              value: toLeast(screen, 'cpu'),
              most: 3,
            },
            {
              what: `${screen.name}, time at ${throttle} × throttle, to the least React app`,
              value: toLeast(screen, 'throttledMs'),
              most: 3,
            },
          ]),
          {
            what: 'answers from the network',
            value: Math.max(
              ...rounds.flatMap(starts => [...starts.values()].map(({ network }) => network)),
            ),
            most: 0,
            unit: '',
          },
        ],
        note: ownProcess,
      }
    } finally {
      for (const site of sites) site.stop()
      await server.stop()
    }
  },
}
