import type { BrowserContext, Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'
import { email, type RunningServer } from '../server.ts'
import {
  bundleFixtures,
  leaveApp,
  putDatabase16,
  putLegacyDatabase,
  storedName,
} from '../stored-fixtures.ts'
import { storedSubmissions } from '../stored.ts'

/** Ten thousand submissions from an earlier version and from the earlier app, killed in the middle. */

let fixtures: string

test.beforeAll(async () => {
  fixtures = await bundleFixtures()
})

const settle = async (page: Page, server: RunningServer): Promise<string> => {
  await signIn(page, server.url)
  await untilWorker(page)
  await expect.poll(() => storedName(page)).not.toBe('')
  return storedName(page)
}

/** From the start of the app until the dashboard is shown, ms. */
const openTime = async (page: Page, server: RunningServer): Promise<number> => {
  await page.context().setOffline(true)
  const start = Date.now()
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible({ timeout: 300_000 })
  const time = Date.now() - start
  await page.context().setOffline(false)
  return time
}

test('version 16: 10,000 take at most 2.2 times as long as 5,000, and all are there', async ({
  page,
  server,
}) => {
  test.setTimeout(600_000)
  const name = await settle(page, server)
  const times: number[] = []
  for (const total of [5000, 10_000]) {
    await putDatabase16(await leaveApp(page), fixtures, name, { unsent: 200, sent: total - 200 })
    times.push(await openTime(page, server))
    expect(await storedSubmissions(page)).toBe(total)
  }
  const [small = 0, large = 0] = times
  console.log(`5,000: ${small} ms, 10,000: ${large} ms, ratio ${(large / small).toFixed(2)}`)
  expect(large / small).toBeLessThanOrEqual(2.2)
})

/** Closes the page while its progress bar is in the middle. The work stops at once. */
const killInTheMiddle = async (
  context: BrowserContext,
  server: RunningServer,
  words: RegExp,
): Promise<void> => {
  const page = await context.newPage()
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
  expect(await share()).toBeLessThan(1)
  await page.close()
  await context.setOffline(false)
}

test('version 16, killed in the middle: the next start has all 10,000', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(600_000)
  const name = await settle(page, server)
  await putDatabase16(await leaveApp(page), fixtures, name, { unsent: 200, sent: 9800 })
  await killInTheMiddle(context, server, /Updating saved data/)
  await openTime(page, server)
  expect(await storedSubmissions(page)).toBe(10_000)
  await page.goto(`${server.url}/recovery`)
  await expect(page.getByText(/0 entries|empty|nothing/i).first()).toBeVisible()
})

test('the earlier app, killed in the middle: the next start has all 10,000', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(600_000)
  await settle(page, server)
  await putLegacyDatabase(await leaveApp(page), fixtures, { unsent: 200, sent: 9800, email })
  await killInTheMiddle(context, server, /Bringing over your data/)
  await openTime(page, server)
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
