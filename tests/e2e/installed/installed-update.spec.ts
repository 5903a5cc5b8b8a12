import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { turnAutoSyncOff, type Phone } from '../device.ts'
import { fillRequired, saveOne } from '../short-form.ts'
import {
  lookForUpdate,
  nextVersion,
  openUpdatable,
  startUpdatable,
  type Updatable,
} from '../updatable.ts'

let app: Updatable
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  app = await startUpdatable()
})
test.afterAll(() => app.stop())
test.beforeEach(async () => {
  ;({ phone, page } = await openUpdatable(app))
  context = page.context()
})
test.afterEach(() => phone.remove())

const rowIds = async () => (await app.backend.rows()).map(({ id }) => id)
const firstField = (tab: Page) => tab.locator('[data-field="0"] input').first()
const versionOf = (tab: Page) => tab.evaluate(() => localStorage.getItem('app_version'))

test('an update waits for a half-filled form, and afterwards everything is still there', async () => {
  const before = await rowIds()
  await turnAutoSyncOff(page, app.deployment.url)
  await context.setOffline(true)
  await saveOne(page, app.deployment.url, app.form)
  await page.goto(`${app.deployment.url}/projects/survey/${app.form.id}`)
  await firstField(page).fill('Half an interview')
  await page.waitForURL('**?draft=*')
  await context.setOffline(false)
  const other = await context.newPage()
  await other.goto(`${app.deployment.url}/dashboard`)
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible()

  app.deployment.deploy(app.next.directory)
  await lookForUpdate(page)
  for (const tab of [page, other]) {
    await expect(tab.getByText('App Update Available')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Update Now' }).click()
  await expect(page.getByText('Updates when this survey is submitted or closed.')).toBeVisible()
  await other.getByRole('button', { name: 'Update Now' }).click()
  await expect(other.getByText(/^Updates when the survey in your other tab/)).toBeVisible()
  await other.getByRole('button', { name: 'Later' }).click()
  await expect(other.getByText(/^Updates when/)).toBeHidden()
  // The page was not reloaded: the survey is still open and waiting.
  await expect(firstField(page)).toHaveValue('Half an interview')
  await expect(page.getByText('Updates when this survey is submitted or closed.')).toBeVisible()
  expect(await versionOf(page)).toBe('1.0.8')

  await context.setOffline(true)
  await fillRequired(page, app.form)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await expect(page.getByRole('heading', { name: 'App Updated!' })).toBeVisible({ timeout: 20_000 })
  await expect(
    page.getByText(`App updated to v${nextVersion}! Cache cleared automatically.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await versionOf(page)).toBe(nextVersion)

  // The other tab was not reloaded. It shows a message, and reloads on request.
  await expect(other.getByText('App updated', { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Reload' }).click()
  await expect(other.getByText('App updated', { exact: true })).toBeHidden()
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(other.getByText('App Updated!')).toBeHidden()

  await page.goto(`${app.deployment.url}/sync`)
  await expect(page.getByText('2 pending').first()).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sync All' }).click()
  await expect(page.getByText('Everything is up to date')).toBeVisible({ timeout: 30_000 })
  const after = await rowIds()
  expect(after.filter(id => !before.includes(id))).toHaveLength(2)
  expect(phone.complaints()).toEqual([])
})

test('a tab with an older database keeps its answers and closes down without a crash', async () => {
  await page.goto(`${app.deployment.url}/projects/survey/${app.form.id}`)
  await firstField(page).fill('Half an interview')
  await page.waitForURL('**?draft=*')
  await firstField(page).fill('Half an interview, and a word')
  // The message that a version with a newer database sends before it opens it.
  const answers = await page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const channel = new BroadcastChannel('transect-tabs')
        const types: string[] = []
        channel.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
          types.push(data.type)
          if (data.type === 'retired') resolve(types)
        })
        channel.postMessage({ type: 'retire', schema: 1_000_000 })
      }),
  )
  expect(answers).toEqual(['retiring', 'retired'])
  await expect(page.getByRole('heading', { name: 'App updated' })).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(firstField(page)).toHaveValue('Half an interview, and a word')
  expect(phone.complaints()).toEqual([])
})
