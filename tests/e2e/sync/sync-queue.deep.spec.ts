import type { Page, Route } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'
import type { OurBackend } from '../our-backend.ts'
import { email, password, type RunningServer } from '../server.ts'
import { readQueue, submitMany } from '../workspace.ts'

/** Faults while a queue of interviews is being sent. None is lost or sent twice. */

let before: number

test.beforeEach(async ({ page, server, backend }) => {
  before = (await backend.rows()).length
  await signInForField(page, server.url, backend.formCount)
})

/** Submits `count` interviews offline and opens the sync screen. */
const queue = async (
  page: Page,
  server: RunningServer,
  backend: OurBackend,
  count: number,
): Promise<void> => {
  await untilWorker(page)
  await page.context().setOffline(true)
  const { form } = backend
  const answers = { [form.fields[0]?.id ?? '']: 'Lakshmi Devi' }
  await submitMany(page, { formId: form.id, formName: 'Household Profile', answers, count })
  await page.goto(`${server.url}/sync`)
  await expect.poll(async () => (await readQueue(page)).pending).toBe(count)
}

const syncAll = (page: Page) => page.getByRole('button', { name: 'Sync All' })
const isDrained = (page: Page) =>
  expect
    .poll(() => readQueue(page), { timeout: 80_000, intervals: [1000] })
    .toEqual({ waiting: 0, recovered: 0, pending: 0 })
const arrived = async (backend: OurBackend) => (await backend.rows()).length - before

test('the session ends in the middle of 200: after the next login all are there, once', async ({
  page,
  context,
  server,
  backend,
}) => {
  await queue(page, server, backend, 200)
  let sent = 0
  let isOver = false
  const answer = async (route: Route): Promise<void> => {
    if (route.request().method() === 'POST') sent += 1
    if (sent === 100) isOver = true
    if (!isOver) return route.continue()
    return route.fulfill({ status: 401, json: { status: false, message: 'Unauthenticated.' } })
  }
  await page.route('**/api/surveyor/form-submissions**', answer)
  await context.setOffline(false)
  await page.waitForURL('**/login', { timeout: 60_000 })
  expect(await arrived(backend)).toBe(99)
  await page.unroute('**/api/surveyor/form-submissions**', answer)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/login'))
  await isDrained(page)
  expect(await arrived(backend)).toBe(200)
})

test('a portal that answers everything in HTML, with 403 and then with 401, removes nothing', async ({
  page,
  context,
  server,
  backend,
}) => {
  await queue(page, server, backend, 5)
  for (const status of [403, 401]) {
    const answer = (route: Route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<title>Sign in</title>' })
    await page.route('**/api/**', answer)
    await context.setOffline(false)
    await expect(syncAll(page)).toBeEnabled()
    const asked = page.waitForResponse('**/api/surveyor/auth/account')
    await syncAll(page).click()
    await asked
    await expect(syncAll(page)).toBeEnabled({ timeout: 30_000 })
    expect(await readQueue(page)).toEqual({ waiting: 5, recovered: 0, pending: 5 })
    expect(new URL(page.url()).pathname).toBe('/sync')
    await context.setOffline(true)
    await page.unroute('**/api/**', answer)
  }
  expect(await arrived(backend)).toBe(0)
  await context.setOffline(false)
  await isDrained(page)
  expect(await arrived(backend)).toBe(5)
})
