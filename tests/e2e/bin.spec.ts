import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { fillEverything } from './form-filler.ts'
import { askOurServer, fieldsOf, type OurBackend, type PublishedForm } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { storedDefinitions } from './stored.ts'

/** A deletion is undone from its toast, or restored from the bin with its photo byte for byte. */

let server: RunningServer
let backend: OurBackend
let form: PublishedForm
let before: ReadonlySet<string>
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  form = await backend.readForm('Household Profile')
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  before = new Set((await backend.rows()).map(({ id }) => id))
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
})
test.afterEach(() => phone.remove())

const arrived = async () => (await backend.rows()).filter(({ id }) => !before.has(id))

/** The photos of the only new row on the server. */
const photos = async (): Promise<readonly Uint8Array[]> => {
  const image = fieldsOf(form).find(({ type }) => type === 'IMAGE')
  const [row] = await arrived()
  return (await row?.files(image?.id ?? '')) ?? []
}

const submitOne = async (): Promise<readonly Uint8Array[]> => {
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await fillEverything(page, fieldsOf(form))
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect.poll(async () => (await photos()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect(page.getByText('Pending Sync')).toHaveCount(0, { timeout: 30_000 })
  return photos()
}

const deleteNewest = async (): Promise<void> => {
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

/** Takes a picture if SCREENS names a folder. */
const photograph = async (name: string): Promise<void> => {
  const folder = process.env['SCREENS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

test('online: deleted, read in the bin, restored without a network, and sent with its photos', async () => {
  test.setTimeout(120_000)
  const sent = await submitOne()
  await deleteNewest()
  const toast = page.getByRole('status').filter({ hasText: 'Submission deleted.' })
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  await photograph('undo-toast')
  await expect.poll(async () => (await arrived()).length).toBe(0)

  await page.getByRole('link', { name: /^Bin \(1\)/ }).click()
  await page.waitForURL('**/bin')
  await context.setOffline(true)
  await expect(page.getByText('Deleted by you')).toBeVisible()
  await expect(page.getByText('29 days left')).toBeVisible()
  await photograph('bin')
  await page.getByRole('button', { name: 'Show what it holds' }).click()
  await expect(page.getByRole('button', { name: /^View .*\.png$/ }).first()).toBeVisible()
  await photograph('bin-detail')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored. It will be sent as a new submission.')).toBeVisible()
  await expect(page.getByText('The bin is empty')).toBeVisible()
  expect(await arrived()).toEqual([])

  await context.setOffline(false)
  await expect.poll(async () => (await photos()).length, { timeout: 60_000 }).toBe(sent.length)
  expect(await arrived()).toHaveLength(1)
  expect(await photos()).toEqual(sent)
  expect(phone.complaints()).toEqual([])
})

test('offline: undone from the toast by the keyboard, and the server receives no request', async () => {
  test.setTimeout(120_000)
  await submitOne()
  const [row] = await arrived()
  await context.setOffline(true)
  await deleteNewest()
  const toast = page.getByRole('status').filter({ hasText: 'Submission marked for deletion.' })
  const undo = toast.getByRole('button', { name: 'Undo' })
  await undo.focus()
  // A focused toast does not disappear.
  await page.waitForTimeout(11_000)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The submission is back.')).toBeVisible()
  await context.setOffline(false)
  await page.goto(`${server.url}/sync`)
  await expect(page.getByText('Everything is up to date')).toBeVisible()
  expect((await arrived()).map(({ id }) => id)).toEqual([row?.id])

  await page.goto(`${server.url}/survey-data?surveyId=${form.id}`)
  await deleteNewest()
  await page.getByRole('link', { name: /^Bin \(1\)/ }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The bin is empty')).toBeVisible()
  expect(await arrived()).toEqual([])
})
