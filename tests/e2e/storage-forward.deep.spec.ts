import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page, Worker } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { email, startServer, type RunningServer } from './server.ts'
import { readShortForm, saveOne, type ShortForm } from './short-form.ts'
import { databaseCount, storedDefinitions, storedSubmissions } from './stored.ts'
import {
  bundleFixtures,
  leaveApp,
  putDatabase16,
  putLegacyDatabase,
  storedName,
} from './stored-fixtures.ts'

/** Data from earlier versions and from a later one on a device, and a database that cannot be opened. */

let server: RunningServer
let backend: OurBackend
let form: ShortForm
let fixtures: string
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  form = await readShortForm(backend)
  fixtures = await bundleFixtures()
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
})
test.afterEach(() => phone.remove())

/** Signs in, and waits until the app works offline. */
const settle = async (): Promise<void> => {
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

test('a database of version 16 opens with all its contents', async () => {
  await settle()
  const name = await storedName(page)
  await putDatabase16(await leaveApp(page), fixtures, name, { unsent: 40, sent: 260 })
  await context.setOffline(true)
  await page.goto(`${server.url}/survey-data`)
  await expect(page.getByText('298 submissions')).toBeAttached({ timeout: 30_000 })
  expect(await storedSubmissions(page)).toBe(300)
  // The earlier version's databases are deleted, photos included.
  await expect
    .poll(() =>
      page.evaluate(
        async () =>
          (await indexedDB.databases()).filter(({ name: found = '' }) => found.includes('--16--'))
            .length,
      ),
    )
    .toBe(0)
  await page.goto(`${server.url}/projects`)
  await expect(page.getByText('Water points').first()).toBeVisible()
  expect(phone.complaints()).toEqual([])
})

test('the earlier app’s database is imported at the first login, and its unsent work arrives', async () => {
  await page.goto(server.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await putLegacyDatabase(await leaveApp(page), fixtures, { unsent: 30, sent: 300, email })
  await settle()
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

test('an older app refuses the data of a newer one, and deletes nothing', async () => {
  await settle()
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

test('a database that cannot be opened can be saved as a file, and is deleted only on request', async () => {
  await settle()
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
