import type { BrowserContext, Page, Route } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { email, password, startServer, type RunningServer } from './server.ts'
import { storedDefinitions } from './stored.ts'
import { readQueue, submitMany } from './workspace.ts'

/** Faults while a queue of interviews is being sent. None is lost or sent twice. */

let server: RunningServer
let backend: OurBackend
let phone: Phone
let context: BrowserContext
let page: Page
let before: number

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  before = (await backend.rows()).length
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
})
test.afterEach(() => phone.remove())

/** Submits so many offline and opens the sync screen. */
const queue = async (count: number): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await context.setOffline(true)
  const { form } = backend
  const answers = { [form.fields[0]?.id ?? '']: 'Lakshmi Devi' }
  await submitMany(page, { formId: form.id, formName: 'Household Profile', answers, count })
  await page.goto(`${server.url}/sync`)
  await expect.poll(async () => (await readQueue(page)).waiting).toBe(count)
}

const syncAll = () => page.getByRole('button', { name: 'Sync All' })
const isDrained = () =>
  expect
    .poll(() => readQueue(page), { timeout: 80_000, intervals: [1000] })
    .toEqual({ waiting: 0, recovered: 0, pending: 0 })
const arrived = async () => (await backend.rows()).length - before

test('the session ends in the middle of 200: after the next login all are there, once', async () => {
  await queue(200)
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
  expect(await arrived()).toBe(99)
  await page.unroute('**/api/surveyor/form-submissions**', answer)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/login'))
  await isDrained()
  expect(await arrived()).toBe(200)
})

test('a portal that answers everything in HTML, with 403 and then with 401, removes nothing', async () => {
  await queue(5)
  for (const status of [403, 401]) {
    const answer = (route: Route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<title>Sign in</title>' })
    await page.route('**/api/**', answer)
    await context.setOffline(false)
    await expect(syncAll()).toBeEnabled()
    const asked = page.waitForResponse('**/api/surveyor/auth/account')
    await syncAll().click()
    await asked
    await expect(syncAll()).toBeEnabled({ timeout: 30_000 })
    expect(await readQueue(page)).toEqual({ waiting: 5, recovered: 0, pending: 5 })
    expect(new URL(page.url()).pathname).toBe('/sync')
    await context.setOffline(true)
    await page.unroute('**/api/**', answer)
  }
  expect(await arrived()).toBe(0)
  await context.setOffline(false)
  await isDrained()
  expect(await arrived()).toBe(5)
})
