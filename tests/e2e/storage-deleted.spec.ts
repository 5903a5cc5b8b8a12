import type { BrowserContext, CDPSession, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { fillRequired, readShortForm, saveOne, type ShortForm } from './short-form.ts'
import { storedDefinitions } from './stored.ts'
import { storedWrites } from './stored-fixtures.ts'

/** The browser deletes the app's storage: while the app runs, and between two visits. */

let server: RunningServer
let backend: OurBackend
let form: ShortForm
let phone: Phone
let context: BrowserContext
let page: Page
let browser: CDPSession

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  form = await readShortForm(backend)
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  browser = await context.newCDPSession(page)
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
})
test.afterEach(() => phone.remove())

const deleteStorage = () =>
  browser.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' })

const dialog = () => page.getByRole('dialog')

test('storage deleted during an interview: reported, written back, and submitted completely', async () => {
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await context.setOffline(true)
  await fillRequired(page, form)
  await page.waitForURL('**?draft=*')
  const answered = form.fields.filter(
    ({ is_required, type }) => is_required && type !== 'IMAGE' && type !== 'FILE',
  )
  const writes = async () => (await storedWrites(page, 'form_responses')).count
  await expect.poll(writes).toBeGreaterThanOrEqual(answered.length)
  await deleteStorage()
  await expect(dialog().getByText('This browser deleted saved data')).toBeVisible()
  await expect(dialog().getByText(/1 unsent interview was listed/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Okay' }).click()
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect(page.getByText('Pending Sync').first()).toBeVisible()

  const before = new Set((await backend.rows()).map(({ id }) => id))
  const arrived = async () => (await backend.rows()).filter(({ id }) => !before.has(id))
  await context.setOffline(false)
  await expect.poll(async () => (await arrived()).length, { timeout: 30_000 }).toBe(1)
  const [row] = await arrived()
  for (const { id } of answered) expect(row?.values.get(id)).toBeTruthy()
})

test('storage deleted between two visits: the next start reports what was in it', async () => {
  await context.setOffline(true)
  await saveOne(page, server.url, form)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('stored_work')))
    .toContain('"submissions":1')
  await page.goto('about:blank')
  await context.setOffline(false)
  await deleteStorage()
  await signIn(page, server.url)
  await expect(dialog().getByText('This browser deleted saved data')).toBeVisible()
  await expect(dialog().getByText(/1 unsent interview was listed at that time/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Okay' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(dialog()).toHaveCount(0)
})
