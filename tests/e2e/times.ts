import type { Page } from 'playwright'

declare global {
  interface Window {
    /** Times recorded by a test, epoch ms. */
    testTimes?: number[]
  }
}

/** Records when each submission is shown in the current list. */
export const watchCards = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = []
    window.testTimes = times
    const cards = () => [...document.querySelectorAll('h2[id^="s-"]')].map(({ id }) => id)
    const seen = new Set(cards())
    new MutationObserver(() => {
      for (const id of cards()) {
        if (seen.has(id)) continue
        seen.add(id)
        times.push(performance.timeOrigin + performance.now())
      }
    }).observe(document.body, { childList: true, subtree: true })
  })

/** The recorded times, oldest first. */
export const readTimes = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => window.testTimes ?? [])

/** The median, which a single outlier does not change. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
