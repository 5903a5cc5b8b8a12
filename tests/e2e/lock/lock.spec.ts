import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { signInForField } from '../device.ts'
import { openSurvey } from '../fill/fill-page.ts'
import { test } from '../fixtures.ts'
import { expectLocked, letTimePass, lockNow, pin, setPin, unlock } from './pin.ts'
import { excessWidth, setTextSize } from '../screens.ts'
import { email, password } from '../server.ts'
import { first, prepareSecond, second, signInAs } from '../surveyors.ts'

/** The lock in a real browser: real keys, several tabs, a phone that is switched off. */

test.beforeEach(async ({ page, server, backend }) => {
  await signInForField(page, server.url, backend.formCount)
})

const name = (page: Page) => page.locator('[data-field="0"] input').first()

/** What the browser stores of keys and session: names of records, and whether the session is protected. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const open = (database: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(database)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error(database)))
      })
    const names = async (database: string) => {
      const db = await open(database)
      const request = db.transaction('keys').objectStore('keys').getAllKeys()
      await new Promise(resolve => request.addEventListener('success', resolve))
      db.close()
      return request.result.map(String)
    }
    const stores = (await indexedDB.databases()).map(({ name: each }) => each ?? '')
    const own = stores.find(each => each.endsWith('-key')) ?? ''
    return {
      database: await names(own),
      device: await names('transect-keys'),
      isSessionPinned: localStorage.getItem('authData')?.startsWith('ENC_PIN_') ?? false,
    }
  })

test('an interview that is being filled in survives the lock, in the middle of a word and without a network', async ({
  page,
  context,
  phone,
  server,
  form,
}) => {
  await setPin(page, server.url)
  expect(await atRest(page)).toMatchObject({
    database: expect.not.arrayContaining(['data']) as unknown,
    isSessionPinned: true,
  })
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await unlock(page)
  await page.locator('[data-field="0"]').waitFor()
  await context.setOffline(true)
  await name(page).pressSequentially('Lakshmi')
  await page.waitForURL('**?draft=*')
  await name(page).pressSequentially(' De')
  await letTimePass(page)
  await expectLocked(page)
  const locked = await page.locator('body').innerHTML()
  expect(locked).not.toContain('Lakshmi')
  expect(await axeFindings(page)).toEqual([])
  expect((await atRest(page)).device).not.toContain('session')

  await page.setViewportSize({ width: 320, height: 640 })
  await setTextSize(page, 200)
  expect(await excessWidth(page)).toBe(0)
  await setTextSize(page, 100)
  await page.setViewportSize({ width: 390, height: 844 })

  await page.getByLabel('PIN', { exact: true }).fill('111111')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('alert')).toHaveText('This is not the PIN.')
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
  await unlock(page)
  await expect(name(page)).toHaveValue('Lakshmi De')

  await phone.close()
  const again = await phone.open()
  await again.setOffline(true)
  const next = await again.newPage()
  await next.goto(`${server.url}/dashboard`)
  await unlock(next)
  await next
    .getByRole('link', { name: /Lakshmi De/ })
    .first()
    .waitFor()
  expect(phone.complaints()).toEqual([])
})

test(
  'a second tab does not ask, a lock in one tab locks the other, and one PIN opens both',
  { tag: '@deep' },
  async ({ page, context, server }) => {
    await setPin(page, server.url)
    const other = await context.newPage()
    await other.goto(`${server.url}/dashboard`)
    await expect(other.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await lockNow(other, server.url)
    await expectLocked(page)
    await other.bringToFront()
    await unlock(other)
    await expect(page.getByRole('heading', { name: 'The app is locked' })).toHaveCount(0)
    // Alone and started again, it asks.
    await page.close()
    await other.reload()
    await unlock(other)
  },
)

test('a PIN that is set while another tab is open locks that tab too', async ({
  page,
  context,
  server,
}) => {
  const other = await context.newPage()
  await other.goto(`${server.url}/dashboard`)
  await expect(other.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.bringToFront()
  await setPin(page, server.url)
  expect(await atRest(page)).toMatchObject({ isSessionPinned: true })
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expectLocked(other)
})

test(
  'a forgotten PIN is removed by a login, which needs the network, and the unsent work is there',
  { tag: '@deep' },
  async ({ page, context, server, form }) => {
    await openSurvey(page, server.url, form.id)
    await name(page).fill('Zubeida')
    await page.waitForURL('**?draft=*')
    await setPin(page, server.url)
    await page.reload()
    await expectLocked(page)
    await page.getByRole('button', { name: 'Forgot PIN?' }).click()
    expect(await axeFindings(page)).toEqual([])
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Sign in instead of the PIN' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the PIN' }).click()
    await expectLocked(page)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Forgot PIN?' }).click()
    await page.getByRole('button', { name: 'Sign in instead of the PIN' }).click()
    await signInAs(page, first)
    await page.goto(`${server.url}/dashboard`)
    await page
      .getByRole('link', { name: /Zubeida/ })
      .first()
      .waitFor()
    await page.goto(`${server.url}/settings`)
    await expect(page.getByRole('button', { name: /^PIN/ })).toContainText('Off')
  },
)

test(
  'another surveyor signs in from the lock, and the first one finds their work with the PIN set',
  { tag: '@deep' },
  async ({ page, server, form }) => {
    await prepareSecond(server)
    await openSurvey(page, server.url, form.id)
    await name(page).fill('Zubeida')
    await page.waitForURL('**?draft=*')
    await setPin(page, server.url)
    await page.goto(`${server.url}/dashboard`)
    await expectLocked(page)
    await page.getByRole('button', { name: 'Sign in as another surveyor' }).click()
    await signInAs(page, second)
    await expect(page.getByText('Zubeida')).toHaveCount(0)
    await page.evaluate(() => {
      localStorage.removeItem('authData')
      // As in a tab where another one ended the session.
      window.dispatchEvent(new StorageEvent('storage', { key: 'authData' }))
    })
    await page.waitForURL('**/login')
    await expect.poll(async () => (await atRest(page)).device).not.toContain('session')
    await signInAs(page, first)
    await page
      .getByRole('link', { name: /Zubeida/ })
      .first()
      .waitFor()
    await page.reload()
    await expectLocked(page)
  },
)

test(
  'the lock speaks Arabic, from right to left, and takes Arabic digits',
  { tag: '@deep' },
  async ({ page, server }) => {
    await setPin(page, server.url)
    await page.evaluate(() => localStorage.setItem('language', 'ar'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'التطبيق مقفل' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await setTextSize(page, 200)
    expect(await excessWidth(page)).toBe(0)
    const arabic = [...pin].map(digit => String.fromCodePoint(0x660 + Number(digit))).join('')
    await page.getByLabel('رمز القفل', { exact: true }).fill(arabic)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'التطبيق مقفل' })).toHaveCount(0)
  },
)

test('a PIN that is typed while the app starts is in the field of the lock', async ({
  page,
  server,
}) => {
  await setPin(page, server.url)
  await page.addInitScript(() => {
    document.addEventListener('keydown', () => (document.documentElement.dataset['keys'] = 'yes'))
  })
  await page.route('**/assets/locked-*.js', async route => {
    // The browser drops keys until it has shown the page.
    await expect(async () => {
      await page.keyboard.press('Shift')
      await expect(page.locator('html[data-keys]')).toBeAttached({ timeout: 200 })
    }).toPass()
    await page.keyboard.type(pin)
    await route.continue()
  })
  await page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const cache of await caches.keys()) await caches.delete(cache)
  })
  await page.reload()
  await expectLocked(page)
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue(pin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'The app is locked' })).toHaveCount(0)
})
