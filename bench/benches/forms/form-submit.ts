import type { Bench } from '../../harness/bench.ts'
import { buildSubjects } from '../../harness/build.ts'
import { openTab } from '../../harness/chromium.ts'
import { root, serveFolder } from '../../harness/files.ts'
import { median } from '../../harness/outcome.ts'
import { inRounds } from '../../harness/rounds.ts'
import type { Subject } from '../../subjects/submit/page.ts'

declare const subject: Subject

/** The time from the press of Submit until an interview of 500 answers is durable, offline. */
export const formSubmit: Bench = {
  name: 'form-submit',
  run: async ({ browser, quick }) => {
    const pages = ['subjects/submit.html']
    const site = await serveFolder(await buildSubjects('submit', pages, { root: `${root}bench/` }))
    const one = async (how: 'floor' | 'product') => {
      const tab = await openTab(browser)
      try {
        await tab.page.goto(`${site.url}/${pages[0]}`)
        await tab.page.waitForFunction(() => 'subject' in globalThis)
        return { ms: await tab.page.evaluate(which => subject.submit(which), how) }
      } finally {
        await tab.context.close()
      }
    }
    try {
      const samples = await inRounds(quick ? 3 : 5, async () => ({
        floor: await one('floor'),
        product: await one('product'),
      }))
      const ms = (which: 'floor' | 'product') => median(samples.map(sample => sample[which].ms))
      return {
        bench: 'form-submit',
        workload: '500 questions, all but files and telephones answered, are checked and submitted',
        columns: ['what', 'ms'],
        rows: [
          ['IndexedDB by hand', ms('floor')],
          ['product', ms('product')],
        ],
        gates: [
          {
            what: 'to IndexedDB by hand',
            value: median(samples.map(({ floor, product }) => product.ms / floor.ms)),
            most: 3,
          },
        ],
      }
    } finally {
      site.stop()
    }
  },
}
