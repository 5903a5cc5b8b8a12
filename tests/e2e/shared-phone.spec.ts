import type { BrowserContext, Page, Request } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { databaseCount, storedDefinitions } from './stored.ts'
import {
  confirmLogout,
  first,
  logOut,
  onOtherDevice,
  prepareSecond,
  second,
  signInAs,
  type OtherDevice,
} from './surveyors.ts'
import { readQueue, refreshNow, submitMany } from './workspace.ts'

/** One phone, two surveyors, and answers that arrive after the first has left: each row belongs to its author. */

const creation = '/api/surveyor/form-submissions'
const queued = 12
/** How many interviews are sent at once. */
const underWay = 4

let server: RunningServer
let backend: OurBackend
let phone: Phone
let context: BrowserContext
let page: Page
let ofFirst: OtherDevice
let ofSecond: OtherDevice
let before: { readonly first: number; readonly second: number }
let posts: Request[]
/** Lets the answers of the first four arrive. */
let letGo: () => void

const counts = async () => ({
  first: (await ofFirst.rows()).length,
  second: (await ofSecond.rows()).length,
})

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  await prepareSecond(server)
  ofFirst = await onOtherDevice(server, first)
  ofSecond = await onOtherDevice(server, second)
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  test.setTimeout(180_000)
  before = await counts()
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  posts = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith(creation)) posts.push(request)
  })
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
})
test.afterEach(async () => {
  await server.heal()
  await phone.remove()
})

/** Submits twelve offline. Then the first four are sent, and their answers are slow. */
const sendSlowly = async (path: string): Promise<void> => {
  await context.setOffline(true)
  const { form } = backend
  const answers = { [form.fields[0]?.id ?? '']: 'Lakshmi Devi' }
  const bulk = { formId: form.id, formName: 'Household Profile', answers, count: queued }
  await page.goto(server.url + path)
  await submitMany(page, bulk)
  await expect.poll(async () => (await readQueue(page)).waiting).toBe(queued)
  const gate = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(`**${creation}`, async route => {
    if (route.request().method() !== 'POST' || posts.indexOf(route.request()) >= underWay) {
      return route.fallback()
    }
    const response = await route.fetch()
    await gate
    // The page may have aborted the request.
    await route.fulfill({ response }).catch(() => {})
  })
  await context.setOffline(false)
  // The server has them before the surveyor leaves.
  await expect
    .poll(counts, { timeout: 30_000 })
    .toEqual({ first: before.first + underWay, second: before.second })
}

/** Lets the slow answers arrive, and waits as long as a continuing run would need to send the rest. */
const untilAnswersAreOver = async (): Promise<void> => {
  letGo()
  await Promise.all(posts.map(request => request.response()))
  await page.waitForTimeout(8000)
}

test('the session ends, another surveyor signs in, and the slow answers of the first arrive', async () => {
  await sendSlowly('/sync')
  await server.arm({ fault: '401', path: '/surveyor/auth/account', method: 'GET' })
  await refreshNow(page, 'account')
  await page.waitForURL('**/login')
  await signInAs(page, second)
  await untilAnswersAreOver()
  expect(await counts()).toEqual({ first: before.first + underWay, second: before.second })

  await logOut(page, server.url)
  await signInAs(page, first)
  await page.goto(`${server.url}/sync`)
  await expect
    .poll(() => readQueue(page), { timeout: 60_000, intervals: [1000] })
    .toEqual({ waiting: 0, recovered: 0, pending: 0 })
  expect(await counts()).toEqual({ first: before.first + queued, second: before.second })
  const times = (await ofFirst.rows()).map(({ created_at }) => created_at)
  expect(new Set(times).size).toBe(times.length)
})

test('a logout while answers are slow deletes the unsent work, and the next surveyor stays signed in', async () => {
  await sendSlowly('/settings')
  await confirmLogout(page)
  await signInAs(page, second)
  await page.evaluate(() => {
    document.documentElement.dataset['sameStart'] = 'yes'
  })
  await untilAnswersAreOver()
  // Neither signed out nor reloaded.
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-same-start', 'yes')
  expect(await counts()).toEqual({ first: before.first + underWay, second: before.second })

  await logOut(page, server.url)
  await expect.poll(() => databaseCount(page)).toBe(0)
  await signInAs(page, first)
  await page.goto(`${server.url}/sync`)
  await expect(page.getByText('Everything is up to date').first()).toBeVisible({ timeout: 30_000 })
  expect(await readQueue(page)).toEqual({ waiting: 0, recovered: 0, pending: 0 })
  expect(await counts()).toEqual({ first: before.first + underWay, second: before.second })
})
