import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from '../device.ts'
import { makeFolders, photograph as photographPage, photographEnd } from '../photographs.ts'
import { openScreen, readKnown, screensOf, type Screen } from '../screens.ts'
import { startServer, type RunningServer } from '../server.ts'
import { storedSubmissions } from '../stored.ts'

/**
 * Pictures of every screen, for people to look at: `SCREENS=<folder>`, by default tests/e2e/out/screens. The tests
 * check only that nothing overflows the window's width. Rare states, such as refusals and empty lists, are in
 * screens-states.
 */

let server: RunningServer
let phone: Phone
let context: BrowserContext
let page: Page
let screens: readonly Screen[]

test.beforeAll(async () => {
  server = await startServer()
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  screens = screensOf(await readKnown(server))
  await makeFolders()
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
})

const photograph = async (name: string): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await photographPage(page, name)
}

/** Screens longer than a phone, which are also shown at their end. */
const isLong = (name: string) =>
  /^(about|help|dashboard|submission|settings|profile|ready)$/.test(name)

const photographAll = async (visitor: Screen['visitor']): Promise<void> => {
  for (const screen of screens.filter(one => one.visitor === visitor)) {
    await openScreen(page, server.url, screen)
    await photograph(screen.name)
    if (isLong(screen.name)) await photographEnd(page, screen.name)
  }
}

const button = (name: string | RegExp) => page.getByRole('button', { name }).first()

/** Lengthens the names in all lists of forms. */
const lengthenNames = () =>
  page.route(/\/surveyor\/forms[?/]/, async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: Named | readonly Named[] }
    for (const form of [body.data].flat()) {
      form.title = `${form.title} of the Integrated Resettlement and Livelihood Programme, second round`
      form.description = `${form.description} `.repeat(6)
    }
    await route.fulfill({ response, json: body })
  })

interface Named {
  title: string
  description: string
}

test('public screens', async () => {
  await photographAll('anyone')
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill('nobody@transect.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await button('Log In').click()
  await page.getByRole('alert').waitFor()
  await photograph('login-refused')
})

test('a new surveyor without any work', async () => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill('first@transect.example')
  await page.getByLabel('Password', { exact: true }).fill('fieldwork-2026')
  await button('Log In').click()
  await page.waitForURL('**/set-password')
  await page.getByRole('heading', { name: 'Set Your Password' }).waitFor()
  await photograph('set-password')
  await page.getByLabel('Password', { exact: true }).fill('fieldwork-2026')
  await page.getByLabel('Confirm Password').fill('fieldwork-2026')
  await button('Set Password').click()
  await page.waitForURL('**/dashboard')
  for (const screen of screens.filter(({ name }) =>
    ['dashboard', 'projects', 'completed-surveys', 'submissions', 'sync'].includes(name),
  )) {
    await openScreen(page, server.url, screen)
    await photograph(`${screen.name}-empty`)
  }
  await page.goto(`${server.url}/settings`)
  await button('Logout').click()
  await photograph('logout-dialog')
  await button('Yes, Logout').click()
  await page.waitForURL('**/login')
})

test('a surveyor with work, and dialogs over the screens', async () => {
  test.setTimeout(400_000)
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 30_000 }).toBe(120)
  await photographAll('surveyor')

  await page.goto(`${server.url}/dashboard`)
  await button('Start a New Survey').click()
  await photograph('start-dialog')
  await page.keyboard.press('Escape')
  await button(/^Account of/).click()
  await photograph('account-menu')
  await page.goto(`${server.url}/survey-data`)
  await button(/^Delete/).click()
  await photograph('delete-dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('anjar')
  await page.getByText(/\d+ found/).waitFor()
  await photograph('submissions-found')
  await page.goto(`${server.url}/surveys/data/00000000-0000-4000-8000-000000000000`)
  await page.getByText('Submission Not Found').waitFor()
  await photograph('submission-missing')

  await lengthenNames()
  await page.goto(`${server.url}/sync`)
  const listed = page.waitForResponse(response => /\/surveyor\/forms\?/.test(response.url()))
  await button('Sync All').click()
  await listed
  await page.goto(`${server.url}/projects/all-surveys`)
  await page.getByText('second round').first().waitFor()
  for (const screen of screens.filter(({ name }) => /^(projects|all-surveys)$/.test(name))) {
    await openScreen(page, server.url, screen)
    await photograph(`${screen.name}-long`)
  }
  await context.setOffline(true)
  await openScreen(page, server.url, screens.find(({ name }) => name === 'dashboard') as Screen)
  await photograph('dashboard-offline')
})
