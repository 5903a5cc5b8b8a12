import type { Bench } from '../harness/bench.ts'
import { buildSubjects } from '../harness/build.ts'
import { openTab } from '../harness/chromium.ts'
import { serveFolder } from '../harness/files.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'
import type { Subject } from '../subjects/migrate/page.ts'

declare const subject: Subject

/** Twice as many documents may take hardly more than twice as long. */
export const migrate: Bench = {
  name: 'migrate',
  run: async ({ browser, quick }) => {
    const [small, large] = quick ? [1000, 2000] : [5000, 10_000]
    const site = await serveFolder(await buildSubjects('migrate', ['migrate.html']))
    const one = async (submissions: number) => {
      const tab = await openTab(browser)
      try {
        await tab.page.goto(`${site.url}/migrate.html`)
        await tab.page.waitForFunction(() => 'subject' in globalThis)
        await tab.page.evaluate(count => subject.prepare(count), submissions)
        await tab.page.reload()
        await tab.page.waitForFunction(() => 'subject' in globalThis)
        const done = await tab.page.evaluate(count => subject.migrate(count), submissions)
        if (done.there < submissions) throw new Error(`Only ${done.there} came along.`)
        return done
      } finally {
        await tab.context.close()
      }
    }
    try {
      const samples = await inRounds(1, async () => ({
        small: await one(small ?? 0),
        large: await one(large ?? 0),
      }))
      const ms = (which: 'small' | 'large') => median(samples.map(sample => sample[which].ms))
      const reported = Math.min(...samples.map(sample => sample.large.reported))
      return {
        bench: 'migrate',
        workload: 'a database of version 16 opens as version 17',
        columns: ['submissions', 'ms', 'ms per 1,000'],
        rows: [
          [small ?? 0, ms('small'), (ms('small') / (small ?? 1)) * 1000],
          [large ?? 0, ms('large'), (ms('large') / (large ?? 1)) * 1000],
        ],
        gates: [
          { what: `${large} to ${small}`, value: ms('large') / ms('small'), most: 2.2 },
          {
            what: 'two divided by the reported steps of progress',
            value: 2 / reported,
            most: 1,
            unit: '',
          },
        ],
      }
    } finally {
      site.stop()
    }
  },
}
