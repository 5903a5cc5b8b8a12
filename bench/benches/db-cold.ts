import type { Bench } from '../harness/bench.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'
import type { BrowserContext } from 'playwright'
import type { Subject } from '../subjects/db/page.ts'
import { filledOnce, inTurn, nth, openEngine, sizesOf, type EngineName } from './db-engines.ts'

declare const subject: Subject

/** The time of a start in a fresh page: everything opened, the first rows, and the counts; ms. */
const coldOnce = async (context: BrowserContext, engine: EngineName) => {
  const page = await openEngine(context, engine)
  const times = await page.evaluate(() => subject.cold())
  await page.evaluate(() => subject.close())
  await page.close()
  return times
}

export const dbCold: Bench = {
  name: 'db-cold',
  run: async ({ browser, quick }) => {
    const engines = ['raw', 'product'] as const
    const sizes = sizesOf(quick)
    const medians = new Map<string, { opened: number; rows: number; all: number }>()
    for (const total of sizes) {
      const contexts = await inTurn(engines, engine => filledOnce(browser, engine, total))
      // After a large write, the browser's own work slows down the first start.
      for (const [at, engine] of engines.entries()) await coldOnce(nth(contexts, at), engine)
      const samples = await inRounds(quick ? 3 : 5, () =>
        inTurn(engines, (engine, at) => coldOnce(nth(contexts, at), engine)),
      )
      for (const [at, engine] of engines.entries()) {
        const own = samples.map(sample => nth(sample, at))
        medians.set(`${engine} ${total}`, {
          opened: median(own.map(({ opened }) => opened)),
          rows: median(own.map(({ rows }) => rows)),
          all: median(own.map(({ all }) => all)),
        })
      }
      for (const context of contexts) await context.close()
    }
    const of = (engine: EngineName, total: number) =>
      medians.get(`${engine} ${total}`) ?? { opened: Number.NaN, rows: Number.NaN, all: Number.NaN }
    const largest = sizes.at(-1) ?? 0
    const smallest = sizes[0] ?? 0
    return {
      bench: 'db-cold',
      workload: 'a fresh page opens everything, reads the newest 50 of the submissions and counts',
      columns: ['submissions', 'engine', 'opened, ms', 'first rows, ms', 'counted, ms'],
      rows: sizes.flatMap(total =>
        engines.map(engine => {
          const { opened, rows, all } = of(engine, total)
          return [total.toLocaleString('en'), engine, opened, rows, all]
        }),
      ),
      gates: [
        {
          what: `first rows, ${largest} to ${smallest} submissions`,
          value: of('product', largest).rows / of('product', smallest).rows,
          most: 1.3,
        },
        {
          what: `all, product to raw at ${largest}`,
          value: of('product', largest).all / of('raw', largest).all,
          most: 6,
        },
      ],
      curves: [
        {
          title: 'Cold start to the first rows',
          unit: 'ms',
          series: engines.map(name => ({
            name,
            points: sizes.map(total => [total, of(name, total).rows] as const),
          })),
        },
      ],
    }
  },
}
