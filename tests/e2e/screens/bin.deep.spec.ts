import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { fillEverything } from '../form-filler.ts'
import { fieldsOf, type OurBackend } from '../our-backend.ts'
import type { RunningServer } from '../server.ts'
import type { ShortForm } from '../short-form.ts'

/** A deletion is undone from its toast, or restored from the bin with its photo byte for byte. */

test.use({ formTitle: 'Household Profile' })

let before: ReadonlySet<string>

test.beforeEach(async ({ page, server, backend }) => {
  before = new Set((await backend.rows()).map(({ id }) => id))
  await signInForField(page, server.url, backend.formCount)
})

const arrived = async (backend: OurBackend) =>
  (await backend.rows()).filter(({ id }) => !before.has(id))

/** The photos of the only new row on the server. */
const photos = async (backend: OurBackend, form: ShortForm): Promise<readonly Uint8Array[]> => {
  const image = form.fields.find(({ type }) => type === 'IMAGE')
  const [row] = await arrived(backend)
  return (await row?.files(image?.id ?? '')) ?? []
}

const submitOne = async (
  page: Page,
  server: RunningServer,
  backend: OurBackend,
  form: ShortForm,
): Promise<readonly Uint8Array[]> => {
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await fillEverything(page, form.fields)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect
    .poll(async () => (await photos(backend, form)).length, { timeout: 30_000 })
    .toBeGreaterThan(0)
  await expect(page.getByText('Pending Sync')).toHaveCount(0, { timeout: 30_000 })
  return photos(backend, form)
}

const deleteNewest = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

/** Takes a picture if SCREENS names a folder. */
const photograph = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

test('online: deleted, read in the bin, restored without a network, and sent with its photos', async ({
  page,
  context,
  phone,
  server,
  backend,
  form,
}) => {
  test.setTimeout(120_000)
  const sent = await submitOne(page, server, backend, form)
  await deleteNewest(page)
  const toast = page.getByRole('status').filter({ hasText: 'Submission deleted.' })
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  await photograph(page, 'undo-toast')
  // The DELETE leaves when the Undo is gone.
  await expect.poll(async () => (await arrived(backend)).length, { timeout: 30_000 }).toBe(0)

  await page.getByRole('link', { name: /^Bin \(1\)/ }).click()
  await page.waitForURL('**/bin')
  await context.setOffline(true)
  await expect(page.getByText('Deleted by you')).toBeVisible()
  await expect(page.getByText('30 days left')).toBeVisible()
  await photograph(page, 'bin')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('button', { name: /^View .*\.png$/ }).first()).toBeVisible()
  await photograph(page, 'bin-detail')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored. It will be sent as a new submission.')).toBeVisible()
  await expect(page.getByText('The bin is empty')).toBeVisible()
  expect(await arrived(backend)).toEqual([])

  await context.setOffline(false)
  await expect
    .poll(async () => (await photos(backend, form)).length, { timeout: 60_000 })
    .toBe(sent.length)
  expect(await arrived(backend)).toHaveLength(1)
  expect(await photos(backend, form)).toEqual(sent)
  expect(phone.complaints()).toEqual([])
})

test('offline: undone from the toast by the keyboard, and the server receives no request', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  test.setTimeout(120_000)
  await submitOne(page, server, backend, form)
  const [row] = await arrived(backend)
  await context.setOffline(true)
  await deleteNewest(page)
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
  expect((await arrived(backend)).map(({ id }) => id)).toEqual([row?.id])

  await page.goto(`${server.url}/survey-data?surveyId=${form.id}`)
  await deleteNewest(page)
  await page.getByRole('link', { name: /^Bin \(1\)/ }).click({ timeout: 30_000 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The bin is empty')).toBeVisible()
  expect(await arrived(backend)).toEqual([])
})

test('a photo of another device: counted in the dialog offline, and back with a restore after it was fetched', async ({
  page,
  context,
  server,
  backend,
}) => {
  test.setTimeout(120_000)
  const water = await backend.readForm('Water Point Inspection')
  const photo = fieldsOf(water).find(({ type }) => type === 'IMAGE')
  const rows = (await backend.rows()).filter(({ form_id }) => form_id === water.id)
  const sizes = await Promise.all(
    rows.map(async row => ({ row, photos: await row.files(photo?.id ?? '') })),
  )
  const found = sizes.find(({ photos }) => photos.length > 0)
  if (found === undefined) throw new Error('No submission has photos.')
  await page.goto(`${server.url}/surveys/data/${found.row.id}`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(/Its \d photos? (is|are) only on the server/)).toBeVisible()
  await photograph(page, 'delete-lost')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Submission successfully deleted.')).toBeVisible()
  await expect
    .poll(async () => (await backend.rows()).some(({ id }) => id === found.row.id), {
      timeout: 30_000,
    })
    .toBe(false)
  await page.goto(`${server.url}/bin`)
  await expect(page.getByText('Deleted by you')).toBeVisible()
  await photograph(page, 'bin-fetched')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored. It will be sent as a new submission.')).toBeVisible()
  await photograph(page, 'restored')
  const known = new Set(rows.map(({ id }) => id))
  const photosAgain = async () => {
    const row = (await backend.rows()).find(
      ({ id, form_id }) => form_id === water.id && !known.has(id),
    )
    return (await row?.files(photo?.id ?? '')) ?? []
  }
  await expect
    .poll(async () => (await photosAgain()).length, { timeout: 60_000 })
    .toBe(found.photos.length)
  expect(await photosAgain()).toEqual(found.photos)
})
