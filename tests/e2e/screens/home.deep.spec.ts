import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { fieldAt } from '../fill/fill-page.ts'
import { test } from '../fixtures.ts'
import { excessWidth, setTextSize, setTheme } from '../screens.ts'
import { fillRequired } from '../short-form.ts'

/**
 * The home screens with and without unfinished interviews: the way to the next interview in taps, and pictures in
 * every theme, width, direction and text size for people to look at: `SCREENS=<folder>`.
 */

const folder = join(process.env['SCREENS'] ?? 'tests/e2e/out/screens', 'home')
const widths = [320, 390, 768, 1280]

test.beforeEach(async ({ page, server, backend }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInForField(page, server.url, backend.formCount)
})

const photograph = async (page: Page, name: string): Promise<void> => {
  const picture = async (look: string) => {
    expect(await excessWidth(page), `${name}, ${look}`).toBe(0)
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
    for (const theme of width === 390 ? ['dark', 'sunlight', 'light'] : ['light']) {
      await setTheme(page, theme)
      await picture(`${width}-${theme}`)
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await setTextSize(page, 200)
  await picture('320-200-percent')
  await setTextSize(page, 100)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('home has its way to the next interview, and fits every window', async ({
  page,
  server,
  form,
  phone,
}) => {
  test.setTimeout(10 * 60_000)
  await mkdir(folder, { recursive: true })
  const homes = ['dashboard', 'projects'] as const
  const photographHomes = async (state: string) => {
    for (const home of homes) {
      await page.goto(`${server.url}/${home}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await photograph(page, `${home}-${state}`)
    }
  }
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await fillRequired(page, form)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await photographHomes('without-drafts')

  // One tap to a new interview of the form used last, and one from each to the next.
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('link', { name: `New interview: ${form.title}` }).click()
  await expect(fieldAt(page, 0)).toBeVisible()
  await fillRequired(page, form)
  await page.getByRole('button', { name: 'Submit & New' }).click()
  await expect(page.getByText('0 of', { exact: false }).first()).toBeVisible()
  await expect(fieldAt(page, 0)).toBeVisible()

  for (const name of ['Amina Diallo, compound 4', 'Rukmini Devi']) {
    await page.goto(`${server.url}/projects/survey/${form.id}?new=true`)
    const text = form.fields.findIndex(({ type }) => type === 'TEXT')
    await fieldAt(page, text).getByRole('textbox').fill(name)
    await page.waitForURL('**?draft=*')
  }
  // One tap from home to the unfinished interview.
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('link', { name: /Amina Diallo/ }).click()
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await photographHomes('with-drafts')

  await page.evaluate(() => localStorage.setItem('language', 'ar'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await photographHomes('arabic')
  expect(phone.complaints()).toEqual([])
})
