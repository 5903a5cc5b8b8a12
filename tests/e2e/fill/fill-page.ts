import type { Locator, Page } from 'playwright'
import { expect } from 'playwright/test'

/** Opens a survey and waits for its first question. */
export const openSurvey = async (page: Page, url: string, formId: string): Promise<void> => {
  await page.goto(`${url}/projects/survey/${formId}`)
  await page.locator('[data-field="0"]').waitFor()
}

/** The question at an index in the form. */
export const fieldAt = (page: Page, index: number): Locator =>
  page.locator(`[data-field="${index}"]`)

export const submitClose = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Submit & Close|Save changes)$/ })

/** Presses a button that is disabled by `aria-disabled` only. */
export const pressSoftly = async (button: Locator): Promise<void> => {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
}
