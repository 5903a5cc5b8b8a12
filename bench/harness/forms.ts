import { existsSync } from 'node:fs'
import type { Browser } from 'playwright'
import { middleText } from '../fill/fields.ts'
import { buildSubjects } from './build.ts'
import { cpuMs, openTab, type Tab } from './chromium.ts'
import { root, serveFolder } from './files.ts'

/**
 * One survey in the product, in a hand-written form and in other products, with the cost of showing and filling
 * it.
 */

export interface FormCosts {
  /** Processor ms until the page is idle. */
  readonly mount: number
  /** Processor ms per key, including everything that follows from it. */
  readonly key: number
  /** Processor ms per change of a choice; NaN when no choice was named. */
  readonly change: number
  readonly nodes: number
}

interface FormSubject {
  readonly mount: () => void
  readonly input?: (index: number) => Element | null
}
declare const subject: FormSubject

export type FormName = 'floor' | 'product' | 'survey' | 'formio' | 'odk'

const pages: Readonly<Record<FormName, string>> = {
  floor: 'fill/floor.html',
  product: 'fill/product.html',
  survey: 'peers/survey.html',
  formio: 'peers/formio.html',
  odk: 'peers/odk.html',
}

/** The other products that are installed. */
export const peers = (): readonly FormName[] =>
  existsSync(`${root}bench/node_modules/survey-core`) ? ['survey', 'formio', 'odk'] : []

let site: Promise<string> | null = null
const buildAll = async (): Promise<string> => {
  const wanted = [pages.floor, pages.product, ...peers().map(name => pages[name])]
  return (await serveFolder(await buildSubjects('forms', wanted, { root: `${root}bench/` }))).url
}

/** Waits until the page is idle. */
const calm = async (tab: Tab): Promise<void> => {
  for (let looks = 0; looks < 200; looks += 1) {
    const before = await cpuMs(tab)
    await tab.page.waitForTimeout(250)
    if ((await cpuMs(tab)) - before < 4) return
  }
}

const keys = 'abcdefghijklmnop'

/** Variations of the plain survey. */
interface FormOptions {
  /** Scrolls through all of it first. */
  readonly scroll?: boolean
  /** Another survey of the same length, for the product and the form by hand, which has its measured rule alone. */
  readonly form?: 'plain' | 'logic' | 'large'
  /** The occurrences of the repeat of a large survey. */
  readonly occurrences?: number
  /** The index of the text to type into; by default in the middle. */
  readonly at?: number
  /** The index of a choice to change. */
  readonly choiceAt?: number
}

/** Renders a survey with the given number of questions and types in it. */
export const measureForm = async (
  browser: Browser,
  name: FormName,
  fields: number,
  options: FormOptions = {},
): Promise<FormCosts> => {
  const { scroll = false, form = 'plain', occurrences = 1, at = middleText(fields) } = options
  const url = await (site ??= buildAll())
  const tab = await openTab(browser)
  const { page } = tab
  try {
    const query = `fields=${fields}&form=${form}&occurrences=${occurrences}`
    await page.goto(`${url}/${pages[name]}?${query}`)
    await page.waitForFunction(() => 'subject' in globalThis)
    await calm(tab)
    const before = await cpuMs(tab)
    await page.evaluate(() => subject.mount())
    await calm(tab)
    const mount = (await cpuMs(tab)) - before
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
    if (scroll) await scrollThrough(tab)
    await focusOn(tab, at, fields)
    // The first key creates a draft and is not typical, so it is not measured.
    await page.keyboard.type('x')
    await calm(tab)
    const idle = await cpuMs(tab)
    await page.keyboard.type(keys, { delay: 60 })
    await calm(tab)
    const key = ((await cpuMs(tab)) - idle) / keys.length
    const { choiceAt } = options
    const change = choiceAt === undefined ? Number.NaN : await measureChange(tab, choiceAt, fields)
    return { mount, nodes, key, change }
  } finally {
    await tab.context.close()
  }
}

/** Processor ms per change between the first two options of a choice. */
const measureChange = async (tab: Tab, index: number, fields: number): Promise<number> => {
  const press = (times: number) =>
    tab.page.evaluate(
      async ([at, presses]) => {
        const options = document.querySelectorAll<HTMLElement>(`[data-field="${at}"] input`)
        for (let n = 0; n < presses; n += 1) {
          options[n % 2]?.click()
          await new Promise(resolve => setTimeout(resolve, 60))
        }
      },
      [index, times] as const,
    )
  await focusOn(tab, index, fields)
  // Renders what the choice shows for the first time.
  await press(2)
  await calm(tab)
  const before = await cpuMs(tab)
  await press(keys.length)
  await calm(tab)
  return ((await cpuMs(tab)) - before) / keys.length
}

const scrollThrough = async ({ page }: Tab): Promise<void> => {
  await page.mouse.move(180, 400)
  for (let steps = 0; steps < 400; steps += 1) {
    const isAtEnd = await page.evaluate(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement
      return scrollTop + clientHeight >= scrollHeight - 2
    })
    if (isAtEnd) return
    await page.mouse.wheel(0, 2000)
    await page.waitForTimeout(40)
  }
}

/** How the product names the part of a question: each section of ten is one. */
const partOf = (index: number): string => `${Math.floor(index / 10)}.0`

const focusOn = async (tab: Tab, index: number, fields: number): Promise<void> => {
  const { page } = tab
  const find = () =>
    page.evaluate(at => {
      const input =
        subject.input?.(at) ?? document.querySelector<HTMLElement>(`[data-field="${at}"] input`)
      if (!(input instanceof HTMLElement)) return false
      input.scrollIntoView({ block: 'center' })
      input.focus()
      return document.activeElement === input
    }, index)
  await page.evaluate(
    ([part, share]) => {
      const known = document.querySelector(`[data-part="${part}"]`)
      if (known !== null) known.scrollIntoView()
      else window.scrollTo(0, document.documentElement.scrollHeight * share)
    },
    [partOf(index), index / fields] as const,
  )
  // A part is rendered when it comes near the window, so it may take a few tries to reach the middle.
  for (let looks = 0; looks < 60; looks += 1) {
    if (await find()) return
    await page.mouse.wheel(0, 400)
    await calm(tab)
  }
  throw new Error(`The question at ${index} could not be found.`)
}
