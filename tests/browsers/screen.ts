import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Tab } from './driver.ts'
import { ask, pick, type Question, type Target } from './page-script.ts'
import { untilFound } from './processes.ts'

/** What a surveyor does on a screen. Everything waits until it can be done, at most half a minute. */
export interface Screen {
  readonly open: (url: string) => Promise<void>
  readonly press: (target: Target) => Promise<void>
  /** Replaces what is in an input. */
  readonly enter: (target: Target, text: string) => Promise<void>
  /** Types into what has the focus. */
  readonly type: (text: string) => Promise<void>
  /** Chooses a date, or an option of a list by its index. */
  readonly pick: (css: string, value: string | number) => Promise<void>
  readonly attach: (css: string, paths: readonly string[]) => Promise<void>
  readonly see: (target: Target, patienceMs?: number) => Promise<void>
  readonly gone: (target: Target, patienceMs?: number) => Promise<void>
  readonly count: (target: Target) => Promise<number>
  readonly value: (target: Target) => Promise<string>
  readonly path: () => Promise<string>
  readonly run: (body: string) => Promise<string>
  readonly picture: () => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** testing-library's queries, which find things as people and screen readers do. */
const queries = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)

/** The compiler's helper that keeps the names of functions. */
const helper = 'const __name = each => each;'

const call = (fn: (...given: never[]) => unknown, ...given: readonly unknown[]) =>
  `${helper} return (${fn.toString()})(${given.map(each => JSON.stringify(each)).join(', ')})`

/** The screen of a tab. */
export const screenOf = (tab: Tab): Screen => {
  const bringQueries = async () => {
    if ((await tab.run('return String("queries" in window)')) === 'true') return
    await tab.run(
      `const exports = {}, module = { exports }; ${queries}; window.queries = { ...module.exports, RegExp }; return ''`,
    )
  }
  const askPage = async (question: Question, target: Target): Promise<string> => {
    await bringQueries()
    return tab.run(call(ask, question, target))
  }
  const named = (target: Target) => JSON.stringify(target)
  const count = async (target: Target) => Number(await askPage('count', target))
  const pressAt = async (question: 'point' | 'select', target: Target) => {
    const point = await untilFound(`${named(target)} to press`, async () => {
      const found = await askPage(question, target)
      return found === '' ? null : found
    })
    const [x = 0, y = 0] = point.split(' ').map(Number)
    await tab.press(x, y)
  }
  return {
    open: tab.open,
    press: target => pressAt('point', target),
    enter: async (target, text) => {
      await pressAt('point', target)
      await askPage('select', target)
      await tab.type(text)
    },
    type: tab.type,
    pick: async (css, value) => {
      await untilFound(css, async () => ((await tab.run(call(pick, css, value))) ? true : null))
    },
    attach: async (css, paths) => {
      await untilFound(css, async () => {
        await tab.attach(css, paths)
        return true
      })
    },
    see: async (target, patienceMs) => {
      await untilFound(named(target), async () => (await count(target)) || null, patienceMs)
    },
    gone: async (target, patienceMs) => {
      const isGone = async () => (await count(target)) === 0 || null
      await untilFound(`no ${named(target)}`, isGone, patienceMs)
    },
    count,
    value: target => askPage('value', target),
    path: () => tab.run('return location.pathname'),
    run: tab.run,
    picture: tab.picture,
    close: tab.close,
  }
}
