import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { email, startServer, type RunningServer } from './server.ts'
import { storedSubmissions } from './stored.ts'
import {
  bundleFixtures,
  leaveApp,
  putDatabase16,
  putLegacyDatabase,
  storedName,
} from './stored-fixtures.ts'

/** Ten thousand submissions from an earlier version and from the earlier app, killed in the middle. */

let server: RunningServer
let fixtures: string
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  fixtures = await bundleFixtures()
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
})
test.afterEach(() => phone.remove())

const settle = async (): Promise<string> => {
  await signIn(page, server.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => storedName(page)).not.toBe('')
  return storedName(page)
}

/** From the start of the app until the dashboard is shown, ms. */
const openTime = async (): Promise<number> => {
  await context.setOffline(true)
  const start = Date.now()
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible({ timeout: 300_000 })
  const time = Date.now() - start
  await context.setOffline(false)
  return time
}

test('version 16: 10,000 take at most 2.2 times as long as 5,000, and all are there', async () => {
  test.setTimeout(600_000)
  const name = await settle()
  const times: number[] = []
  for (const total of [5000, 10_000]) {
    await putDatabase16(await leaveApp(page), fixtures, name, { unsent: 200, sent: total - 200 })
    times.push(await openTime())
    expect(await storedSubmissions(page)).toBe(total)
  }
  const [small = 0, large = 0] = times
  console.log(`5,000: ${small} ms, 10,000: ${large} ms, ratio ${(large / small).toFixed(2)}`)
  expect(large / small).toBeLessThanOrEqual(2.2)
})

/** Closes the page while its progress bar is in the middle. The work stops at once. */
const killInTheMiddle = async (words: RegExp): Promise<void> => {
  await context.setOffline(true)
  await page.goto(`${server.url}/dashboard`, { waitUntil: 'commit' })
  const bar = page.getByRole('progressbar', { name: words })
  await expect(bar).toBeVisible({ timeout: 60_000 })
  const share = () =>
    bar.evaluate(element => {
      const { value, max } = element as HTMLProgressElement
      return value / max
    })
  await expect.poll(share, { intervals: [50], timeout: 120_000 }).toBeGreaterThan(0.3)
  console.log(`killed at ${Math.round((await share()) * 100)} %`)
  await page.close()
  page = await context.newPage()
  await context.setOffline(false)
}

test('version 16, killed in the middle: the next start has all 10,000', async () => {
  test.setTimeout(600_000)
  const name = await settle()
  await putDatabase16(await leaveApp(page), fixtures, name, { unsent: 200, sent: 9800 })
  await killInTheMiddle(/Updating saved data/)
  await openTime()
  expect(await storedSubmissions(page)).toBe(10_000)
  await page.goto(`${server.url}/recovery`)
  await expect(page.getByText(/0 entries|empty|nothing/i).first()).toBeVisible()
})

test('the earlier app, killed in the middle: the next start has all 10,000', async () => {
  test.setTimeout(600_000)
  await settle()
  await putLegacyDatabase(await leaveApp(page), fixtures, { unsent: 200, sent: 9800, email })
  await killInTheMiddle(/Bringing over your data/)
  await openTime()
  // One more was only in the outbox, and the server may have sent further ones meanwhile.
  expect(await storedSubmissions(page)).toBeGreaterThanOrEqual(10_001)
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await indexedDB.databases()).some(({ name }) => name === 'FieldSurveyDB'),
      ),
    )
    .toBe(false)
})
