import { writeFileSync } from 'node:fs'
import type { Browser, BrowserContext } from 'playwright'
import { email, password, startServer } from '../../tests/e2e/server.ts'
import type { Bench } from '../harness/bench.ts'
import { buildProduct, buildSubjects } from '../harness/build.ts'
import { cpuMs, openTab } from '../harness/chromium.ts'
import { serveFolder } from '../harness/files.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'

/** An offline cold start from the worker's cache, to the first list. */

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

interface Start {
  readonly cpu: number
  readonly ms: number
  readonly network: number
  /** What was read before the list was shown, in uncompressed KB. */
  readonly scripts: number
}

/** Opens an address in a new tab and waits for the first row of a list. */
const startOnce = async (
  browser: Browser,
  context: BrowserContext,
  url: string,
): Promise<Start> => {
  const tab = await openTab(browser, context)
  let network = 0
  tab.page.on('response', response => {
    if (!response.fromServiceWorker() && response.url().startsWith('http')) network += 1
  })
  await tab.page.addInitScript(() => sessionStorage.setItem('splash_shown_this_session', 'true'))
  const before = await cpuMs(tab)
  const started = Date.now()
  await tab.page.goto(url, { waitUntil: 'commit' })
  await tab.page.waitForSelector('h2[id^="s-"]', { timeout: 30_000 })
  const ms = Date.now() - started
  const cpu = (await cpuMs(tab)) - before
  const scripts = await tab.page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  )
  await tab.page.close()
  return { cpu, ms, network, scripts }
}

/** Signs in and waits until the worker has cached everything and the list has rows. */
const prepareProduct = async (browser: Browser, url: string): Promise<BrowserContext> => {
  const tab = await openTab(browser)
  const { page, context } = tab
  await context.addInitScript(() => {
    localStorage.setItem('pwaInstallDismissed', String(Date.now()))
    sessionStorage.setItem('splash_shown_this_session', 'true')
  })
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto(`${url}/survey-data`)
  await page.waitForSelector('h2[id^="s-"]', { timeout: 30_000 })
  await page.close()
  return context
}

const prepareMinimal = async (browser: Browser, url: string): Promise<BrowserContext> => {
  const { page, context } = await openTab(browser)
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await page.waitForSelector('h2[id^="s-"]')
  await page.close()
  return context
}

export const boot: Bench = {
  name: 'boot',
  run: async ({ browser, quick }) => {
    await buildProduct()
    const folder = await buildSubjects('minimal', ['minimal.html'])
    writeFileSync(`${folder}/worker.js`, minimalWorker)
    const site = await serveFolder(folder)
    const server = await startServer()
    try {
      const product = await prepareProduct(browser, server.url)
      const minimal = await prepareMinimal(browser, `${site.url}/minimal.html`)
      await product.setOffline(true)
      await minimal.setOffline(true)
      const list = `${server.url}/survey-data`
      const samples = await inRounds(quick ? 3 : 9, async () => ({
        minimal: await startOnce(browser, minimal, `${site.url}/minimal.html`),
        product: await startOnce(browser, product, list),
      }))
      await product.close()
      await minimal.close()
      const of = (which: 'minimal' | 'product', what: keyof Start) =>
        median(samples.map(sample => sample[which][what]))
      return {
        bench: 'boot',
        workload: 'a new tab without a network, until the first row of the list is there',
        columns: ['what', 'CPU, ms', 'ms', 'scripts'],
        rows: (['minimal', 'product'] as const).map(which => [
          which === 'minimal' ? 'the least React app' : 'product',
          of(which, 'cpu'),
          of(which, 'ms'),
          of(which, 'scripts'),
        ]),
        gates: [
          {
            what: 'CPU, to the least React app',
            value: median(samples.map(sample => sample.product.cpu / sample.minimal.cpu)),
            most: 3,
          },
          { what: 'answers from the network', value: of('product', 'network'), most: 0, unit: '' },
        ],
      }
    } finally {
      site.stop()
      await server.stop()
    }
  },
}
