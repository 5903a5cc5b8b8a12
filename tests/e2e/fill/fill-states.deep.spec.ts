import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { signIn } from '../device.ts'
import { fieldAt, openSurvey, pressSoftly, submitClose } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { unfold } from '../screens.ts'
import { fillRequired, readShortForm } from '../short-form.ts'

/** The fill screen in each of its states: no accessibility findings, and everything usable by keyboard. */

test.use({ formTitle: 'Household Profile' })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.url)
})
test.afterEach(async ({ phone }) => {
  // The test requests an unknown survey on purpose.
  expect(phone.complaints().filter(text => !text.includes('404'))).toEqual([])
})

/** The third theme is only part of the deep run. */
const themes = process.env['DEEP'] === '1' ? ['Light', 'Dark', 'Sunlight'] : ['Light', 'Dark']

for (const theme of themes) {
  test(`no accessibility findings in any state, ${theme}`, async ({ page, server, form }) => {
    await page.goto(`${server.url}/settings`)
    await unfold(page, 'Appearance')
    await page.getByText(theme, { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    await openSurvey(page, server.url, form.id)
    expect(await axeFindings(page), 'open').toEqual([])

    await pressSoftly(submitClose(page))
    await expect(page.getByRole('alert').first()).toBeVisible()
    expect(await axeFindings(page), 'refused').toEqual([])

    await page.getByRole('button', { name: 'Sections' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await axeFindings(page), 'sections').toEqual([])

    await page.getByRole('button', { name: 'Review answers' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Review answers' })).toBeVisible()
    expect(await axeFindings(page), 'review').toEqual([])
    await page.keyboard.press('Escape')

    await fillRequired(page, form)
    await expect(submitClose(page)).not.toHaveAttribute('aria-disabled', 'true')
    expect(await axeFindings(page), 'filled in').toEqual([])

    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByText('Discard Changes?')).toBeVisible()
    expect(await axeFindings(page), 'leaving').toEqual([])
    await page.getByRole('button', { name: 'Keep as draft' }).click()
    await page.waitForURL('**/dashboard')

    await page.goto(`${server.url}/projects/survey/${form.id}`)
    await expect(page.getByText('Unfinished submissions')).toBeVisible()
    expect(await axeFindings(page), 'unfinished interviews').toEqual([])

    await page.goto(`${server.url}/projects/survey/nowhere`)
    await expect(page.getByText('Survey Not Available')).toBeVisible()
    // The server's message comes a moment later and fades out; colours meanwhile are not final.
    await expect(page.getByText('Project not found.')).toBeVisible()
    await expect(page.getByText('Project not found.')).toBeHidden({ timeout: 30_000 })
    expect(await axeFindings(page), 'not available').toEqual([])
  })
}

test('an interview is filled in, reviewed and submitted by keyboard only', async ({
  page,
  server,
  form,
}) => {
  await openSurvey(page, server.url, form.id)
  const isIn = (index: number) =>
    page.evaluate(
      place =>
        document.activeElement?.closest('[data-field]')?.getAttribute('data-field') === place,
      String(index),
    )
  const bar = submitClose(page).locator('..')
  const seen = new Set<string>()
  for (const [index, field] of form.fields.entries()) {
    for (let steps = 0; !(await isIn(index)) && steps < 40; steps += 1)
      await page.keyboard.press('Tab')
    expect(await isIn(index), `${field.type} can be reached`).toBe(true)
    // The focused element is not covered by a fixed bar.
    const isCovered = () =>
      bar.evaluate(element => {
        const box = document.activeElement?.getBoundingClientRect()
        if (box === undefined) return true
        return box.height > 2 && box.bottom > element.getBoundingClientRect().top + 1
      })
    await expect.poll(isCovered, `${field.type} is not covered`).toBe(false)
    seen.add(field.type)
    if (!field.is_required) continue
    switch (field.type) {
      case 'RADIO':
      case 'CHECKBOX':
        await page.keyboard.press('Space')
        break
      case 'SELECT':
        await page.keyboard.press('ArrowDown')
        break
      case 'DATE':
        await page.keyboard.type('11202026')
        break
      case 'NUMBER':
        await page.keyboard.type('5')
        break
      default:
        await page.keyboard.type('Meena')
    }
  }
  expect(seen.size).toBeGreaterThan(6)
  await expect(submitClose(page)).not.toHaveAttribute('aria-disabled', 'true')
  await submitClose(page).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect(page.getByText('Survey submitted successfully!')).toBeVisible()
})

test('Submit stays disabled while a required field is empty, even if it was never on screen', async ({
  page,
  server,
  backend,
}) => {
  const long = await readShortForm(backend, 'Community Health Assessment')
  await openSurvey(page, server.url, long.id)
  const last = long.fields.findLastIndex(({ is_required }) => is_required)
  const mounted = await page.locator('[data-field]').count()
  expect(mounted, 'the end of the form is not made yet').toBeLessThan(last)
  for (const [index, field] of long.fields.entries()) {
    if (index >= last || index >= mounted || !field.is_required) continue
    await expect(fieldAt(page, index)).toBeVisible()
  }
  await pressSoftly(submitClose(page))
  await expect(page.getByText('Please fill all required fields.')).toBeVisible()
  const problem = page.getByText('This field is required.')
  const question = page.locator('[data-field]').filter({ has: problem }).first()
  await expect(question).toBeInViewport()
  const { y } = (await question.boundingBox()) ?? { y: Number.NaN }
  const message = (await page.getByRole('status').getByText('Please fill all').boundingBox()) ?? {
    y: Number.NaN,
    height: 0,
  }
  expect(message.y + message.height, 'the message is above the question').toBeLessThanOrEqual(y)
})
