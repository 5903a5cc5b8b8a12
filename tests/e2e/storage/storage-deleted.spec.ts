import type { CDPSession, Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import type { RunningServer } from '../server.ts'
import { fillRequired, saveOne } from '../short-form.ts'
import { storedWrites } from '../stored-fixtures.ts'

/** The browser deletes the app's storage: while the app runs, and between two visits. */

let browser: CDPSession

test.beforeEach(async ({ page, context, server, backend }) => {
  browser = await context.newCDPSession(page)
  await signInForField(page, server.url, backend.formCount)
})

const deleteStorage = (server: RunningServer) =>
  browser.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' })

const dialog = (page: Page) => page.getByRole('dialog')

test('storage deleted during an interview: reported, written back, and submitted completely', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await context.setOffline(true)
  await fillRequired(page, form)
  await page.waitForURL('**?draft=*')
  const answered = form.fields.filter(
    ({ is_required, type }) => is_required && type !== 'IMAGE' && type !== 'FILE',
  )
  const writes = async () => (await storedWrites(page, 'form_responses')).count
  await expect.poll(writes).toBeGreaterThanOrEqual(answered.length)
  await deleteStorage(server)
  await expect(dialog(page).getByText('This browser deleted saved data')).toBeVisible()
  await expect(dialog(page).getByText(/1 unsent submission was listed/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Okay' }).click()
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

test(
  'storage deleted between two visits: the next start reports what was in it',
  { tag: '@deep' },
  async ({ page, context, server, form }) => {
    await context.setOffline(true)
    await saveOne(page, server.url, form)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('stored_work')))
      .toContain('"submissions":1')
    await page.goto('about:blank')
    await context.setOffline(false)
    await deleteStorage(server)
    await signIn(page, server.url)
    await expect(dialog(page).getByText('This browser deleted saved data')).toBeVisible()
    await expect(
      dialog(page).getByText(/1 unsent submission was listed at that time/),
    ).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Okay' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  },
)
