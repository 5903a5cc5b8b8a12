import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { fillField } from './form-filler.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { fillRequired, readShortForm, saveOne, type ShortForm } from './short-form.ts'
import { databaseCount, storedDefinitions } from './stored.ts'
import { median, readTimes, watchCards, watchCommits } from './times.ts'

let server: RunningServer
let backend: OurBackend
let form: ShortForm
let phone: Phone
let context: BrowserContext
let a: Page
let b: Page

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  form = await readShortForm(backend)
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  a = await context.newPage()
  await signIn(a, server.url)
  await expect
    .poll(() => storedDefinitions(a), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await a.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  b = await context.newPage()
})
test.afterEach(() => phone.remove())

const list = () => `${server.url}/survey-data?surveyId=${form.id}`
const survey = () => `${server.url}/projects/survey/${form.id}`
const rowIds = async () => (await backend.rows()).map(({ id }) => id)

const turnAutoSyncOff = async (page: Page): Promise<void> => {
  await page.goto(`${server.url}/settings`)
  await page.getByRole('switch', { name: 'Auto Sync' }).click({ force: true })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('switch', { name: 'Auto Sync' })).not.toBeChecked()
}

test('what is saved in one tab is in the list of the other at once', async () => {
  const times = 20
  await context.setOffline(true)
  await a.goto(list())
  await expect(a.getByRole('heading', { name: form.title }).first()).toBeVisible()
  await watchCards(a)
  await watchCommits(b)
  await b.goto(survey())
  for (let saved = 1; saved <= times; saved += 1) {
    await fillRequired(b, form)
    await b.getByRole('button', { name: 'Submit & New' }).click()
    await expect.poll(async () => (await readTimes(a)).length).toBe(saved)
    await expect(b.locator('[data-field="0"] input')).toHaveValue('')
  }
  const commits = await readTimes(b)
  const shown = await readTimes(a)
  expect(commits).toHaveLength(times)
  const delays = shown.map((at, index) => at - (commits[index] ?? 0))
  const middle = median(delays)
  console.log(
    `Saved in one tab, shown in the other: median ${middle.toFixed(0)} ms, ` +
      `worst ${Math.max(...delays).toFixed(0)} ms of ${times} (the aim is 100 ms)`,
  )
  // The measured value is reported. The limit only detects defects.
  expect(middle).toBeLessThan(1000)
  expect(phone.complaints()).toEqual([])
})

test('two tabs on one draft both show what either typed', async () => {
  const [first, second] = [0, form.fields.findIndex(({ type }) => type === 'NUMBER')]
  const input = (page: Page, index: number) => page.locator(`[data-field="${index}"] input`).first()
  await b.goto(survey())
  await input(b, first).fill('Typed in one')
  await b.waitForURL('**?draft=*')
  await a.goto(b.url())
  await expect(input(a, first)).toHaveValue('Typed in one')
  await input(a, second).fill('42')
  await expect(input(b, second)).toHaveValue('42')
  await input(b, first).fill('Typed in one, changed')
  await expect(input(a, first)).toHaveValue('Typed in one, changed')
  expect(phone.complaints()).toEqual([])
})

test('both tabs show one run, and pressing in both at once sends everything once', async () => {
  const before = await rowIds()
  await turnAutoSyncOff(b)
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
  const after = await rowIds()
  expect(after.filter(id => !before.includes(id))).toHaveLength(3)
  expect(phone.complaints()).toEqual([])
})

test('a logout in one tab ends the session in the other', async () => {
  await b.goto(survey())
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
  // Dexie prints this when the deletion in one tab overtakes the closing in the other. It then closes at once.
  const isOvertaken = (text: string) => text.includes('wants to delete database')
  expect(phone.complaints().filter(text => !isOvertaken(text))).toEqual([])
})
