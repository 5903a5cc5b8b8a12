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
  /** A survey with rules. */
  readonly logic?: boolean
  /** The index of the text to type into; by default in the middle. */
  readonly at?: number
}

/** Renders a survey with the given number of questions and types in it. */
export const measureForm = async (
  browser: Browser,
  name: FormName,
  fields: number,
  { scroll = false, logic = false, at = middleText(fields) }: FormOptions = {},
): Promise<FormCosts> => {
  const url = await (site ??= buildAll())
  const tab = await openTab(browser)
  const { page } = tab
  try {
    await page.goto(`${url}/${pages[name]}?fields=${fields}${logic ? '&logic' : ''}`)
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
    return { mount, nodes, key: ((await cpuMs(tab)) - idle) / keys.length }
  } finally {
    await tab.context.close()
  }
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
  await page.evaluate(share => {
    window.scrollTo(0, document.documentElement.scrollHeight * share)
  }, index / fields)
  // A part is rendered when it comes near the window, so it may take a few tries to reach the middle.
  for (let looks = 0; looks < 60; looks += 1) {
    if (await find()) return
    await page.mouse.wheel(0, 400)
    await calm(tab)
  }
  throw new Error(`The question at ${index} could not be found.`)
}
