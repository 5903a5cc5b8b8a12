import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn } from '../device.ts'
import { test } from '../fixtures.ts'

/** The header shows whether the server can be reached, and why not, while the browser always reports being online. */

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.url)
})

const indicator = (page: Page) => page.locator('header [data-reach]')

for (const [fault, reach, label, title] of [
  ['403-html', 'login-page', 'Login page', 'This network requires you to log in'],
  ['drop-before', 'server-down', 'No server', 'The server does not answer'],
] as const) {
  test(
    `"${label}" shows for ${fault}, with what to do, and disappears by itself when the server can be reached`,
    { tag: reach === 'login-page' ? [] : '@deep' },
    async ({ page, server }) => {
      await page.goto(`${server.url}/sync`)
      await expect(indicator(page)).toHaveAttribute('data-reach', 'good')
      await server.arm({ fault, times: 1000 })
      await page.getByRole('button', { name: 'Sync All' }).click()

      await expect(indicator(page)).toHaveAttribute('data-reach', reach, { timeout: 20_000 })
      await expect(indicator(page)).toContainText(label)
      await expect(page.getByText(title, { exact: true })).toBeVisible()

      await server.heal()
      await expect(indicator(page)).toHaveAttribute('data-reach', 'good', { timeout: 40_000 })
      await expect(page.getByText(title, { exact: true })).toBeHidden()
    },
  )
}

test('a profile edited offline waits on the Sync screen, and is sent when the network is back', async ({
  page,
  server,
}) => {
  // Everything needed offline is on the device when the worker is ready.
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${server.url}/profile`)
  const firstName = page.getByLabel('First Name')
  await expect(firstName).not.toHaveValue('')
  await page.context().setOffline(true)
  await firstName.fill('Zubeida')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile saved offline!')).toBeVisible()

  await page.locator('nav a[href$="/sync"]').first().click()
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  await expect(indicator(page)).toContainText('Offline')

  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeHidden({ timeout: 30_000 })
  await page.goto(`${server.url}/profile`)
  await expect(firstName).toHaveValue('Zubeida')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('No changes detected')).toBeVisible()
})
