import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'
import { askOurServer } from '../our-backend.ts'
import { cloneSubmissions, storedSubmissions } from '../stored.ts'

interface Timing {
  /** From the reload to the first page of rows, ms. */
  readonly rows: number
  /** From the reload to the count over all rows, ms. */
  readonly count: number
}

const rounds = 5

/** Reloads the list and measures inside the page. */
const measureOnce = async (page: Page, expected: number): Promise<Timing> => {
  await page.reload()
  await expect(page.getByText(`${expected} submissions`)).toBeAttached({ timeout: 60_000 })
  await expect(page.locator('h3[id^="s-"]')).toHaveCount(50)
  return page.evaluate(() => window.testTimings ?? { rows: 0, count: 0 })
}

declare global {
  interface Window {
    testTimings?: Timing
  }
}

/** The best of several rounds, because other load on the machine only makes it slower. */
const measure = async (page: Page, expected: number): Promise<Timing> => {
  const timings: Timing[] = []
  for (let round = 0; round < rounds; round += 1) timings.push(await measureOnce(page, expected))
  return {
    rows: Math.min(...timings.map(({ rows }) => rows)),
    count: Math.min(...timings.map(({ count }) => count)),
  }
}

/** Makes each page record when its list is shown, ms after its request. */
const watchList = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const timings = { rows: 0, count: 0 }
    window.testTimings = timings
    new MutationObserver(() => {
      const now = performance.now()
      if (timings.rows === 0 && document.querySelectorAll('h3[id^="s-"]').length >= 50) {
        timings.rows = now
      }
      if (timings.count === 0 && /\d+ submissions/.test(document.body?.textContent ?? '')) {
        timings.count = now
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })

test('the list opens as fast with 100,000 submissions as with 1,000', async ({ phone, server }) => {
  test.setTimeout(600_000)
  const { rows } = await askOurServer(server)
  const had = (await rows()).length
  const context = await phone.open()
  const page = await context.newPage()
  await watchList(page)
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 30_000 }).toBe(had)
  await untilWorker(page)
  // Offline, so that rows that are not on the server are not looked for there during the measurement.
  await context.setOffline(true)
  await page.goto(`${server.url}/survey-data`)

  const measured: Timing[] = []
  for (const total of [1000, 100_000]) {
    await cloneSubmissions(page, total - (await storedSubmissions(page)))
    measured.push(await measure(page, total))
  }
  const [small, large] = measured
  if (small === undefined || large === undefined) throw new Error('Nothing was measured.')
  const ratio = { rows: large.rows / small.rows, count: large.count / small.count }
  // The count walks every row, so it starts only after the first rows are shown.
  const bounds = { rows: 1.5, count: 3 }
  for (const what of ['rows', 'count'] as const) {
    console.log(
      `${what}: ${small[what].toFixed(0)} ms with 1,000, ${large[what].toFixed(0)} ms with 100,000, ` +
        `ratio ${ratio[what].toFixed(2)} (bound ${bounds[what]})`,
    )
    expect(ratio[what], what).toBeLessThan(bounds[what])
  }
})
