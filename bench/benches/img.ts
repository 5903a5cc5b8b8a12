import { copyFileSync, mkdirSync } from 'node:fs'
import type { Bench } from '../harness/bench.ts'
import { buildSubjects } from '../harness/build.ts'
import { openTab, watchLongTasks } from '../harness/chromium.ts'
import { root, serveFolder } from '../harness/files.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'
import type { Subject, Way } from '../subjects/img/page.ts'

declare const subject: Subject

const libraryFile = 'browser-image-compression.js'
const photos = [
  { name: '12 MP', width: 4000, height: 3000 },
  { name: '48 MP', width: 8000, height: 6000 },
] as const

/** Compressing a photo for a slow network, compared with one decoding and one encoding. */
export const img: Bench = {
  name: 'img',
  run: async ({ browser, quick }) => {
    const folder = await buildSubjects('img', ['img.html'])
    mkdirSync(`${folder}/vendor`, { recursive: true })
    copyFileSync(
      `${root}node_modules/browser-image-compression/dist/${libraryFile}`,
      `${folder}/vendor/${libraryFile}`,
    )
    const site = await serveFolder(folder)
    const tab = await openTab(browser)
    const elsewhere: string[] = []
    tab.context.on('request', request => {
      const url = request.url()
      if (!url.startsWith(site.url) && !/^(blob|data):/.test(url)) elsewhere.push(url)
    })
    const rows: (string | number)[][] = []
    const gates = []
    try {
      await tab.page.goto(`${site.url}/img.html`)
      await tab.page.waitForFunction(() => 'subject' in globalThis)
      for (const { name, width, height } of quick ? photos.slice(0, 1) : photos) {
        const bytes = await tab.page.evaluate(([x, y]) => subject.prepare(x, y), [
          width,
          height,
        ] as const)
        // The first call loads the library.
        await tab.page.evaluate(() => subject.shrink('product'))
        const samples = await inRounds(name === '12 MP' && !quick ? 3 : 2, async () => {
          const floor = await tab.page.evaluate(() => subject.shrink('floor'))
          const library = await tab.page.evaluate(() => subject.shrink('library'))
          const longest = await watchLongTasks(tab.page)
          const product = await tab.page.evaluate(() => subject.shrink('product'))
          return { floor, library, product, task: await longest() }
        })
        const ms = (way: Way) => median(samples.map(one => one[way].ms))
        const toFloor = (way: Way) => median(samples.map(one => one[way].ms / one.floor.ms))
        const task = Math.max(...samples.map(one => one.task))
        const size = median(samples.map(({ product }) => product.bytes)) / 1024
        rows.push([
          `${name}, ${(bytes / 1e6).toFixed(1)} MB`,
          ms('floor'),
          ms('library'),
          toFloor('library'),
          ms('product'),
          toFloor('product'),
          task,
          size,
        ])
        gates.push(
          { what: `${name}, to one decoding and encoding`, value: toFloor('product'), most: 1.5 },
          { what: `${name}, the longest task`, value: task, most: 50, unit: 'ms' },
        )
      }
    } finally {
      await tab.context.close()
      site.stop()
    }
    return {
      bench: 'img',
      workload: 'a photo is made small enough to be sent',
      columns: [
        'photo',
        'floor, ms',
        'the library, size known, ms',
        'to floor',
        'product, ms',
        'to floor',
        'longest task, ms',
        'result, KB',
      ],
      rows,
      gates: [...gates, { what: 'requests elsewhere', value: elsewhere.length, most: 0, unit: '' }],
    }
  },
}
