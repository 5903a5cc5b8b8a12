import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'

/** How much of the window may move while a screen appears: the browsers' limit for a good page (web.dev/cls). */
const limit = 0.1

/** The sum of the shifts of a new tab at an address, until its content has been there for a second. */
const shiftsOf = async (page: Page, url: string, content: string): Promise<number> => {
  const tab = await page.context().newPage()
  await tab.setViewportSize({ width: 412, height: 823 })
  await tab.addInitScript(() => {
    const seen = { total: 0 }
    Object.assign(window, { shifts: seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.total += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await tab.goto(url)
  await tab.locator(content).first().waitFor()
  await tab.waitForTimeout(1000)
  const total = await tab.evaluate(
    () => (window as unknown as { shifts: { total: number } }).shifts.total,
  )
  await tab.close()
  return total
}

test('nothing on a screen moves away from under the finger while it appears', async ({
  page,
  server,
  backend,
}) => {
  await signInForField(page, server.url, backend.formCount)
  const open = (path: string, content: string) => shiftsOf(page, server.url + path, content)
  expect(await open('/dashboard', 'figure svg'), 'dashboard').toBeLessThan(limit)
  expect(await open('/survey-data', 'article'), 'submissions').toBeLessThan(limit)
  expect(
    await open('/projects/survey/household-profile?new=true', 'fieldset'),
    'a survey',
  ).toBeLessThan(limit)
})
