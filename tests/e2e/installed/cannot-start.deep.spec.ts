import { expect, type Page } from 'playwright/test'
import { signIn } from '../device.ts'
import { test } from '../fixtures.ts'
import { email, password } from '../server.ts'

/** A browser that does not let the app read what it has stored, or encrypt it. */

const isExplained = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'The app could not start' })).toBeVisible()
  await expect(page.getByText('Allow this site to store data')).toBeVisible()
}

test('a page without any storage says why the app does not start', async ({ page, server }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: deny })
    }
    IDBFactory.prototype.open = deny
  })
  await page.goto(server.url)
  await isExplained(page)
})

test('so does one that can no longer open its databases, and the surveyor is still signed in once it can', async ({
  page,
  server,
}) => {
  await signIn(page, server.url)
  await page.evaluate(() => sessionStorage.setItem('broken', 'yes'))
  await page.addInitScript(() => {
    if (sessionStorage.getItem('broken') === null) return
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store.', 'UnknownError')
    }
  })
  await page.reload()
  await isExplained(page)
  await page.evaluate(() => sessionStorage.removeItem('broken'))
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('a login that cannot be stored says so, and can be tried again', async ({ page, server }) => {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
      if (sessionStorage.getItem('healed') !== null) return open.apply(this, given)
      throw new DOMException('Internal error opening backing store.', 'UnknownError')
    }
  })
  await page.goto(server.url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Allow this site to store data')).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('healed', 'yes'))
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
})

test('an address without encryption says why the app does not start', async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false })
  })
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'This address is not secure' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeHidden()
})

test('an app whose code did not all arrive says so', async ({ page, server }) => {
  await page.route('**/assets/signed-in*.js', route => route.abort())
  await page.goto(`${server.url}/help`)
  await expect(page.getByRole('heading', { name: 'The app could not start' })).toBeVisible()
  await expect(page.getByText('Allow this site to store data')).toBeHidden()
  await page.unroute('**/assets/signed-in*.js')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible()
})
