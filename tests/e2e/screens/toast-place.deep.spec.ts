import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn } from '../device.ts'
import { pressSoftly, submitClose } from '../fill/fill-page.ts'
import { test } from '../fixtures.ts'
import { fillRequired } from '../short-form.ts'

/** Toasts cover neither a title nor what is next to it, on every kind of screen. */

test.beforeEach(async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, server.url)
})

/** What the toasts on screen cover of the title, the lines below it, and the count and buttons next to it. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const title = document.querySelector('h1')
    const next = [...(title?.parentElement?.children ?? [])]
    const bar = [...(title?.closest('header')?.children ?? [])]
    const toasts = [...document.querySelectorAll('.Toastify__toast')]
    if (title === null || toasts.length === 0) throw new Error('There is no title or no toast.')
    return [...next, ...bar].flatMap(part => {
      const box = part.getBoundingClientRect()
      const isCovered = toasts.some(toast => {
        const over = toast.getBoundingClientRect()
        return over.top < box.bottom && over.bottom > box.top
      })
      return isCovered ? [part.textContent ?? ''] : []
    })
  })

const photograph = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `toast-${name}.png`) })
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`at ${width} pixels`, async ({ page, server, form }) => {
    await page.setViewportSize({ width, height })
    const expectFree = async (name: string, text: string | RegExp) => {
      const toast = page.locator('.Toastify__toast').filter({ hasText: text }).first()
      await expect(toast).toBeVisible()
      await photograph(page, `${name}-${width}`)
      expect(await covered(page), name).toEqual([])
      const box = await toast.boundingBox()
      expect(box?.y, name).toBeLessThan(height / 2)
    }

    // A tab, with a line below its title.
    await page.goto(`${server.url}/sync`)
    await page.getByRole('button', { name: 'Sync All' }).click()
    await expectFree('sync', /up to date|Sync started|synced/)

    // A bar alone, and the toast of a screen that was left for one with two bars.
    await page.goto(`${server.url}/projects/survey/${form.id}`)
    await pressSoftly(submitClose(page))
    await expectFree('fill', 'Please fill all required fields.')
    await fillRequired(page, form)
    await submitClose(page).click()
    await page.waitForURL('**/survey-data?surveyId=*')
    await expectFree('submitted', 'Survey submitted successfully!')

    // Two bars, with a count.
    await page.goto(`${server.url}/survey-data`)
    const remove = page.getByRole('button', { name: /^Delete: / }).first()
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectFree('submissions', /deleted/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectFree('undone', 'The submission is back.')

    // A toast that came while the page was scrolled.
    await page.goto(`${server.url}/profile`)
    await page.evaluate(() => scrollTo(0, 10_000))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.evaluate(() => scrollTo(0, 0))
    await expectFree('profile', 'No changes detected')
  })
}
