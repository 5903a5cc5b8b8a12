import type { Bench } from '../harness/bench.ts'
import { buildSubjects } from '../harness/build.ts'
import { heapBytes, openTab } from '../harness/chromium.ts'
import { root, serveFolder } from '../harness/files.ts'
import type { Point } from '../harness/outcome.ts'
import type { Subject } from '../subjects/submit/page.ts'

declare const subject: Subject

/** A day's work in one tab: what is alive in memory must not grow with it. */
export const soak: Bench = {
  name: 'soak',
  run: async ({ browser, quick }) => {
    const pages = ['subjects/submit.html']
    const site = await serveFolder(await buildSubjects('submit', pages, { root: `${root}bench/` }))
    const tab = await openTab(browser)
    try {
      await tab.page.goto(`${site.url}/${pages[0]}`)
      await tab.page.waitForFunction(() => 'subject' in globalThis)
      const step = quick ? 10 : 40
      const points: Point[] = []
      // The first ones fill caches that have a size of their own.
      await tab.page.evaluate(times => subject.work(times), 60)
      let disk = 0
      for (let done = 0; done <= step * 5; done += step) {
        points.push([60 + done, (await heapBytes(tab)) / 1e6])
        if (done < step * 5) disk = await tab.page.evaluate(times => subject.work(times), step)
      }
      const [first, last] = [points[0]?.[1] ?? Number.NaN, points.at(-1)?.[1] ?? Number.NaN]
      return {
        bench: 'soak',
        workload: `${step * 5} interviews of ten answers in one tab: answered, submitted, listed`,
        columns: ['interviews', 'heap after a collection, MB'],
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
