import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField, turnAutoSyncOff } from '../device.ts'
import { test } from '../fixtures.ts'
import { fillField } from '../form-filler.ts'
import { rowIds } from '../our-backend.ts'
import type { RunningServer } from '../server.ts'
import { fillRequired, saveOne, type ShortForm } from '../short-form.ts'
import { databaseCount } from '../stored.ts'

let a: Page
let b: Page

test.beforeEach(async ({ context, server, backend }) => {
  a = await context.newPage()
  await signInForField(a, server.url, backend.formCount)
  b = await context.newPage()
})

const list = (server: RunningServer, form: ShortForm) =>
  `${server.url}/survey-data?surveyId=${form.id}`
const cards = (tab: Page) => tab.locator('h3[id^="s-"]')
const survey = (server: RunningServer, form: ShortForm) =>
  `${server.url}/projects/survey/${form.id}`

test('what is saved in one tab is in the list of the other', async ({
  context,
  phone,
  server,
  backend,
  form,
}) => {
  const before = (await backend.rows()).filter(({ form_id }) => form_id === form.id).length
  await a.goto(list(server, form))
  await expect(cards(a)).toHaveCount(before)
  await context.setOffline(true)
  await b.goto(survey(server, form))
  for (let saved = 1; saved <= 5; saved += 1) {
    await fillRequired(b, form)
    await b.getByRole('button', { name: 'Submit & New' }).click()
    await expect(cards(a)).toHaveCount(before + saved)
    await expect(b.locator('[data-field="0"] input')).toHaveValue('')
  }
  expect(phone.complaints()).toEqual([])
})

test(
  'two tabs on one draft both show what either typed',
  { tag: '@deep' },
  async ({ phone, server, form }) => {
    const [first, second] = [0, form.fields.findIndex(({ type }) => type === 'NUMBER')]
    const input = (page: Page, index: number) =>
      page.locator(`[data-field="${index}"] input`).first()
    await b.goto(survey(server, form))
    await input(b, first).fill('Typed in one')
    await b.waitForURL('**?draft=*')
    await a.goto(b.url())
    await expect(input(a, first)).toHaveValue('Typed in one')
    await input(a, second).fill('42')
    await expect(input(b, second)).toHaveValue('42')
    await input(b, first).fill('Typed in one, changed')
    await expect(input(a, first)).toHaveValue('Typed in one, changed')
    expect(phone.complaints()).toEqual([])
  },
)

test(
  'both tabs show one run, and pressing in both at once sends everything once',
  { tag: '@deep' },
  async ({ context, phone, server, backend, form }) => {
    const before = await rowIds(backend)
    await turnAutoSyncOff(b, server.url)
    await context.setOffline(true)
    for (let count = 0; count < 3; count += 1) await saveOne(b, server.url, form)
    for (const page of [a, b]) {
      await page.goto(`${server.url}/sync`)
      await expect(page.getByText('3 pending').first()).toBeVisible()
    }
    await context.setOffline(false)
    for (const page of [a, b]) {
      await expect(page.getByRole('button', { name: 'Sync All' })).toBeEnabled()
    }
    await server.arm({
      fault: 'slow:1500',
      path: '/surveyor/form-submissions',
      method: 'POST',
      times: 3,
    })
    // Scheduled inside the pages, because Playwright would wait for a button that the other tab has disabled.
    const at = Date.now() + 500
    await Promise.all(
      [a, b].map(async page => {
        await page.getByRole('button', { name: 'Sync All' }).evaluate((button, due) => {
          setTimeout(() => (button as HTMLElement).click(), due - Date.now())
        }, at)
        await expect(page.getByText(/Syncing submission \d of 3/).first()).toBeVisible()
      }),
    )
    for (const page of [a, b]) {
      await expect(page.getByText('Everything is up to date')).toBeVisible({ timeout: 30_000 })
    }
    const after = await rowIds(backend)
    expect(after.filter(id => !before.includes(id))).toHaveLength(3)
    expect(phone.complaints()).toEqual([])
  },
)

test('a logout in one tab ends the session in the other', async ({ phone, server, form }) => {
  await b.goto(survey(server, form))
  const field = form.fields[0]
  if (field !== undefined) await fillField(b, field, 0)
  await a.goto(`${server.url}/settings`)
  await a.getByRole('button', { name: 'Logout' }).click()
  await a.getByRole('button', { name: 'Yes, Logout' }).click()
  await a.waitForURL('**/login')
  await b.waitForURL('**/login')
  await expect(b.getByLabel('Email')).toBeVisible()
  // A database that a tab still holds open could not be deleted.
  await expect.poll(() => databaseCount(b)).toBe(0)
  expect(phone.complaints()).toEqual([])
})
