import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { fillField } from '../form-filler.ts'

/** The phone's Back button over an open dialog, in a browser that only goes back in the history. */

test.use({ formTitle: 'Shelter Damage Assessment' })

/** Presses Back; the page settles when the move was undone. */
const pressBack = (page: Page): Promise<void> => page.evaluate(() => history.back())

test('Back closes a dialog, a photo and the question, and the interview stays', async ({
  page,
  server,
  backend,
  form,
}) => {
  await signInForField(page, server.url, backend.formCount)
  await page.goto(`${server.url}/projects/all-surveys`)
  await page.getByRole('link', { name: `Start Now: ${form.title}` }).click()
  await page.locator('[data-field="0"]').waitFor()
  const place = form.fields.findIndex(({ type }) => type === 'IMAGE')
  const photo = form.fields[place]
  if (photo === undefined) throw new Error('The form has no photo.')
  await page.evaluate(() => scrollTo(0, 1e6))
  await fillField(page, photo, place)
  const view = page.getByRole('button', { name: /^View / }).first()
  await view.click()
  await page.getByRole('dialog').waitFor()
  const address = page.url()
  await pressBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(view).toBeFocused()

  const review = page.getByRole('button', { name: 'Review answers' })
  await review.click()
  await page.getByRole('dialog').waitFor()
  await pressBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(review).toBeFocused()
  expect(page.url()).toBe(address)

  // Without a dialog it asks, and once more is no answer.
  await pressBack(page)
  await page.getByRole('alertdialog').waitFor()
  await pressBack(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(page.url()).toBe(address)

  await pressBack(page)
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  await page.waitForURL(`${server.url}/projects/all-surveys`)
})
