import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn } from '../device.ts'
import { test } from '../fixtures.ts'
import { cloneSubmissions, storedSubmissions } from '../stored.ts'

/** A list of several pages is left and shown again. */

const rows = (page: Page) => page.locator('h3[id^="s-"]')

/** The row in the middle of the window, and its distance from the top. */
const rowInView = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('h3[id^="s-"]')].find(row => {
      const { top } = row.getBoundingClientRect()
      return top > 150 && top < 700
    })
    return shown === undefined ? null : { id: shown.id, top: shown.getBoundingClientRect().top }
  })

test('Back from a submission of the sixth page finds the row where it was', async ({
  page,
  server,
  backend,
}) => {
  const count = (await backend.rows()).length
  expect(count).toBeGreaterThan(100)
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 60_000 }).toBe(count)
  await cloneSubmissions(page, 300)
  await page.goto(`${server.url}/survey-data`)
  await expect(rows(page)).toHaveCount(50)
  // Down until the first pages are far away, so that they hold no rows.
  await page.mouse.move(200, 500)
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(22_000)
  }).toPass({ intervals: [300] })
  await expect.poll(() => rowInView(page)).not.toBeNull()
  const before = await rowInView(page)
  await page.locator(`[id="${before?.id}"]`).getByRole('link', { name: /View/ }).click()
  await page.waitForURL('**/surveys/data/*')
  await expect(rows(page)).toHaveCount(0)
  await page.goBack()
  await expect.poll(() => rowInView(page)).toEqual(before)
})
