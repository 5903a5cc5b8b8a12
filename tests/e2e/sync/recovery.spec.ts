import { expect, type Page } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { unfold } from '../screens.ts'
import { fillRequired } from '../short-form.ts'

/** Work that the server refused: shown in plain words, counted, tried again, edited, and never lost (decisions 3). */

/** The browser's own message about a refusal or an error of the server. */
const isRefusal = (text: string) => /status of [45]\d\d/.test(text)

test('a refused interview is read, edited and submitted again; another is tried again', async ({
  phone,
  server,
  backend,
  form,
}) => {
  const before = new Set((await backend.rows()).map(({ id }) => id))
  const arrived = async () => (await backend.rows()).filter(({ id }) => !before.has(id))
  const page = await (await phone.open()).newPage()
  await signInForField(page, server.url, backend.formCount)

  const submitRefused = async () => {
    await server.arm({ fault: 'draft', path: '/surveyor/form-submissions', method: 'POST' })
    await page.goto(`${server.url}/projects/survey/${form.id}`)
    await fillRequired(page, form)
    await page.getByRole('button', { name: 'Submit & Close' }).click()
    await page.waitForURL('**/survey-data?surveyId=*')
  }

  await submitRefused()
  await page.goto(`${server.url}/sync`)
  await page.getByRole('link', { name: /Recovery \(1\)/ }).click()
  await expect(page.getByText('The project is now a draft')).toBeVisible()
  await expect(page.getByText('Refused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByText('Ask your office to publish the project')).toBeVisible()
  await expect(page.getByText(form.fields[0]?.label ?? '').first()).toBeVisible()
  await expect(page.getByText('Saved on this device')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^recovery-temp_\d+\.json$/)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.waitForURL('**/projects/survey/*?draft=temp_*')
  const first = page.locator('[data-field="0"] input').first()
  await expect(first).not.toHaveValue('')
  await first.fill('Corrected by hand')
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect.poll(async () => (await arrived()).length).toBe(1)
  expect((await arrived())[0]?.values.get(form.fields[0]?.id ?? '')).toBe('Corrected by hand')

  await submitRefused()
  await page.goto(`${server.url}/settings`)
  await unfold(page, 'Storage & Data')
  await page.getByRole('link', { name: /Recovery \(1\)/ }).click()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Nothing to recover')).toBeVisible()
  await expect.poll(async () => (await arrived()).length).toBe(2)
  expect(phone.complaints().filter(text => !isRefusal(text))).toEqual([])
})

test(
  'what failed three times is one count in the header, the tab, the tile, Sync and Projects, and Sync All sends it',
  { tag: '@deep' },
  async ({ phone, server, backend, form }) => {
    const before = (await backend.rows()).length
    const page = await (await phone.open()).newPage()
    await signInForField(page, server.url, backend.formCount)
    const path = '/surveyor/form-submissions'
    await server.arm({ fault: '500', path, method: 'POST', times: 3 })
    await page.goto(`${server.url}/projects/survey/${form.id}`)
    await fillRequired(page, form)
    await page.getByRole('button', { name: 'Submit & Close' }).click()
    await page.waitForURL('**/survey-data?surveyId=*')
    await page.goto(`${server.url}/sync`)
    const syncAll = page.getByRole('button', { name: 'Sync All' })
    const inRecovery = page.getByText('Recovery (1)')
    await expect(async () => {
      if ((await inRecovery.isHidden()) && (await syncAll.isEnabled())) await syncAll.click()
      await expect(inRecovery).toBeVisible({ timeout: 5000 })
    }).toPass()

    const text = '1 submission has not arrived'
    await expect(page.getByRole('status').getByText(text)).toBeVisible()
    await expect(page.getByText('Everything is up to date')).toHaveCount(0)
    await saysOnFrame(page, text)
    await page.goto(`${server.url}/dashboard`)
    await expect(page.getByRole('link', { name: '1 Sync Status not arrived' })).toBeVisible()
    await saysOnFrame(page, text)
    await page.goto(`${server.url}/projects`)
    const toSync = page.getByRole('region', { name: 'Surveys to Sync' })
    await expect(toSync.getByText(text)).toBeVisible()
    await expect(toSync.getByText('1', { exact: true })).toBeVisible()

    await page.goto(`${server.url}/sync`)
    await syncAll.click()
    await expect(page.getByText('All data synced successfully')).toBeVisible()
    await expect(page.getByText('Everything is up to date')).toBeVisible()
    await saysOnFrame(page, 'nothing pending')
    expect((await backend.rows()).length).toBe(before + 1)
    expect(phone.complaints().filter(complaint => !isRefusal(complaint))).toEqual([])
  },
)

/** The header's indicator says it, and so does the tab when something has not arrived. */
const saysOnFrame = async (page: Page, text: string) => {
  await expect(page.getByRole('link', { name: new RegExp(`^Online, .*, ${text}$`) })).toBeVisible()
  const tab = page.getByRole('navigation').getByRole('link', { name: /^Sync/ })
  await expect(tab).toHaveAccessibleName(text === 'nothing pending' ? 'Sync' : `Sync ${text}`)
}
