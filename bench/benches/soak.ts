import type { Bench } from '../harness/bench.ts'
import { buildSubjects } from '../harness/build.ts'
import { heapBytes, openTab, settle, type Tab } from '../harness/chromium.ts'
import { root, serveFolder } from '../harness/files.ts'
import type { Point } from '../harness/outcome.ts'
import type { Subject } from '../subjects/submit/page.ts'

declare const subject: Subject

/**
 * RxDB keeps a hundred queries and the last hundred events of each collection, and some are seldom written to.
 * Once all are full, memory must not grow any more.
 */
const warmUp = 220
/** RxDB remembers the names of its events for a minute, and forgets them at a later event. */
const forgetMs = 61_000

/** The memory that is still in use when the surveyor takes a rest. */
const restedHeap = async (tab: Tab): Promise<number> => {
  await settle(tab.page, forgetMs)
  await tab.page.evaluate(() => subject.work(1))
  await tab.cdp.send('HeapProfiler.collectGarbage')
  // After the first collection, the page still releases objects in separate tasks.
  await settle(tab.page, 1000)
  return heapBytes(tab)
}

/** A day's work in one tab: its live memory must not grow. */
export const soak: Bench = {
  name: 'soak',
  run: async ({ browser, quick }) => {
    const pages = ['subjects/submit.html']
    const site = await serveFolder(await buildSubjects('submit', pages, { root: `${root}bench/` }))
    const tab = await openTab(browser)
    try {
      await tab.page.goto(`${site.url}/${pages[0]}`)
      await tab.page.waitForFunction(() => 'subject' in globalThis)
      const step = quick ? 50 : 100
      const points: Point[] = []
      await tab.page.evaluate(times => subject.work(times), warmUp)
      let disk = 0
      for (let done = 0; done <= step * 2; done += step) {
        points.push([warmUp + done, (await restedHeap(tab)) / 1e6])
        if (done < step * 2) disk = await tab.page.evaluate(times => subject.work(times), step)
      }
      const [first, last] = [points[0]?.[1] ?? Number.NaN, points.at(-1)?.[1] ?? Number.NaN]
      return {
        bench: 'soak',
        workload: `${step * 2} interviews of ten answers in one tab: answered, submitted, listed`,
        columns: ['interviews', 'heap after a rest, compiled code aside, MB'],
        rows: points.map(([done, heap]) => [done, heap]),
        gates: [
          { what: 'growth of the heap', value: (last / first - 1) * 100, most: 2, unit: '%' },
        ],
        notes: [
          `On the disk each interview takes about ${Math.round(disk / 1024)} KB more by the browser's own estimate, which counts its log before it is tidied up; no gate is set on that.`,
        ],
      }
    } finally {
      await tab.context.close()
      site.stop()
    }
  },
}
