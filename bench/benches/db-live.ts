import type { Bench } from '../harness/bench.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'
import type { Page } from 'playwright'
import type { Subject } from '../subjects/db/page.ts'
import { filled, inTurn, nth, openEngine } from './db-engines.ts'

declare const subject: Subject

/** Submits in one tab, and returns how long the lists of this tab and of another took to change, ms. */
const liveOnce = async (here: Page, there: Page, at: number) => {
  const { started, here: hereMs } = await here.evaluate(n => subject.submitAndWait(n), at)
  const changed = await there.waitForFunction(since => subject.changedAt(since), started, {
    polling: 20,
  })
  return { here: hereMs, there: Number(await changed.jsonValue()) - started }
}

export const dbLive: Bench = {
  name: 'db-live',
  run: async ({ browser, quick }) => {
    // 'sealed' is the floor of a list whose rows are unreadable on the device.
    const engines = ['raw', 'sealed', 'product'] as const
    const tabs = await inTurn(engines, async engine => {
      const context = await filled(browser, engine, 10_000)
      const pair = await inTurn([0, 1], () => openEngine(context, engine))
      for (const page of pair) {
        await page.evaluate(async () => {
          await subject.open()
          await subject.watch()
        })
      }
      return { context, here: nth(pair, 0), there: nth(pair, 1) }
    })
    const times = quick ? 5 : 10
    const samples = await inRounds(quick ? 3 : 5, round =>
      inTurn(tabs, async ({ here, there }) => {
        const each: { here: number; there: number }[] = []
        for (let n = 0; n < times; n += 1) each.push(await liveOnce(here, there, round * times + n))
        return {
          here: median(each.map(one => one.here)),
          there: median(each.map(one => one.there)),
        }
      }),
    )
    for (const { context } of tabs) await context.close()
    const ratio = (where: 'here' | 'there') =>
      median(samples.map(sample => nth(sample, 2)[where] / nth(sample, 0)[where]))
    return {
      bench: 'db-live',
      workload: 'an interview is submitted, and the list of the newest 50 among 10,000 changes',
      columns: ['engine', 'in this tab, ms', 'in another tab, ms'],
      rows: engines.map((engine, at) => [
        engine,
        median(samples.map(sample => nth(sample, at).here)),
        median(samples.map(sample => nth(sample, at).there)),
      ]),
      gates: [
        { what: 'this tab, to raw', value: ratio('here'), most: 1.2 },
        { what: 'another tab, to raw', value: ratio('there'), most: 1.2 },
      ],
    }
  },
}
