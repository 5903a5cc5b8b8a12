import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { readShortForm, saveOne } from './short-form.ts'
import { storedDefinitions } from './stored.ts'
import { readQueue, submitMany } from './workspace.ts'

/** Long queues: they move, and let go first what the surveyor waits for. */

let server: RunningServer
let backend: OurBackend
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
})
test.afterEach(() => phone.remove())

const fill = async (count: number): Promise<void> => {
  await context.setOffline(true)
  const { form } = backend
  const answers = { [form.fields[0]?.id ?? '']: 'Lakshmi Devi' }
  await submitMany(page, { formId: form.id, formName: 'Household Profile', answers, count })
}

/** Each has its place in the outbox. */
const isQueued = (count: number) =>
  expect
    .poll(async () => (await readQueue(page)).waiting, { timeout: 240_000, intervals: [2000] })
    .toBe(count)

test('while 1,000 are sent the progress moves, and what is submitted meanwhile goes next', async () => {
  test.setTimeout(600_000)
  const form = await readShortForm(backend)
  await fill(1000)
  await page.goto(`${server.url}/sync`)
  await isQueued(1000)
  await context.setOffline(false)
  const progress = page.getByText(/Syncing submission \d+ of \d+/).first()
  await expect(progress).toBeVisible()
  const seen = new Set<string>()
  for (let looks = 0; looks < 5; looks += 1) {
    const last = await progress.textContent()
    await expect(progress).not.toHaveText(last ?? '')
    seen.add(last ?? '')
  }
  expect(seen.size).toBe(5)
  const other = await context.newPage()
  await saveOne(other, server.url, form)
  await expect(other.getByText('Survey submitted successfully!')).toBeVisible()
  expect((await readQueue(other)).waiting).toBeGreaterThan(100)
})
