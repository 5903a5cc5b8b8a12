import { expect } from 'playwright/test'
import { signIn, untilForms, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'

test.use({ phoneOptions: { firstVisit: true } })

interface Manifest {
  readonly id: string
  readonly scope: string
  readonly start_url: string
  readonly display: string
  readonly theme_color: string
  readonly icons: readonly { readonly sizes: string; readonly purpose?: string }[]
}

test('Chromium finds no obstacle to installing the app', async ({
  page,
  context,
  phone,
  server,
}) => {
  await page.goto(server.url)
  await untilWorker(page)
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const found = await devtools.send('Page.getAppManifest')
  expect(found.errors).toEqual([])
  const manifest = JSON.parse(found.data ?? '{}') as Manifest
  expect(manifest).toMatchObject({
    id: '/',
    scope: '/',
    start_url: '/',
    display: 'standalone',
    theme_color: '#005A9C',
  })
  const icons = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)
  expect(icons).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  expect(phone.complaints()).toEqual([])
})

test('the splash is shown for 2.5 s at the first load of a session, while the app already works', async ({
  page,
  phone,
  server,
}) => {
  await page.goto(server.url)
  const splash = page.locator('#splash')
  const shownAt = await page.evaluate(() => Number(document.documentElement.dataset['splash']))
  await expect(page.getByLabel('Email')).toBeAttached()
  await expect(splash).toBeVisible()
  await splash.waitFor({ state: 'detached' })
  expect((await page.evaluate(() => Date.now())) - shownAt).toBeGreaterThanOrEqual(3000)
  await page.reload()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(splash).toBeHidden()
  expect(phone.complaints()).toEqual([])
})

test('a phone is offered to install the app, once a day', async ({ page, phone, server }) => {
  await page.goto(server.url)
  const offer = page.getByRole('region', { name: 'Install Transect' })
  await expect(offer).toBeVisible()
  await page.locator('#splash').waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 768, height: 844 })
  await expect(offer).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()
  const dismissed = await page.evaluate(() => localStorage.getItem('pwaInstallDismissed'))
  expect(Math.abs(Date.now() - Number(dismissed))).toBeLessThan(60_000)
  expect(phone.complaints()).toEqual([])
})

test('a device that was switched off starts the app offline, and opens a form', async ({
  page,
  context,
  phone,
  server,
  backend,
  form,
}) => {
  await signIn(page, server.url)
  await untilWorker(page)
  await untilForms(page, backend.formCount)
  await phone.close()
  context = await phone.open()
  await context.setOffline(true)
  page = await context.newPage()
  await page.goto(server.url)
  await expect(page.locator('#splash')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.locator('#splash').waitFor({ state: 'detached' })
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await expect(page.locator('[data-field="0"] input').first()).toBeVisible()
  expect(phone.complaints()).toEqual([])
})
