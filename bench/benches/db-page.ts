import type { Bench } from '../harness/bench.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'
import type { ListName } from '../subjects/db/engine.ts'
import type { Subject } from '../subjects/db/page.ts'
import { filledOnce, inTurn, nth, openEngine, sizesOf, type EngineName } from './db-engines.ts'

declare const subject: Subject

const lists: readonly ListName[] = ['newest', 'form', 'pending']

/** The lists in another order in each round, because the first to be read also wakes the tab. */
const inOrderOf = (round: number): readonly ListName[] => {
  const first = round % lists.length
  return [...lists.slice(first), ...lists.slice(0, first)]
}

export const dbPage: Bench = {
  name: 'db-page',
  run: async ({ browser, quick }) => {
    const engines = ['raw', 'sealed', 'product'] as const
    const sizes = sizesOf(quick)
    // What unsealing takes is the same in a large storage, and filling one takes a minute.
    const enginesAt = (total: number) =>
      engines.filter(engine => engine !== 'sealed' || total === sizes[0])
    const medians = new Map<string, number>()
    for (const total of sizes) {
      const contexts = await inTurn(enginesAt(total), engine => filledOnce(browser, engine, total))
      const pages = await inTurn(contexts, async (context, at) => {
        const page = await openEngine(context, nth(enginesAt(total), at))
        await page.evaluate(() => subject.open())
        return page
      })
      const samples = await inRounds(quick ? 3 : 6, round =>
        inTurn(pages, page =>
          page.evaluate(
            async ([names, rows]) => {
              const each: Record<string, number[]> = {}
              for (const name of names) each[name] = await subject.pages(name, rows, 10)
              return each
            },
            [inOrderOf(round), total] as const,
          ),
        ),
      )
      for (const [at, engine] of enginesAt(total).entries()) {
        for (const list of lists) {
          const all = samples.flatMap(sample => nth(sample, at)[list] ?? [])
          medians.set(`${engine} ${list} ${total}`, median(all))
        }
      }
      // A cold start must find nothing open.
      for (const page of pages) await page.close()
    }
    const of = (engine: EngineName, list: ListName, total: number) =>
      medians.get(`${engine} ${list} ${total}`) ?? Number.NaN
    const cell = (value: number) => (Number.isNaN(value) ? '' : value)
    const largest = sizes.at(-1) ?? 0
    const smallest = sizes[0] ?? 0
    return {
      bench: 'db-page',
      workload: 'fifty rows from different places of a list: all, one form, what waits to be sent',
      columns: [
        'submissions',
        'list',
        ...engines.map(engine => `${engine}, ms`),
        'sealed to raw',
        'product to raw',
      ],
      rows: sizes.flatMap(total =>
        lists.map(list => [
          total.toLocaleString('en'),
          list,
          ...engines.map(engine => cell(of(engine, list, total))),
          cell(of('sealed', list, total) / of('raw', list, total)),
          of('product', list, total) / of('raw', list, total),
        ]),
      ),
      gates: lists.flatMap(list => [
        {
          what: `${list}, product to raw, the worst size`,
          value: Math.max(
            ...sizes.map(total => of('product', list, total) / of('raw', list, total)),
          ),
          most: 3,
        },
        {
          what: `${list}, ${largest} to ${smallest}`,
          value: of('product', list, largest) / of('product', list, smallest),
          most: 1.5,
        },
      ]),
      curves: [
        {
          title: 'A page of 50',
          unit: 'ms',
          series: (['raw', 'product'] as const).map(name => ({
            name,
            points: sizes.map(total => [total, of(name, 'newest', total)] as const),
          })),
        },
      ],
    }
  },
}
