import type { Browser, BrowserContext, Page } from 'playwright'
import { buildSubjects } from '../harness/build.ts'
import { openTab } from '../harness/chromium.ts'
import { serveFolder } from '../harness/files.ts'
import type { Subject } from '../subjects/db/page.ts'

/** The product's collections compared with hand-written IndexedDB, each in its own storage. */

/** `sealed` is `raw` with the product's sealing. */
export type EngineName = 'raw' | 'sealed' | 'product'
declare const subject: Subject

let site: Promise<string> | null = null
/** Built and served once for the four benches. The server ends with the process. */
const siteUrl = (): Promise<string> =>
  (site ??= (async () => (await serveFolder(await buildSubjects('db', ['db.html']))).url)())

/** A page with an engine that is not open yet. */
export const openEngine = async (context: BrowserContext, engine: EngineName): Promise<Page> => {
  const { page } = await openTab(context.browser() as Browser, context)
  await page.goto(`${await siteUrl()}/db.html?engine=${engine}`)
  await page.waitForFunction(() => 'subject' in globalThis)
  return page
}

/** Opens storage to which the engine has written `total` submissions. */
export const filled = async (browser: Browser, engine: EngineName, total: number) => {
  const context = await browser.newContext()
  const page = await openEngine(context, engine)
  await page.evaluate(async rows => {
    await subject.open()
    await subject.fill(0, rows)
    await subject.close()
  }, total)
  await page.close()
  return context
}

const kept = new Map<string, Promise<BrowserContext>>()

/**
 * Storage that benches share if they only read, because writing a hundred thousand submissions takes a minute. The last
 * bench closes it.
 */
export const filledOnce = (browser: Browser, engine: EngineName, total: number) => {
  const name = `${engine} ${total}`
  const context = kept.get(name) ?? filled(browser, engine, total)
  kept.set(name, context)
  return context
}

/** The numbers of submissions, ascending. */
export const sizesOf = (quick: boolean): readonly number[] =>
  quick ? [1000, 10_000] : [1000, 100_000]

/** Runs a function for each engine, one after the other. */
export const inTurn = async <Item, Value>(
  items: readonly Item[],
  run: (item: Item, at: number) => Promise<Value>,
): Promise<readonly Value[]> => {
  const values: Value[] = []
  for (const [at, item] of items.entries()) values.push(await run(item, at))
  return values
}

/** The value at an index, which must exist. */
export const nth = <Value>(values: readonly Value[], at: number): Value => {
  const value = values[at]
  if (value === undefined) throw new Error('There is no such engine.')
  return value
}
