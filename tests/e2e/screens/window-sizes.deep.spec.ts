import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { createPhone, signIn, untilForms, type Phone } from '../device.ts'
import { openSurvey, pressSoftly, submitClose } from '../fill/fill-page.ts'
import { askOurServer } from '../our-backend.ts'
import { excessWidth, setTextSize } from '../screens.ts'
import { startServer, type RunningServer } from '../server.ts'
import { readShortForm } from '../short-form.ts'
import { storedSubmissions } from '../stored.ts'

/** Small windows, large letters and a keyboard leave room for the question; large windows have two columns. */

let server: RunningServer
let phone: Phone
let context: BrowserContext
let page: Page
let formId: string

test.beforeAll(async () => {
  server = await startServer()
  const backend = await askOurServer(server)
  formId = (await readShortForm(backend, 'Household Profile')).id
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 30_000 }).toBe(120)
  await untilForms(page, backend.formCount)
})
test.afterAll(async () => {
  expect(phone.complaints()).toEqual([])
  await phone.remove()
  await server.stop()
})

/** The share of the window's height that the questions have, along its middle. */
const shareOfQuestions = () =>
  page.evaluate(() => {
    const step = 4
    let seen = 0
    for (let y = 0; y < innerHeight; y += step) {
      const element = document.elementFromPoint(innerWidth / 2, y)
      const isBar = element?.closest('header, nav, output, [class*="actions"]') !== null
      if (!isBar) seen += step
    }
    return seen / innerHeight
  })

test('large letters and a keyboard leave at least half of the window to the question', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openSurvey(page, server.url, formId)
  await setTextSize(page, 200)
  await page.evaluate(() => scrollTo(0, 900))
  expect(await shareOfQuestions()).toBeGreaterThanOrEqual(0.5)
  expect(await excessWidth(page)).toBe(0)

  await context.setOffline(true)
  await expect(page.getByText('You are offline', { exact: false }).first()).toBeVisible()
  expect(await shareOfQuestions(), 'offline').toBeGreaterThanOrEqual(0.5)
  await context.setOffline(false)

  await pressSoftly(submitClose(page))
  await expect(page.getByText('Please fill all required fields.')).toHaveCount(1)
  await expect(page.getByText('Please fill all required fields.')).toHaveCount(0, {
    timeout: 15_000,
  })
  expect(await shareOfQuestions(), 'refused').toBeGreaterThanOrEqual(0.5)

  await page.setViewportSize({ width: 360, height: 300 })
  for (const size of [100, 200]) {
    await setTextSize(page, size)
    const line = page.locator('[data-field] input[type="text"]').first()
    await line.focus()
    await expect(line).toBeInViewport({ ratio: 1 })
    expect(await shareOfQuestions(), `keyboard, ${size} %`).toBeGreaterThanOrEqual(0.5)
  }
})

test('nothing fixed is in the way of a list in a low window', async () => {
  await page.setViewportSize({ width: 360, height: 300 })
  await page.goto(`${server.url}/survey-data`)
  await page.locator('h3[id^="s-"]').first().waitFor()
  await page.evaluate(() => scrollTo(0, 600))
  expect(await shareOfQuestions()).toBeGreaterThanOrEqual(0.5)
})

const shown = () => page.locator('nav a[aria-current="page"]')

test('a large window has the list next to the submission; Back leads to the list', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${server.url}/survey-data?surveyId=${formId}`)
  await page
    .getByRole('link', { name: /^View: / })
    .nth(2)
    .click()
  const side = page.getByRole('navigation', { name: 'Submissions' })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(shown()).toBeInViewport()
  // Only those of the list that it was opened from.
  await expect(side.getByText('Child Nutrition Screening', { exact: false })).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])

  const before = page.url()
  await side.getByRole('link').nth(4).click()
  await expect(page).not.toHaveURL(before)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(side.getByRole('link').nth(4)).toHaveAttribute('aria-current', 'page')
  const deep = page.url()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/survey-data\?surveyId=/)

  const other = await context.newPage()
  await other.setViewportSize({ width: 900, height: 700 })
  await other.goto(deep)
  await other.locator('nav a[aria-current="page"]').waitFor()
  await other.getByRole('button', { name: 'Back' }).click()
  await expect(other).toHaveURL(`${server.url}/survey-data`)
  await other.close()
})

test('on paper no bar is over an answer', async () => {
  await page.goto(`${server.url}/survey-data`)
  const view = page.getByRole('link', { name: /^View: / }).first()
  await view.waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await view.click()
  const bar = page.getByRole('button', { name: 'Delete', exact: true })
  await expect(bar).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(bar).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})

test('a section name of one long word fits into a submission on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/survey-data?surveyId=${formId}`)
  await page
    .getByRole('link', { name: /^View: / })
    .first()
    .click()
  const section = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  await section.evaluate(heading => heading.replaceChildren('https-'.repeat(60)))
  expect(await excessWidth(page)).toBe(0)
})

test('a large window has the sections next to the questions', async () => {
  await page.setViewportSize({ width: 900, height: 700 })
  await openSurvey(page, server.url, formId)
  const side = page.getByRole('navigation', { name: 'Sections' })
  await page.locator('[data-field] input[type="radio"]').first().check()
  await expect(side.getByRole('button').first()).toContainText('1 of 5')
  await side.getByRole('button').nth(2).click()
  await expect(page.locator('[data-part]:focus')).toBeInViewport()
  expect(await axeFindings(page)).toEqual([])
  // The same interview in a small window, where the sections are in their dialog.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(side).toHaveCount(0)
  await expect(page.locator('[data-field] input[type="radio"]').first()).toBeChecked()
  await page.goBack()
})
