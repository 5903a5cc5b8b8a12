import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { signInForField } from '../device.ts'
import { fieldAt } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { fillEverything } from '../form-filler.ts'

/** From one interview to the next: an answer that is held, and hints before Submit that block nothing. */

test.beforeEach(async ({ page, server, backend }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInForField(page, server.url, backend.formCount)
})

test('a held answer begins the next interview until it is let go, and a near copy is pointed out', async ({
  page,
  phone,
  server,
  form,
}) => {
  test.setTimeout(120_000)
  const place = form.fields.findIndex(({ type }) => type === 'TEXT')
  const name = fieldAt(page, place).getByRole('textbox')
  await page.goto(`${server.url}/projects/survey/${form.id}?new=true`)
  await fillEverything(page, form.fields)
  const answer = await name.inputValue()
  expect(answer).not.toBe('')

  await page.getByRole('button', { name: 'Same answers next time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Same answers next time' })).toBeFocused()
  await page.getByRole('button', { name: 'Submit & New' }).click()

  // Held, and nothing else.
  await expect(page.getByText('1 of', { exact: false }).first()).toBeVisible({ timeout: 15_000 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(name).toHaveValue(answer)
  await expect(page.getByText('Same as last')).toHaveCount(1)

  await fillEverything(page, form.fields)
  await expect(page.getByText('Worth a second look')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Add a reason' }).first().click()
  await expect(page.getByLabel('Reason (optional)')).toBeFocused()
  await page.keyboard.type('The household was asked twice.')
  expect(await axeFindings(page)).toEqual([])
  await page.getByText('Worth a second look').scrollIntoViewIfNeeded()
  await page.screenshot({ path: 'tests/e2e/out/hints.png' })
  await page.getByRole('button', { name: /^Stop repeating/ }).click()
  await expect(page.getByText('Same as last')).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit & New' }).click()
  await expect(page.getByText('0 of', { exact: false }).first()).toBeVisible({ timeout: 15_000 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(name).toHaveValue('')
  expect(phone.complaints()).toEqual([])
})
