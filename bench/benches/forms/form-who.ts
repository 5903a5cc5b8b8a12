import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { startServer } from '../../../tests/e2e/server.ts'
import type { Subject } from '../../fill/fields.ts'
import { whoForm } from '../../fill/who-form.ts'
import type { Bench } from '../../harness/bench.ts'
import { buildProduct, buildSubjects } from '../../harness/build.ts'
import { openTab, settle } from '../../harness/chromium.ts'
import { out, root, serveFolder } from '../../harness/files.ts'
import { median, quantile } from '../../harness/outcome.ts'
import { prepareProduct } from '../../harness/product-tab.ts'
import { inRounds } from '../../harness/rounds.ts'

/** A survey as long and as conditional as the WHO's verbal autopsy, in the app itself, on a slow processor. */

const throttle = 4
const first = '[data-field="0"]'
const path = `/projects/survey/${whoForm.id}`
/** Changes of each round: the first time that a question is answered, and of the first answer. */
const answers = 40
const toggles = 6

/** Presses the survey's link in the list of surveys. Returns the clock time until its first question is painted, ms. */
const open = (page: Page): Promise<number> =>
  page.evaluate(
    ([link, question]) =>
      new Promise<number>((resolve, reject) => {
        const element = document.querySelector<HTMLElement>(link)
        if (element === null) return reject(new Error('The survey has no link.'))
        const started = performance.now()
        new MutationObserver((_, observer) => {
          if (document.querySelector(question) === null) return
          observer.disconnect()
          // A timer that is set in a frame runs after its paint.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
        }).observe(document, { childList: true, subtree: true })
        element.click()
      }),
    [`main a[href^="${path}"]`, first] as const,
  )

/** Clock times after a change, in ms. */
interface Shown {
  /** Until the next frame is painted. */
  readonly frame: number
  /** Until the questions that the change shows are painted. */
  readonly all: number
}

/** Chooses an option of the first choice on screen, or of the first without an answer. */
const press = (page: Page, which: 'first' | 'unanswered', option: number): Promise<Shown> =>
  page.evaluate(
    async ([wanted, at]) => {
      const all = document.querySelectorAll('[data-field]:not([hidden]):has(input[type="radio"])')
      const question = [...all].find(
        one => wanted === 'first' || one.querySelector('input:checked') === null,
      )
      question?.scrollIntoView({ block: 'center' })
      // The questions that came near are mounted.
      await new Promise(resolve => setTimeout(resolve, 200))
      const input = question?.querySelectorAll<HTMLElement>('input[type="radio"]')[at]
      if (input === undefined) throw new Error('There is nothing to choose.')
      const started = performance.now()
      input.click()
      let frame = 0
      do {
        await new Promise<void>(resolve => {
          requestAnimationFrame(() => setTimeout(resolve))
        })
        if (frame === 0) frame = performance.now() - started
      } while (document.querySelector('[data-coming]') !== null)
      return { frame, all: performance.now() - started }
    },
    [which, option] as const,
  )

/**
 * Answers the choices from top to bottom, most of them with yes, which shows further groups; then hides and shows the
 * first group several times.
 */
const change = async (page: Page): Promise<readonly Shown[]> => {
  const each: Shown[] = []
  for (let n = 0; n < answers; n += 1)
    each.push(await press(page, 'unanswered', n % 5 === 4 ? 1 : 0))
  for (let n = 0; n < toggles; n += 1) each.push(await press(page, 'first', (n + 1) % 2))
  return each
}

/** A round on a new phone, because a draft of an earlier round would be asked about. */
const measure = async (browser: Browser, url: string) => {
  const context = await prepareProduct(browser, url)
  try {
    const { page, cdp } = await openTab(browser, context)
    // Brings the form to the device.
    await page.goto(`${url}${path}?new=true`)
    await page.waitForSelector(first, { timeout: 30_000 })
    await page.goto(`${url}/projects/all-surveys`)
    await page.waitForSelector(`main a[href^="${path}"]`)
    await settle(page, 2000)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    const opened = await open(page)
    await settle(page, 2000)
    return { opened, shown: await change(page) }
  } finally {
    await context.close()
  }
}

declare const subject: Subject

const byHand = 'fill/floor.html'

/** The same changes of the same survey in a form by hand, which has no components, stores nothing and scores nothing. */
const measureByHand = async (browser: Browser, url: string): Promise<readonly Shown[]> => {
  const { page, context, cdp } = await openTab(browser)
  try {
    await page.goto(`${url}/${byHand}?form=who`)
    await page.waitForFunction(() => 'subject' in globalThis)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    await page.evaluate(() => subject.mount())
    await settle(page, 2000)
    return await change(page)
  } finally {
    await context.close()
  }
}

export const formWho: Bench = {
  name: 'form-who',
  run: async ({ browser, quick }) => {
    await buildProduct()
    mkdirSync(out, { recursive: true })
    const file = `${out}who-form.json`
    writeFileSync(file, JSON.stringify(whoForm))
    const site = await serveFolder(await buildSubjects('who', [byHand], { root: `${root}bench/` }))
    const server = await startServer()
    try {
      await server.admin('form', 'publish', file, '--assign-all')
      const rounds = await inRounds(quick ? 1 : 3, () => measure(browser, server.url))
      // By hand there is no gate, so one round is enough.
      const byHand = await inRounds(1, () => measureByHand(browser, site.url))
      const opened = median(rounds.map(round => round.opened))
      const shown = rounds.flatMap(round => round.shown)
      const frames = shown.map(({ frame }) => frame)
      const all = shown.map(each => each.all)
      const framesByHand = byHand.flat().map(({ frame }) => frame)
      const late = quantile(frames, 0.95)
      const lateByHand = quantile(framesByHand, 0.95)
      return {
        bench: 'form-who',
        workload: `a generated survey of 400 questions, 380 of them conditional in nested groups, with scores, at ${throttle} × throttle`,
        columns: ['what', 'ms', 'by hand, ms'],
        rows: [
          ['opening it from the list of surveys', opened, ''],
          ['the frame after a change, median', median(frames), median(framesByHand)],
          ['the frame after a change, 95th of 100', late, lateByHand],
          ['the frame after a change, the worst', Math.max(...frames), Math.max(...framesByHand)],
          ['the questions that a change shows, 95th of 100', quantile(all, 0.95), lateByHand],
        ],
        gates: [
          { what: 'opening', value: opened, most: 1500, unit: 'ms' },
          { what: 'the frame after a change, 95th of 100', value: late, most: 100, unit: 'ms' },
        ],
      }
    } finally {
      await server.stop()
      site.stop()
    }
  },
}
