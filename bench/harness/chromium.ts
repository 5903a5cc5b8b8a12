import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright'
import { ensureBrowser, launchArguments } from '../../tests/e2e/browser.ts'

/** The one Chromium for every subject of a run. */
export const launch = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: ensureBrowser(), args: [...launchArguments, ...more] })

/** A Chromium whose pages may call any server, because a bench's page does not come from the server that it calls. */
export const launchAnyOrigin = (): Promise<Browser> => launch('--disable-web-security')

/** A page with its own storage, in a phone's window. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  readonly cdp: CDPSession
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const

/** Opens a page in its own context. Prints its errors, because a broken subject measures nothing. */
export const openTab = async (browser: Browser, given?: BrowserContext): Promise<Tab> => {
  const context = given ?? (await browser.newContext(phone))
  return tabIn(context)
}

/** Opens a page of another Chromium that stores on the disk, because the contexts of the first one store in memory. */
export const openOnDisk = async (): Promise<Tab & { readonly remove: () => Promise<void> }> => {
  const profile = await mkdtemp(join(tmpdir(), 'transect-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureBrowser(),
    args: [...launchArguments],
    ...phone,
  })
  return {
    ...(await tabIn(context)),
    remove: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

const tabIn = async (context: BrowserContext): Promise<Tab> => {
  const page = await context.newPage()
  page.on('pageerror', error => console.error(`  page: ${error.message}`))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, context, cdp }
}

/** The main thread's processor time so far, ms. A busy machine hardly affects it. */
export const cpuMs = async ({ cdp }: Tab): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** The parts of a heap snapshot that are used here. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[], ...unknown[]]
    }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/** The engine's lists of which code depends on which shape of objects. Their number grows with what is compiled. */
const codeLists = 'system / WeakArrayList'

/** The live bytes in the page after a collection, without compiled code and the lists that belong to it. */
export const heapBytes = async ({ cdp }: Tab): Promise<number> => {
  const pieces: string[] = []
  const take = ({ chunk }: { chunk: string }) => void pieces.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take)
  // Collects garbage first.
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes, strings } = JSON.parse(pieces.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = [
    fields.indexOf('type'),
    fields.indexOf('name'),
    fields.indexOf('self_size'),
  ]
  const code = types[0].indexOf('code')
  const codeList = strings.indexOf(codeLists)
  let alive = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    const isCode = nodes[at + type] === code || nodes[at + name] === codeList
    if (!isCode) alive += nodes[at + size] ?? 0
  }
  return alive
}

/** Waits until the page has painted and had time for the work that follows. */
export const settle = (page: Page, restMs = 400): Promise<void> =>
  page.evaluate(
    rest =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, rest)))
      }),
    restMs,
  )

/** Starts watching for the longest task of the page's main thread. The returned function returns it, ms. */
export const watchLongTasks = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    const longest = { ms: 0 }
    Object.assign(globalThis, { longest })
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
    }).observe({ type: 'longtask' })
  })
  return () =>
    page.evaluate(() => (globalThis as unknown as { longest: { ms: number } }).longest.ms)
}
