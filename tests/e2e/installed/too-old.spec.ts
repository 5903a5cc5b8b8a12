import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'

/** A browser below the oldest supported ones (README). */

const lacksTheSelector = () => {
  CSS.supports = () => false
}

test('a browser that cannot read the app shows that it is too old, in its language', async ({
  page,
  server,
}) => {
  await page.addInitScript(lacksTheSelector)
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  await page.route('**/assets/*.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: 'this is no script' }),
  )
  await page.goto(server.url)
  await expect(page.getByText('Ce navigateur est trop ancien')).toBeVisible()
  await expect(page.getByText('This browser is too old')).toBeHidden()
  await expect(page.locator('#splash')).toBeHidden()
})

test('one that can read it does not start it', async ({ page, server }) => {
  await page.addInitScript(lacksTheSelector)
  await page.goto(server.url)
  await expect(page.getByRole('alert')).toContainText('This browser is too old')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('#root')).toBeEmpty()
})

test('a supported browser shows nothing of that', async ({ page, server }) => {
  await page.goto(server.url)
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect(page.locator('#too-old')).toBeHidden()
})
