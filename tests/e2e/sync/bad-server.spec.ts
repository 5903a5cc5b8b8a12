import { expect } from 'playwright/test'
import { signIn, untilForms, type Phone } from '../device.ts'
import { test } from '../fixtures.ts'
import { filesFor, fillField } from '../form-filler.ts'
import { sha256, type ArrivedRow } from './interview-arrives.ts'
import type { OurBackend } from '../our-backend.ts'
import { fillRequired, readShortForm } from '../short-form.ts'
import { untilStored } from '../stored-fixtures.ts'
import { storedDefinitions, storedSubmissions } from '../stored.ts'

const arrivedAfter = async (
  backend: OurBackend,
  before: readonly ArrivedRow[],
): Promise<readonly ArrivedRow[]> => {
  const ids = new Set(before.map(({ id }) => id))
  return (await backend.rows()).filter(({ id }) => !ids.has(id))
}
/** Without the browser's own messages about error statuses. */
const complaints = (phone: Phone) =>
  phone.complaints().filter(text => !text.startsWith('console: Failed to load resource'))

const rubbish = ['html', 'empty', 'truncated'] as const
const lists = ['/surveyor/forms', '/surveyor/form-submissions'] as const

test('garbage answers remove nothing from an open app', async ({
  page,
  phone,
  server,
  backend,
}) => {
  const form = await readShortForm(backend)
  await signIn(page, server.url)
  await untilForms(page, backend.formCount)
  const had = await backend.rows()
  await expect.poll(() => storedSubmissions(page)).toBe(had.length)
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  const typed = page.locator('[data-field="0"] input').first()
  await typed.fill('Half an interview')
  await page.waitForURL('**?draft=*')
  await untilStored(page, 'form_responses')
  const draftUrl = page.url()
  await page.goto(`${server.url}/sync`)

  for (const path of lists) {
    for (const fault of rubbish) {
      await server.arm({ fault, path, method: 'GET' })
      const answered = page.waitForResponse(response =>
        new URL(response.url()).pathname.endsWith(path),
      )
      // With nothing to send, it refreshes.
      await page.getByRole('button', { name: 'Sync All' }).click()
      await answered
      expect(await storedDefinitions(page), `${fault} for ${path}`).toBe(backend.formCount)
      expect(await storedSubmissions(page), `${fault} for ${path}`).toBe(had.length)
    }
  }
  await page.goto(`${server.url}/projects/all-surveys`)
  await expect(page.locator('h2[id^="form-"]')).toHaveCount(backend.formCount)
  await page.goto(`${server.url}/survey-data`)
  await expect(page.getByText(`${had.length} submissions`)).toBeVisible()
  await page.goto(draftUrl)
  await expect(typed).toHaveValue('Half an interview')
  expect(complaints(phone)).toEqual([])
})

for (const fault of rubbish) {
  test(
    `a first start with garbage lists opens, shows an error, and recovers: ${fault}`,
    { tag: fault === 'html' ? [] : '@deep' },
    async ({ page, phone, server, backend }) => {
      for (const path of lists) await server.arm({ fault, path, method: 'GET', times: 100 })
      await signIn(page, server.url)
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
      await page.goto(`${server.url}/projects/all-surveys`)
      await expect(page.getByText('No Surveys Available')).toBeVisible()
      await expect(page.getByText('Your surveys could not be loaded.')).toBeVisible()
      await server.heal()
      await page.reload()
      await untilForms(page, backend.formCount)
      await expect(page.locator('h2[id^="form-"]')).toHaveCount(backend.formCount)
      expect(complaints(phone)).toEqual([])
    },
  )
}

test(
  'an interview submitted behind a captive portal is saved, and arrives once when the portal is gone',
  { tag: '@deep' },
  async ({ page, phone, server, backend }) => {
    const form = await readShortForm(backend)
    const before = await backend.rows()
    await signIn(page, server.url)
    await untilForms(page, backend.formCount)
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await page.locator('a[href="/projects/all-surveys"]').first().click()
    await page.locator(`a[href="/projects/survey/${form.id}"]`).click()
    await fillRequired(page, form)
    await server.arm({ fault: '403-html', path: '/surveyor', times: 10_000 })
    await page.getByRole('button', { name: 'Submit & Close' }).click()
    await expect(page.getByText('Survey saved offline!')).toBeVisible()
    await page.waitForURL('**/survey-data?surveyId=*')
    await expect(page.getByText('Pending Sync').first()).toBeVisible()
    await server.heal()
    await expect(page.getByText('Pending Sync')).toHaveCount(0, { timeout: 60_000 })
    expect(await arrivedAfter(backend, before)).toHaveLength(1)
    await expect(page.getByText('Recovery')).toHaveCount(0)
    expect(complaints(phone)).toEqual([])
  },
)

test(
  'a server that dies during an upload has every file after its return',
  { tag: '@deep' },
  async ({ page, phone, server, backend }) => {
    const form = await readShortForm(backend, 'Water Point Inspection')
    const photos = form.fields.findIndex(({ type }) => type === 'IMAGE')
    const field = form.fields[photos]
    if (field === undefined) throw new Error('The form takes no photos.')
    const before = await backend.rows()
    await signIn(page, server.url)
    await untilForms(page, backend.formCount)
    await page.goto(`${server.url}/projects/survey/${form.id}`)
    await fillRequired(page, form)
    await fillField(page, field, photos)
    await server.arm({ fault: 'slow:5000', path: '/upload-files', method: 'POST' })
    const uploading = page.waitForRequest(request => request.url().endsWith('/upload-files'))
    await page.getByRole('button', { name: 'Submit & Close' }).click()
    await uploading
    await server.kill()
    await page.waitForURL('**/survey-data?surveyId=*')
    await expect(page.getByText('Pending Sync').first()).toBeVisible()
    await server.restart()
    await expect(page.getByText('Pending Sync')).toHaveCount(0, { timeout: 60_000 })
    const arrived = await arrivedAfter(backend, before)
    expect(arrived).toHaveLength(1)
    const hashes = ((await arrived[0]?.files(field.id)) ?? []).map(sha256)
    expect(hashes.sort()).toEqual(
      filesFor(field)
        .map(({ buffer }) => sha256(buffer))
        .sort(),
    )
    expect(complaints(phone)).toEqual([])
  },
)
