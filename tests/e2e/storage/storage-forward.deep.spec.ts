import { readFile } from 'node:fs/promises'
import type { Page, Worker } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'
import type { OurBackend } from '../our-backend.ts'
import { email, type RunningServer } from '../server.ts'
import { saveOne } from '../short-form.ts'
import {
  bundleFixtures,
  leaveApp,
  putDatabase16,
  putLegacyDatabase,
  storedName,
} from '../stored-fixtures.ts'
import { databaseCount, storedSubmissions } from '../stored.ts'

/** Data from earlier versions and from a later one on a device, and a database that cannot be opened. */

let fixtures: string

test.beforeAll(async () => {
  fixtures = await bundleFixtures()
})

/** Signs in, and waits until the app works offline. */
const settle = async (page: Page, server: RunningServer, backend: OurBackend): Promise<void> => {
  await signInForField(page, server.url, backend.formCount)
}

test('a database of version 16 opens with all its contents', async ({
  page,
  context,
  phone,
  server,
  backend,
}) => {
  await settle(page, server, backend)
  const name = await storedName(page)
  await putDatabase16(await leaveApp(page), fixtures, name, { unsent: 40, sent: 260 })
  await context.setOffline(true)
  await page.goto(`${server.url}/survey-data`)
  await expect(page.getByText('298 submissions')).toBeAttached({ timeout: 30_000 })
  expect(await storedSubmissions(page)).toBe(300)
  await page.goto(`${server.url}/projects`)
  await expect(page.getByText('Water points').first()).toBeVisible()
  expect(phone.complaints()).toEqual([])
})

test('the earlier app’s database is imported at the first login, and its unsent work arrives', async ({
  page,
  context,
  phone,
  server,
  backend,
}) => {
  await page.goto(server.url)
  await untilWorker(page)
  await putLegacyDatabase(await leaveApp(page), fixtures, { unsent: 30, sent: 300, email })
  await settle(page, server, backend)
  const known = (await backend.rows()).length + 331
  await expect
    .poll(() => storedSubmissions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(known)
  await context.setOffline(true)
  await page.goto(`${server.url}/survey-data`)
  // 331 of the earlier app, minus two deleted ones, plus those of the server.
  await expect(page.getByText(`${(await backend.rows()).length + 329} submissions`)).toBeAttached({
    timeout: 30_000,
  })
  await expect(page.getByRole('link', { name: 'Offline, 34 pending' })).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await indexedDB.databases()).some(({ name }) => name === 'FieldSurveyDB'),
      ),
    )
    .toBe(false)
  await page.goto(`${server.url}/recovery`)
  await expect(page.getByRole('heading', { name: /Recovery/ }).first()).toBeVisible()
  expect(phone.complaints()).toEqual([])
})

test('an older app refuses the data of a newer one, and deletes nothing', async ({
  page,
  phone,
  server,
  backend,
}) => {
  await settle(page, server, backend)
  const name = await storedName(page)
  const before = await databaseCount(page)
  const worker = await leaveApp(page)
  await worker.evaluate(
    database =>
      new Promise(resolve => {
        const opening = indexedDB.open(database, 180)
        opening.addEventListener('success', () => {
          opening.result.close()
          resolve(null)
        })
      }),
    name,
  )
  await page.goto(`${server.url}/dashboard`)
  await expect(
    page.getByRole('heading', { name: 'This app is older than your data' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete and Start Again' })).toHaveCount(0)
  expect(await databaseCount(page)).toBe(before)
  expect(phone.complaints()).toEqual([])
})

/** Makes RxDB refuse the database, as after a broken update. */
const breakDatabase = (worker: Worker, name: string): Promise<void> =>
  worker.evaluate(async database => {
    const opening = indexedDB.open(database)
    const db = await new Promise<IDBDatabase>(resolve => {
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const writing = db.transaction('rxdb', 'readwrite')
    const walk = writing.objectStore('rxdb').openCursor()
    walk.addEventListener('success', () => {
      const cursor = walk.result
      if (cursor === null) return
      const doc = cursor.value as { key?: string; data: Record<string, unknown> }
      if (doc.key?.startsWith('submissions-')) {
        cursor.update({ ...doc, data: { ...doc.data, schemaHash: 'another', schema: {} } })
      }
      cursor.continue()
    })
    await new Promise(resolve => writing.addEventListener('complete', resolve))
    db.close()
  }, name)

test('a database that cannot be opened can be saved as a file, and is deleted only on request', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  await settle(page, server, backend)
  await context.setOffline(true)
  await saveOne(page, server.url, form)
  const name = await storedName(page)
  // Still offline, so that the work is not sent meanwhile.
  await breakDatabase(await leaveApp(page), name)
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Your data could not be opened' })).toBeVisible()
  await page.getByText('Details').click()

  await page.getByRole('button', { name: 'Prepare a copy of all data' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the copy' }).click()
  const saved = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as {
    databases: { name: string; stores: Record<string, { answers?: object }[]> }[]
  }
  const stores = saved.databases.find(({ name: found }) => found === name)?.stores
  // Readable, although it is sealed on the device.
  expect(
    stores?.['submissions--17']?.some(({ answers = {} }) => Object.keys(answers).length > 0),
  ).toBe(true)

  await page.getByRole('button', { name: 'Delete and Start Again' }).click()
  await expect(
    page.getByRole('alertdialog').getByText('1 submission', { exact: true }),
  ).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await databaseCount(page)).toBe(2)
  await page.getByRole('button', { name: 'Delete and Start Again' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Delete and Start Again' })
    .click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible({ timeout: 30_000 })
})
