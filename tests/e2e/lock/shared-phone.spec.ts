import type { Page, Request } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import type { OurBackend } from '../our-backend.ts'
import type { RunningServer } from '../server.ts'
import { databaseCount } from '../stored.ts'
import {
  confirmLogout,
  first,
  logOut,
  onOtherDevice,
  prepareSecond,
  second,
  signInAs,
  type OtherDevice,
} from '../surveyors.ts'
import { readQueue, refreshNow, submitMany } from '../workspace.ts'

/**
 * One phone, two surveyors, and server answers that arrive after the first has left: each row belongs to its author.
 */

const creation = '/api/surveyor/form-submissions'
const queued = 12
/** How many interviews are sent at once. */
const underWay = 4

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

test.beforeAll(async ({ server }) => {
  await prepareSecond(server)
  ofFirst = await onOtherDevice(server, first)
  ofSecond = await onOtherDevice(server, second)
})
test.beforeEach(async ({ page, server, backend }) => {
  test.setTimeout(180_000)
  before = await counts()
  posts = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith(creation)) posts.push(request)
  })
  await signInForField(page, server.url, backend.formCount)
})

/** Submits twelve offline. Then the first four are sent, and their answers are slow. */
const sendSlowly = async (
  page: Page,
  server: RunningServer,
  backend: OurBackend,
  path: string,
): Promise<void> => {
  await page.context().setOffline(true)
  const { form } = backend
  const answers = { [form.fields[0]?.id ?? '']: 'Lakshmi Devi' }
  const bulk = { formId: form.id, formName: 'Household Profile', answers, count: queued }
  await page.goto(server.url + path)
  await submitMany(page, bulk)
  await expect.poll(async () => (await readQueue(page)).pending).toBe(queued)
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
  await page.context().setOffline(false)
  // The server has them before the surveyor leaves.
  await expect
    .poll(counts, { timeout: 30_000 })
    .toEqual({ first: before.first + underWay, second: before.second })
}

/** Lets the slow answers arrive, and waits as long as a run would need to send the rest if it continued. */
const untilAnswersAreOver = async (page: Page): Promise<void> => {
  letGo()
  await Promise.all(posts.map(request => request.response()))
  await page.waitForTimeout(8000)
}

test(
  'the session ends, another surveyor signs in, and the slow answers of the first arrive',
  { tag: '@deep' },
  async ({ page, server, backend }) => {
    await sendSlowly(page, server, backend, '/sync')
    await server.arm({ fault: '401', path: '/surveyor/auth/account', method: 'GET' })
    await refreshNow(page, 'account')
    await page.waitForURL('**/login')
    await signInAs(page, second)
    await untilAnswersAreOver(page)
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
  },
)

test('a logout while answers are slow deletes the unsent work, and the next surveyor stays signed in', async ({
  page,
  server,
  backend,
}) => {
  await sendSlowly(page, server, backend, '/settings')
  await confirmLogout(page)
  await signInAs(page, second)
  await page.evaluate(() => {
    document.documentElement.dataset['sameStart'] = 'yes'
  })
  await untilAnswersAreOver(page)
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
