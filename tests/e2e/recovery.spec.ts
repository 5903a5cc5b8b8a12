import { expect } from 'playwright/test'
import { signInForField } from './device.ts'
import { test } from './fixtures.ts'
import { fillRequired } from './short-form.ts'

/** Work that the server refused: shown in plain words, tried again, edited, and never lost (decisions 3). */

/** The browser's own message about a refusal. */
const isRefusal = (text: string) => /status of 4\d\d/.test(text)

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
  await expect(page.getByText('Ask your office to publish the project')).toBeVisible()
  await page.getByRole('button', { name: 'Show contents' }).click()
  await expect(page.getByText(form.fields[0]?.label ?? '').first()).toBeVisible()
  await expect(page.getByText('Saved on this device')).toBeVisible()
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
  await page.getByRole('link', { name: /Recovery \(1\)/ }).click()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Nothing to recover')).toBeVisible()
  await expect.poll(async () => (await arrived()).length).toBe(2)
  expect(phone.complaints().filter(text => !isRefusal(text))).toEqual([])
})
