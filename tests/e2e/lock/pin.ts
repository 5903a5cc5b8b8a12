import type { Page } from 'playwright'
import { expect } from 'playwright/test'

/** The PIN of a phone, in a page that shows English. */

export const pin = '739164'

const openLockSettings = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/settings`)
  await page.getByRole('button', { name: /^PIN/ }).click()
}

/** Sets the PIN in Settings; needs the network. */
export const setPin = async (page: Page, url: string): Promise<void> => {
  await openLockSettings(page, url)
  await page.getByLabel('New PIN', { exact: true }).fill(pin)
  await page.getByLabel('New PIN again').fill(pin)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  await expect(page.getByText('The PIN is set.')).toBeVisible()
}

/** Locks with the button in Settings. */
export const lockNow = async (page: Page, url: string): Promise<void> => {
  await openLockSettings(page, url)
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expectLocked(page)
}

/** So many minutes pass without use, and the surveyor looks at the page again. */
export const letTimePass = (page: Page, minutes = 24 * 60): Promise<void> =>
  page.evaluate(passed => {
    localStorage.setItem('lock_last_use', String(Date.now() - passed * 60_000))
    document.dispatchEvent(new Event('visibilitychange'))
  }, minutes)

export const expectLocked = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: 'The app is locked' })).toBeVisible()

/** Enters the PIN with the keyboard. */
export const unlock = async (page: Page): Promise<void> => {
  await expectLocked(page)
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused()
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The app is locked' })).toHaveCount(0)
}
