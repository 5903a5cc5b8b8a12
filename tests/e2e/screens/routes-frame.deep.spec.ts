import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, signInForField } from '../device.ts'
import { test } from '../fixtures.ts'

/** What surrounds every screen: the way back after a login, toasts, the crash screen, the blocked account. */

const logIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('fieldwork-2026')
  await page.getByRole('button', { name: 'Log In' }).click()
}

test('the login leads to the address requested before it, and an ended session shows a message', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/survey-data?surveyId=none`)
  await page.waitForURL('**/login')
  await logIn(page, 'asha@transect.example')
  await page.waitForURL('**/survey-data?surveyId=none')
  await expect(page.getByText('No Submissions Yet')).toBeVisible()
  await page.goto(`${server.url}/sync`)
  const syncAll = page.getByRole('button', { name: 'Sync All' })
  await syncAll.waitFor()
  await page.route('**/surveyor/**', route =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: '{"message":"Unauthenticated."}',
    }),
  )
  // Another request may have come first; then the button is already gone.
  await syncAll.click({ timeout: 5000 }).catch(() => {})
  await page.waitForURL('**/login')
  await expect(page.getByText('Please login again')).toBeVisible()
})

test('a screen that breaks leaves navigation working, and can be reloaded', async ({
  page,
  server,
}) => {
  await signIn(page, server.url)
  await page.route('**/assets/settings-*.js', route => route.abort())
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.goto(`${server.url}/settings`)
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.unroute('**/assets/settings-*.js')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('an inactive account is refused at the login, and blocked wherever the app is opened', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login`)
  await logIn(page, 'inactive@transect.example')
  await expect(
    page.getByText('Your account is inactive. Please contact your administrator.'),
  ).toBeVisible()
  for (const path of ['/dashboard', '/projects']) {
    await page.goto(`${server.url}${path}`)
    await expect(page.getByRole('alertdialog')).toContainText('Account Inactive')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Okay' }).click()
  await page.goto(`${server.url}/dashboard`)
  await page.waitForURL('**/login')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('toasts are at the top in the middle, a press closes them, and a repeat is suppressed', async ({
  page,
  server,
}) => {
  await signIn(page, server.url)
  await page.goto(`${server.url}/profile`)
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  const toast = page.getByText('No changes detected')
  await expect(toast).toHaveCount(1)
  const box = await toast.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 195)).toBeLessThan(40)
  expect(box?.y ?? 844).toBeLessThan(200)
  await save.click()
  await expect(toast).toHaveCount(1)
  await toast.click()
  await expect(toast).toHaveCount(0)
})

test('a message is shown also when its code is neither on the server nor on the device any more', async ({
  page,
  server,
}) => {
  await signIn(page, server.url)
  await page.goto(`${server.url}/profile`)
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    )
  // Loaded after the messages.
  await expect.poll(loaded).toMatch(/recovery-[^/]*\.js/)
  await page.route('**/assets/toast-library-*', route => route.abort())
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('No changes detected')).toBeVisible()
})

test('the banner of a lost network takes no room from the bar at the bottom', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server.url)
  await page.goto(`${server.url}/sync`)
  await page.getByRole('button', { name: 'Sync All' }).waitFor()
  const gap = () =>
    page.evaluate(() => {
      const tabs = document.querySelector('nav')?.getBoundingClientRect().top ?? 0
      return tabs - (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0)
    })
  const usual = await gap()
  await context.setOffline(true)
  await page.getByText('You are offline. You can continue the form filling.').waitFor()
  expect(await gap()).toBe(usual)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(await gap()).toBe(usual)
})

test('a phone that loses the network right after its first login says what is missing', async ({
  page,
  context,
  server,
}) => {
  await context.route('**/api/surveyor/**', route =>
    route.request().url().endsWith('/auth/login') ? route.continue() : route.abort(),
  )
  await signIn(page, server.url)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.goto(`${server.url}/sync`)
  await expect(page.getByText('Nothing to send')).toBeVisible()
  await expect(page.getByText('Everything is up to date')).toHaveCount(0)
  await page.goto(`${server.url}/ready`)
  await expect(page.getByText('No survey is on this device yet.')).toBeVisible()
})

test('Ready for the field compares the clock with the server also when the app starts there', async ({
  page,
  server,
  backend,
}) => {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 60 * 60_000
  })
  await signInForField(page, server.url, backend.formCount)
  // Until everything was fetched, answers that are still on their way would compare it.
  await page.waitForLoadState('networkidle')
  await page.goto(`${server.url}/ready`)
  await expect(page.getByText(/This device is \d+ minutes ahead/)).toBeVisible({ timeout: 15_000 })
})

test('the cut-out of a profile picture has a name, and the arrow keys move the picture', async ({
  page,
  server,
}) => {
  await signIn(page, server.url)
  await page.goto(`${server.url}/profile`)
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.locator('input[type=file]').first().setInputFiles(picture)
  const area = page.getByRole('group', { name: /^Cut-out/ })
  await expect(area).toBeVisible({ timeout: 10_000 })
  const image = page.getByRole('dialog').locator('img')
  const before = await image.boundingBox()
  await area.press('ArrowDown')
  await expect.poll(async () => (await image.boundingBox())?.y).not.toBe(before?.y)
})
