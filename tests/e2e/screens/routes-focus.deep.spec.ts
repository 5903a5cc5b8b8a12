import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from '../device.ts'
import { fillField } from '../form-filler.ts'
import { askOurServer } from '../our-backend.ts'
import { readKnown, screensOf, type Screen } from '../screens.ts'
import { email, startServer, type RunningServer } from '../server.ts'
import { readShortForm, type ShortForm } from '../short-form.ts'
import { storedDefinitions, storedSubmissions } from '../stored.ts'

/** Where the focus is after the focused element has left the page, and where Back leads in a new tab. */

let server: RunningServer
let phone: Phone
let context: BrowserContext
let page: Page
let form: ShortForm
let screens: readonly Screen[]

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  server = await startServer()
  const backend = await askOurServer(server)
  form = await readShortForm(backend)
  screens = screensOf(await readKnown(server))
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
})

test('a failed login leaves the focus in the password', async () => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not-the-one')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(password).toBeFocused()
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 30_000 }).toBe(120)
  await expect.poll(() => storedDefinitions(page), { timeout: 30_000 }).toBeGreaterThan(0)
})

test('a button that works for a while keeps the focus', async () => {
  await page.goto(`${server.url}/ready`)
  const check = page.getByRole('button', { name: 'Check Again' })
  await expect(check).toBeEnabled()
  await check.focus()
  await page.keyboard.press('Enter')
  await expect(check).toBeEnabled()
  await expect(check).toBeFocused()
})

const heading = () => page.getByRole('heading', { level: 1 })

test('the list keeps the focus after a search, a closed dialog and a deletion', async () => {
  await page.goto(`${server.url}/survey-data`)
  const search = page.getByLabel('Search submissions')
  await search.fill('school')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toBeFocused()

  // Not the newest, which other tests open.
  const deleteOne = page.getByRole('button', { name: /^Delete: / }).nth(2)
  await deleteOne.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(deleteOne).toBeFocused()

  await deleteOne.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(heading()).toBeFocused()
})

test('a photo in an interview returns the focus when it is closed and when it is removed', async () => {
  const backend = await askOurServer(server)
  const damage = await readShortForm(backend, 'Shelter Damage Assessment')
  const place = damage.fields.findIndex(({ type }) => type === 'IMAGE')
  const photo = damage.fields[place]
  if (photo === undefined) throw new Error('The form has no photo.')
  await page.goto(`${server.url}/projects/survey/${damage.id}?new=true`)
  await page.locator('[data-field="0"]').waitFor()
  await page.evaluate(() => scrollTo(0, 1e6))
  await fillField(page, photo, place)
  const view = page.getByRole('button', { name: /^View / }).first()
  await view.click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(view).toBeFocused()
  await page.goto(`${server.url}/projects`)
})

/** Where Back leads when the tab's history has nothing before the screen. */
const homes: Readonly<Record<string, string>> = {
  help: '/dashboard',
  about: '/dashboard',
  'user-guide': '/help',
  'video-tutorials': '/help',
  documentation: '/help',
  'completed-surveys': '/projects',
  'all-surveys': '/projects',
  survey: '/projects',
  submissions: '/projects',
  'submissions-of-one': '/projects',
  submission: '/survey-data',
  profile: '/settings',
  'change-password': '/profile',
  recovery: '/sync',
  bin: '/settings',
  ready: '/settings',
}

test('Back leads one level up from every deep link', async () => {
  for (const [name, home] of Object.entries(homes)) {
    const screen = screens.find(one => one.name === name)
    const tab = await context.newPage()
    await tab.goto(`${server.url}${screen?.path}`)
    await tab.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(tab, name).toHaveURL(`${server.url}${home}`)
    await expect(tab.getByRole('heading', { level: 1 }), name).toBeFocused()
    await tab.close()
  }
})

test('Back leads out of an interview that was opened by a link, also after an answer', async () => {
  const tab = await context.newPage()
  await tab.goto(`${server.url}/projects/survey/${form.id}?new=true`)
  const [first] = form.fields
  if (first !== undefined) await fillField(tab, first, 0)
  await expect(tab.getByText('Draft kept on this device').first()).toBeVisible()
  await tab.getByRole('button', { name: 'Back', exact: true }).click()
  await tab.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(tab).toHaveURL(`${server.url}/projects`)
  await tab.close()
})

test('Back from an edit that was opened by a link leads to its submission', async () => {
  const edit = screens.find(({ name }) => name === 'submission-edit')
  const tab = await context.newPage()
  await tab.goto(`${server.url}${edit?.path}`)
  await tab.locator('[data-field="0"]').waitFor()
  await tab.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tab).toHaveURL(`${server.url}${edit?.path.replace('?edit=true', '')}`)
  await tab.close()
})
