import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { schemaVersion } from '../../../collections/schemas/schema.ts'
import { buildNewerDatabase } from '../deployment.ts'
import { turnAutoSyncOff, type Phone } from '../device.ts'
import { filesFor, fillEverything } from '../form-filler.ts'
import { fieldsOf } from '../our-backend.ts'
import { saveOne } from '../short-form.ts'
import { untilStored } from '../stored-fixtures.ts'
import {
  lookForUpdate,
  nextVersion,
  openUpdatable,
  startUpdatable,
  type Updatable,
} from '../updatable.ts'

/** A version with a newer database is deployed over unsent work, and all of it is migrated. */

let app: Updatable
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  test.setTimeout(200_000)
  app = await startUpdatable(buildNewerDatabase)
})
test.afterAll(() => app.stop())
test.beforeEach(async () => {
  ;({ phone, page } = await openUpdatable(app))
  context = page.context()
})
test.afterEach(() => phone.remove())

/** The schema versions of the surveyors' databases on the device. */
const storedVersions = (tab: Page) =>
  tab.evaluate(async () => {
    const databases = await indexedDB.databases()
    const own = databases.filter(({ name = '' }) => /^transect-[0-9a-f]{16}$/.test(name))
    return own.map(({ version = 0 }) => Math.floor(version / 10))
  })

const pending = (count: number) => page.getByText(`${count} pending`).first()

test('a waiting worker, a newer database and unsent work: after the update everything is there', async () => {
  test.setTimeout(240_000)
  const { url } = app.deployment
  const before = new Set((await app.backend.rows()).map(({ id }) => id))
  const damage = await app.backend.readForm('Shelter Damage Assessment')
  const photos = fieldsOf(damage).find(({ type }) => type === 'IMAGE')
  if (photos === undefined) throw new Error('The form asks for no photo.')

  await turnAutoSyncOff(page, url)
  // Offline: one submission, one with photos, and half an interview.
  await context.setOffline(true)
  await saveOne(page, url, app.form)
  await page.goto(`${url}/projects/survey/${damage.id}`)
  await page.locator('[data-field="0"]').waitFor()
  await fillEverything(page, fieldsOf(damage))
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await page.goto(`${url}/projects/survey/${app.form.id}`)
  await page.locator('[data-field="0"] input').first().fill('Half an interview')
  await page.waitForURL('**?draft=*')
  const draft = page.url()
  await untilStored(page, 'form_responses')
  await page.goto(`${url}/dashboard`)
  expect(await storedVersions(page)).toEqual([schemaVersion])

  // Auto Sync is off, and the new version is available.
  await context.setOffline(false)
  const other = await context.newPage()
  await other.goto(`${url}/settings`)
  await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible()
  app.deployment.deploy(app.next.directory)
  await lookForUpdate(page)
  await expect(page.getByText('App Update Available')).toBeVisible()
  await page.getByRole('button', { name: 'Update Now' }).click()
  await expect(page.getByRole('heading', { name: 'App Updated!' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.evaluate(() => localStorage.getItem('app_version'))).toBe(nextVersion)
  await expect.poll(() => storedVersions(page)).toContain(schemaVersion + 1)
  await expect(other.getByRole('heading', { name: 'App updated' })).toBeVisible()
  await other.close()

  await page.goto(`${url}/sync`)
  for (const one of [app.form.title, damage.title]) {
    await expect(page.getByRole('heading', { name: one })).toBeVisible()
  }
  await expect(pending(1)).toBeVisible()
  await page.goto(draft)
  await expect(page.locator('[data-field="0"] input').first()).toHaveValue('Half an interview')

  await page.goto(`${url}/sync`)
  await page.getByRole('button', { name: 'Sync All' }).click()
  await expect(page.getByText('Everything is up to date').first()).toBeVisible({ timeout: 60_000 })
  const arrived = (await app.backend.rows()).filter(({ id }) => !before.has(id))
  const files = await Promise.all(arrived.map(row => row.files(photos.id)))
  expect(files.map(({ length }) => length).sort()).toEqual([0, filesFor(photos).length])
  await expect.poll(() => storedVersions(page)).toEqual([schemaVersion + 1])
  expect(phone.complaints()).toEqual([])
})
