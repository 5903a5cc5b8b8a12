import type { Bench } from '../harness/bench.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'
import { settle, watchLongTasks } from '../harness/chromium.ts'
import type { Subject } from '../subjects/db/page.ts'
import { inTurn, nth, openEngine } from './db-engines.ts'

declare const subject: Subject

export const dbBulk: Bench = {
  name: 'db-bulk',
  run: async ({ browser, quick }) => {
    const engines = ['raw', 'sealed', 'product'] as const
    const count = quick ? 2000 : 10_000
    const samples = await inRounds(quick ? 2 : 3, () =>
      inTurn(engines, async engine => {
        const context = await browser.newContext()
        const page = await openEngine(context, engine)
        await page.evaluate(() => subject.open())
        await settle(page)
        const longest = await watchLongTasks(page)
        const ms = await page.evaluate(rows => subject.bulk(rows, 1000), count)
        const task = await longest()
        await context.close()
        return { ms, task }
      }),
    )
    const of = (at: number) => samples.map(sample => nth(sample, at))
    const toRaw = (at: number) =>
      median(samples.map(sample => nth(sample, at).ms / nth(sample, 0).ms))
    const task = Math.max(...of(2).map(one => one.task))
    return {
      bench: 'db-bulk',
      workload: `${count.toLocaleString('en')} submissions as a refresh brings them, 1,000 in a page, each page durable`,
      columns: ['engine', 'ms', 'to raw', 'longest task of any round, ms'],
      rows: engines.map((engine, at) => [
        engine,
        median(of(at).map(({ ms }) => ms)),
        toRaw(at),
        Math.max(...of(at).map(one => one.task)),
      ]),
      gates: [
        { what: 'product to raw', value: toRaw(2), most: 2.5 },
        { what: 'the longest task', value: task, most: 50, unit: 'ms' },
      ],
    }
  },
}
