import type { Page } from 'playwright'
import type { Bench } from '../harness/bench.ts'
import { buildSubjects } from '../harness/build.ts'
import { heapBytes, openOnDisk, settle, type Tab } from '../harness/chromium.ts'
import { serveFolder } from '../harness/files.ts'
import type { Subject } from '../subjects/soak/page.ts'

declare const subject: Subject

/** How long RxDB remembers the names of its events, and more. */
const forgetMs = 61_000
/** How long the browser keeps a database open that no page uses, and more. */
const closeMs = 5000

/** The memory that is still in use when the surveyor takes a rest. */
const restedHeap = async (tab: Tab): Promise<number> => {
  await tab.page.evaluate(async ms => {
    subject.pass(ms)
    await subject.work(1)
  }, forgetMs)
  await tab.cdp.send('HeapProfiler.collectGarbage')
  // After the first collection, the page still releases objects in separate tasks.
  await settle(tab.page, 2000)
  return heapBytes(tab)
}

/** The bytes on the disk after the browser had time to tidy up, because nothing uses the database for a while. */
const restedDisk = async (page: Page, url: string): Promise<number> => {
  await page.goto('about:blank')
  await page.waitForTimeout(closeMs)
  await page.goto(url)
  await page.waitForFunction(() => 'subject' in globalThis)
  await page.evaluate(() => subject.open())
  await settle(page, 2000)
  return page.evaluate(() => subject.disk())
}

/** A long time of work in one tab: its live memory must not grow, and the disk holds what is kept. */
export const soak: Bench = {
  name: 'soak',
  run: async ({ quick }) => {
    const folder = await buildSubjects('soak', ['soak.html'])
    const site = await serveFolder(folder)
    const url = `${site.url}/soak.html`
    const tab = await openOnDisk()
    const { page } = tab
    try {
      // RxDB keeps a hundred queries and the last hundred events of each collection. Some are seldom written to, so that
      // memory must not grow any more from the first of these numbers on.
      const stops = quick ? [100, 150, 200] : [300, 650, 1000]
      const empty = await restedDisk(page, url)
      const heaps: number[] = []
      let done = 0
      for (const stop of stops) {
        // The last one is part of the rest.
        await page.evaluate(times => subject.work(times), stop - done - 1)
        heaps.push(await restedHeap(tab))
        done = stop
      }
      const kept = await page.evaluate(() => subject.kept())
      if (kept.interviews !== done) throw new Error(`${kept.interviews} of ${done} were kept.`)
      const disk = (await restedDisk(page, url)) - empty
      const tables = await page.evaluate(() => subject.readTables())
      await page.evaluate(() => subject.cleanUp())
      const cleaned = (await restedDisk(page, url)) - empty
      // Another site, because the databases of one share their files.
      const other = await serveFolder(folder)
      const otherUrl = `${other.url}/soak.html`
      await page.goto(otherUrl)
      await page.waitForFunction(() => 'subject' in globalThis)
      await page.evaluate(given => subject.writeByHand(given.tables, given.done), { tables, done })
      const byHand = (await restedDisk(page, otherUrl)) - empty
      other.stop()
      const [first = Number.NaN, ...later] = heaps
      return {
        bench: 'soak',
        workload: `${done} interviews of nine answers and a photo in one tab: answered, submitted, listed, kept`,
        columns: ['what', 'MB'],
        rows: [
          ...stops.map((stop, at) => [
            `heap after ${stop} and a rest, compiled code aside`,
            (heaps[at] ?? Number.NaN) / 1e6,
          ]),
          ['answers and photos that are kept', kept.bytes / 1e6],
          ['disk of the same rows, each written once by hand', byHand / 1e6],
          ['disk, as the product leaves it', disk / 1e6],
          ['disk after the clean-up, which removes what was removed a month ago', cleaned / 1e6],
        ],
        gates: [
          {
            what: `growth of the heap from interview ${stops[0]} on`,
            value: (Math.max(...later) / first - 1) * 100,
            most: 2,
            unit: '%',
          },
          {
            what: 'the disk, away from what is kept',
            value: Math.abs(disk / kept.bytes - 1) * 100,
            most: 10,
            unit: '%',
          },
        ],
      }
    } finally {
      await tab.remove()
      site.stop()
    }
  },
}
