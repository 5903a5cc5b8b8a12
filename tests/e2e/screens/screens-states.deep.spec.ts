import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { fillEverything } from '../form-filler.ts'
import { fieldsOf, type OurBackend } from '../our-backend.ts'
import { makeFolders, photograph, photographEnd } from '../photographs.ts'
import { unfold } from '../screens.ts'
import type { RunningServer } from '../server.ts'
import { fillRequired, saveOne } from '../short-form.ts'

/** Pictures of rare states: waiting work, refusals, failures, dialogs, toasts, files (see screens). */

test.beforeAll(async () => {
  await makeFolders()
})
test.beforeEach(async ({ page }) => {
  test.setTimeout(200_000)
  page.setDefaultTimeout(20_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()
const open = async (page: Page, server: RunningServer, path: string, name: string | RegExp) => {
  await page.goto(`${server.url}${path}`)
  await heading(page, name).waitFor()
}

const begin = async (page: Page, server: RunningServer, backend: OurBackend) => {
  await signInForField(page, server.url, backend.formCount)
}

test('waiting work, and its messages', async ({ page, context, server, backend, form }) => {
  await begin(page, server, backend)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.setOffline(true)
  await saveOne(page, server.url, form)
  await page.getByText('Pending Sync').first().waitFor()
  await photograph(page, 'submissions-pending')
  await saveOne(page, server.url, form)
  await page
    .getByRole('link', { name: /^View: / })
    .first()
    .click()
  await heading(page, 'History').waitFor()
  await photograph(page, 'submission-pending')
  await photographEnd(page, 'submission-pending')
  for (const [path, name] of [
    ['/dashboard', 'Overview'],
    ['/projects', 'Projects'],
    ['/sync', 'Sync'],
    ['/settings', 'Settings'],
  ] as const) {
    await open(page, server, path, name)
    await photograph(page, `${path.slice(1)}-pending-offline`)
  }
  await photographEnd(page, 'settings-pending-offline')
  await button(page, 'Logout').click()
  await page.getByRole('alertdialog').getByRole('listitem').first().waitFor()
  await photograph(page, 'logout-dialog-unsent')
})

test('refused work, and toasts', async ({ page, server, backend, form }) => {
  await begin(page, server, backend)
  await server.arm({ fault: 'draft', path: '/surveyor/form-submissions', method: 'POST' })
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await fillRequired(page, form)
  await button(page, 'Submit & Close').click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await page.getByText('Submission removed - project is now draft').first().waitFor()
  await photograph(page, 'toast-refused')
  await open(page, server, '/sync', 'Sync')
  await photograph(page, 'sync-recovery')
  await open(page, server, '/recovery', 'Recovery')
  await photograph(page, 'recovery-entry')
  await button(page, 'More').click()
  await photograph(page, 'recovery-entry-open')
  await button(page, 'Delete').click()
  await photograph(page, 'recovery-delete-dialog')
  await page.keyboard.press('Escape')
  await open(page, server, '/profile', 'Edit Profile')
  await button(page, 'Save Changes').click()
  await page.getByText('No changes detected').waitFor()
  await photograph(page, 'toast-info')
})

test('confirmations in the settings', async ({ page, server, backend }) => {
  await begin(page, server, backend)
  await open(page, server, '/settings', 'Settings')
  await page.getByRole('switch', { name: 'Auto Sync' }).click()
  await page.getByRole('alertdialog').waitFor()
  await photograph(page, 'auto-sync-dialog')
  await page.keyboard.press('Escape')
  await button(page, 'Show the picture larger').click()
  await page.getByRole('dialog').waitFor()
  await photograph(page, 'avatar-enlarged')
  await page.keyboard.press('Escape')
  await unfold(page, 'Storage & Data')
  await button(page, 'Clear Local Data').click()
  await page.getByText('The server has all of it').waitFor()
  await photograph(page, 'clear-dialog')
})

test('files of an answer', async ({ page, server, backend }) => {
  await begin(page, server, backend)
  const published = await backend.readForm('Shelter Damage Assessment')
  await page.goto(`${server.url}/projects/survey/${published.id}`)
  await page.locator('[data-field="0"]').waitFor()
  await fillEverything(page, fieldsOf(published))
  await button(page, 'Submit & Close').click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await page
    .getByRole('link', { name: /^View: / })
    .first()
    .click()
  await button(page, /^View .*\.(png|txt)/).scrollIntoViewIfNeeded()
  await photograph(page, 'submission-files')
  await button(page, /^View .*\.png/).click()
  await page.getByRole('dialog').waitFor()
  await photograph(page, 'file-viewer')
})

test('failures', async ({ page, server }) => {
  await page.route('**/surveyor/analytics/stats', route => route.fulfill({ status: 500, body: '' }))
  await page.route('**/surveyor/forms?**', route => route.fulfill({ status: 500, body: '' }))
  await page.route('**/surveyor/form-submissions**', route =>
    route.fulfill({ status: 500, body: '' }),
  )
  await signIn(page, server.url)
  await page.getByText('Failed to fetch stats.').first().waitFor()
  await photograph(page, 'dashboard-failed')
  await open(page, server, '/projects', 'Projects')
  await photograph(page, 'projects-failed')
  await page.goto(`${server.url}/projects/survey/00000000-0000-4000-8000-000000000000`)
  await page.getByText('Survey Not Available').waitFor()
  await photograph(page, 'survey-failed')
  await page.goto(`${server.url}/surveys/data/00000000-0000-4000-8000-000000000000`)
  await page.getByText('Cannot View Submission').waitFor()
  await photograph(page, 'submission-failed')
})

/** Removes the worker, because its cache would serve a screen's code even when the network fails. */
const removeWorker = (page: Page) =>
  page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })

test('a broken screen, a loading one, and a blocked account', async ({ page, server, backend }) => {
  await begin(page, server, backend)
  await removeWorker(page)
  await page.route('**/assets/settings-*.js', route => route.abort())
  await open(page, server, '/settings', 'Something went wrong')
  await photograph(page, 'crash')
  await removeWorker(page)
  await page.route('**/assets/projects-*.js', () => {})
  await page.goto(`${server.url}/projects`)
  await page.locator('[aria-busy="true"], [class*="skeleton"]').first().waitFor()
  await photograph(page, 'loading')
  await page.route('**/surveyor/auth/account', async route => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, is_active: false } } })
  })
  await page.goto(`${server.url}/dashboard`)
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(async () => {
    // The account is fetched on navigation, every 30 seconds at most.
    for (const name of ['Sync', 'Dashboard']) {
      // The dialog may already be there, and covers the tabs.
      await tabs
        .filter({ hasText: name })
        .click({ timeout: 1000 })
        .catch(() => {})
    }
    await page.getByRole('alertdialog').waitFor({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await photograph(page, 'inactive-dialog')
})

test('around the login', async ({ page, server }) => {
  await open(page, server, '/forgot-password', 'Forgot Password')
  await button(page, 'Send Reset Link').click()
  await photograph(page, 'forgot-password-empty')
  await page.getByLabel('Email').fill('asha@transect.example')
  await button(page, 'Send Reset Link').click()
  await page.getByText('A password reset link has been e-mailed to you.').waitFor()
  await photograph(page, 'login-message')
  await page.route('**/password-reset-verify', route =>
    route.fulfill({ json: { message: 'ok', data: {} } }),
  )
  await page.route('**/password-reset', route =>
    route.fulfill({ json: { message: 'ok', data: {} } }),
  )
  await page.goto(`${server.url}/reset-password?token=abc`)
  await page.getByLabel('New Password', { exact: true }).fill('one')
  await page.getByLabel('Confirm New Password').fill('two')
  await button(page, 'Reset Password').click()
  await photograph(page, 'reset-password-form')
  await page.getByLabel('New Password', { exact: true }).fill('fieldwork-2026')
  await page.getByLabel('Confirm New Password').fill('fieldwork-2026')
  await button(page, 'Reset Password').click()
  await heading(page, 'Password Reset Successful').waitFor()
  await photograph(page, 'reset-password-done')
})
