import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from '../device.ts'
import { startServer, type RunningServer } from '../server.ts'

/**
 * English, French and Arabic in one day: chosen at the login and in Settings, right to left, kept after an offline
 * reload, and forgotten at the logout.
 */

test.describe.configure({ mode: 'serial' })

let server: RunningServer
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
})

const choose = async (label: string, language: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

const direction = () => page.locator('html').getAttribute('dir')

test('an English browser shows English, and the login shows Arabic on request', async () => {
  await page.goto(`${server.url}/login`)
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(await direction()).toBe('ltr')
  await choose('Language', 'ar')
  expect(await direction()).toBe('rtl')
  await expect(page.getByRole('button', { name: 'تسجيل الدخول' })).toBeVisible()
  await expect(page).toHaveTitle('Transect | تسجيل الدخول')
  await expect(page.getByLabel('اللغة', { exact: true })).toBeFocused()
  await choose('اللغة', 'en')
  expect(await direction()).toBe('ltr')
})

test('Settings change every screen at once, and the focus stays', async () => {
  await signIn(page, server.url)
  await page.getByRole('link', { name: 'Settings' }).click()
  await choose('Language', 'fr')
  await expect(page.getByRole('heading', { name: 'Réglages' })).toBeVisible()
  await expect(page.getByLabel('Langue', { exact: true })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Projets' })).toBeVisible()
  await choose('Langue', 'ar')
  await page.getByRole('link', { name: 'المشاريع' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'المشاريع' })).toBeVisible()
})

test('in Arabic the code of the country is left of the phone number, as it is dialled', async () => {
  await page.goto(`${server.url}/profile`)
  const number = await page.locator('input[type="tel"]').boundingBox()
  const code = await page.locator('span:has(> input[type="tel"]) select').boundingBox()
  expect(code?.x).toBeLessThan(number?.x ?? 0)
})

test('an offline reload keeps the language, and another one can be chosen', async () => {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active !== null)
  await context.setOffline(true)
  await page.goto(`${server.url}/settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible()
  expect(await direction()).toBe('rtl')
  await choose('اللغة', 'fr')
  await expect(page.getByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible()
  await choose('Langue', 'en')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await context.setOffline(false)
})

test('a toast and a half-filled interview are in the chosen language', async () => {
  await page.goto(`${server.url}/settings`)
  await choose('Language', 'fr')
  await page.getByRole('link', { name: 'Synchro' }).click()
  await page.getByRole('button', { name: 'Tout synchroniser' }).click()
  await expect(page.getByText('Tout est déjà à jour.')).toBeVisible()
})

test('after a logout the login is in the browser’s language', async () => {
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await page.getByRole('button', { name: 'Oui, me déconnecter' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull()
  expect(phone.complaints()).toEqual([])
})
