import type { Browser } from 'playwright'
import type { Plugin } from 'vite'
import type { Bench } from '../harness/bench.ts'
import { buildSubjects } from '../harness/build.ts'
import { launchAnyOrigin, openTab } from '../harness/chromium.ts'
import { serveFolder } from '../harness/files.ts'
import { formId } from '../load/prepare.ts'
import type { Gate } from '../harness/outcome.ts'
import { productServer, startServerProcess } from '../harness/server-process.ts'
import type { Subject, Task, Took } from '../subjects/sync/page.ts'
import type { Link } from '../subjects/sync/link.ts'

declare const subject: Subject

/** A day's work is sent over emulated networks: how close does the time come to the link's limit? */

/** The same work without a link: what the device and the server need by themselves, which no use of a link reduces. */
const noLink = 'no link'

const links: Readonly<Record<string, Link>> = {
  'very slow 2g': { effectiveType: 'slow-2g', kbps: 50, rttMs: 2000 },
  '2g': { effectiveType: '2g', kbps: 150, rttMs: 1400 },
  '3g': { effectiveType: '3g', kbps: 750, rttMs: 300 },
  '4g': { effectiveType: '4g', kbps: 3000, rttMs: 100 },
  [noLink]: { effectiveType: '4g', kbps: Number.POSITIVE_INFINITY, rttMs: 0 },
}

const isSlow = (name: string): boolean => (links[name]?.rttMs ?? 0) > 1000

const loads = [
  { what: 'submissions', submissions: 40, photos: 0, trips: 1, most: 2.2 },
  // A photo can only be sent after the server has returned its submission's id.
  { what: 'with 2 photos each', submissions: 10, photos: 2, trips: 2, most: 1.25 },
] as const

/** Half of the photos on the slowest link, where ten interviews take a minute and a half. */
const countOn = (name: string, { submissions, photos }: (typeof loads)[number]): number =>
  name === 'very slow 2g' && photos > 0 ? submissions / 2 : submissions

/** The tests' devices bring an IndexedDB in memory. The tab has its own. */
const ownIndexedDb: Plugin = {
  name: 'bench-own-indexeddb',
  enforce: 'pre',
  resolveId: id => (id === 'fake-indexeddb' ? '\0own-indexeddb' : null),
  load: id =>
    id === '\0own-indexeddb' ? 'export const { IDBFactory, IDBKeyRange } = globalThis' : null,
}

/** What was measured in one tab. */
interface Sent {
  readonly took: Took
  /** Null on a slow link, where nearly all time is the link's. */
  readonly byHand: Took | null
}

/** Does a day's work in a tab with a storage of its own and sends it; then, if asked for, the same by hand. */
const send = async (
  browser: Browser,
  address: string,
  task: Task,
  isAlsoByHand: boolean,
): Promise<Sent> => {
  const { page, context } = await openTab(browser)
  try {
    await page.goto(address)
    await page.waitForFunction(() => 'subject' in globalThis)
    const took = await page.evaluate(given => subject.run(given), task)
    const runByHand = () =>
      page.evaluate(([given, atOnce]) => subject.runByHand(given, atOnce), [
        task,
        took.atOnce,
      ] as const)
    return { took, byHand: isAlsoByHand ? await runByHand() : null }
  } finally {
    await context.close()
  }
}

/** How long an interview takes that is submitted while others and their photos go out, ms. */
const sendLate = async (browser: Browser, address: string, task: Task): Promise<number> => {
  const { page, context } = await openTab(browser)
  try {
    await page.goto(address)
    await page.waitForFunction(() => 'subject' in globalThis)
    return await page.evaluate(given => subject.runLate(given), task)
  } finally {
    await context.close()
  }
}

/** The link's own limit: every byte without a pause, plus the round trips that depend on one another, ms. */
const limitMs = ({ kbps, rttMs }: Link, { bytesUp }: Took, trips: number): number =>
  (bytesUp * 8) / kbps + rttMs * trips

export const syncNet: Bench = {
  name: 'sync-net',
  run: async ({ quick }) => {
    const names = Object.keys(links).filter(name => !quick || !isSlow(name))
    const server = await startServerProcess(productServer, null, names.length * loads.length + 1)
    const site = await serveFolder(
      await buildSubjects('sync', ['sync.html'], { external: [ownIndexedDb] }),
    )
    const browser = await launchAnyOrigin()
    try {
      const tasks = names.flatMap((name, nth) =>
        loads.map((load, at) => ({ name, load, token: server.tokens[nth * loads.length + at] })),
      )
      const measure = async ({ name, load, token }: (typeof tasks)[number]) => {
        const link = links[name]
        if (link === undefined || token === undefined) throw new Error('No such link.')
        const submissions = countOn(name, load)
        const task = { url: server.url, token, formId, link, submissions, photos: load.photos }
        const { took, byHand } = await send(browser, `${site.url}/sync.html`, task, !isSlow(name))
        const limit = limitMs(link, took, load.trips)
        return { name, load, submissions, took, byHand, toLimit: took.ms / limit, limit }
      }
      // On a slow link nearly all time is waiting, so these are measured in parallel and the others one after the
      // other.
      const sent = await Promise.all(tasks.filter(({ name }) => isSlow(name)).map(measure))
      for (const task of tasks) if (!isSlow(task.name)) sent.push(await measure(task))
      const [third, lateToken] = [links['3g'], server.tokens.at(-1)]
      if (third === undefined || lateToken === undefined) throw new Error('No such link.')
      const lateMs = await sendLate(browser, `${site.url}/sync.html`, {
        url: server.url,
        token: lateToken,
        formId,
        link: third,
        submissions: 40,
        photos: 2,
        withPhotos: 5,
      })
      const gated = sent.filter(
        ({ name, load }) => name !== noLink && (load.photos > 0 || name !== '4g'),
      )
      const worst = (load: (typeof loads)[number]): number =>
        Math.max(...gated.filter(one => one.load === load).map(({ toLimit }) => toLimit))
      const retried = sent.reduce(
        (sum, { took, byHand }) => sum + took.retried + (byHand?.retried ?? 0),
        0,
      )
      return {
        bench: 'sync-net',
        workload:
          '40 submissions, and 5 or 10 with two photos of 20 kB each, over emulated links of 50, 150, 750 and 3,000 kbps',
        columns: [
          'link',
          'load',
          's',
          'by hand, s',
          'to the link’s limit',
          'by hand, to the limit',
          'requests',
          'at once',
        ],
        rows: sent.map(({ name, load, submissions, took, byHand, toLimit, limit }) => [
          name,
          `${submissions} ${load.what}`,
          took.ms / 1000,
          byHand === null ? '' : byHand.ms / 1000,
          name === noLink ? '' : toLimit,
          name === noLink || byHand === null ? '' : byHand.ms / limit,
          took.requests,
          took.atOnce,
        ]),
        gates: [
          ...loads.map((load): Gate => ({
            what: `${load.what}, to the link's limit${load.photos === 0 ? ', to 3g' : ''}, the worst link`,
            value: worst(load),
            most: load.most,
          })),
          {
            what: 'an interview submitted while 40 and ten photos of 300 kB go out over 3g',
            value: lateMs / 1000,
            most: 8,
            unit: 's',
          },
          { what: 'tried again', value: retried, most: 0, unit: '' },
        ],
      }
    } finally {
      await browser.close()
      site.stop()
      await server.stop()
    }
  },
}
