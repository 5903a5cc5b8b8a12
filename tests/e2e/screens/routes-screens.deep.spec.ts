import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, untilWorker, type Phone } from '../device.ts'
import {
  excessWidth,
  openScreen,
  readKnown,
  screenNames,
  screensOf,
  setTextSize,
  type Screen,
} from '../screens.ts'
import { startServer, type RunningServer } from '../server.ts'
import { storedDefinitions, storedSubmissions } from '../stored.ts'

/**
 * Every route at 390 × 844, online and offline: its heading, its title, no overflow (also at 320 px and with text
 * at 200 %), and no console message.
 */

test.describe.configure({ mode: 'serial' })

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
  screens = screensOf(await readKnown(server))
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
})

const screenOf = (name: string): Screen => {
  const screen = screens.find(one => one.name === name)
  if (screen === undefined) throw new Error(`There is no screen ${name}.`)
  return screen
}

const looksRight = async (name: string): Promise<void> => {
  const screen = screenOf(name)
  await openScreen(page, server.url, screen)
  await expect(page).toHaveTitle(screen.title)
  await expect(page.locator('meta[name="description"]').first()).toHaveAttribute('content', /\S/)
  expect(await excessWidth(page), 'at 390 px').toBe(0)
  expect(phone.complaints()).toEqual([])
}

const fitsNarrow = async (): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await excessWidth(page), 'at 320 px').toBe(0)
  await setTextSize(page, 200)
  expect(await excessWidth(page), 'at 320 px and twice the text').toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
}

const of = (visitor: Screen['visitor']) => screenNames.filter(one => one.visitor === visitor)

for (const { name } of of('anyone')) {
  test(`${name}, online`, async () => {
    await looksRight(name)
    await fitsNarrow()
  })
}

test('offline, before a login', async () => {
  await untilWorker(page)
  await context.setOffline(true)
})
for (const { name } of of('anyone')) {
  test(`${name}, offline`, () => looksRight(name))
}

test('a surveyor signs in, and the assigned forms are stored', async () => {
  await context.setOffline(false)
  await signIn(page, server.url)
  await expect.poll(() => storedDefinitions(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(8)
  await expect.poll(() => storedSubmissions(page), { timeout: 30_000 }).toBe(120)
})
for (const { name } of of('surveyor')) {
  test(`${name}, online`, async () => {
    await looksRight(name)
    await fitsNarrow()
  })
}

test('the network is turned off', () => context.setOffline(true))
for (const { name } of of('surveyor')) {
  test(`${name}, offline`, () => looksRight(name))
}

test('set-password, for a first login', async () => {
  const first = await createPhone([server.url])
  const opened = await first.open()
  const tab = await opened.newPage()
  await tab.goto(server.url)
  await tab.getByLabel('Email').fill('first@transect.example')
  await tab.getByLabel('Password', { exact: true }).fill('fieldwork-2026')
  await tab.getByRole('button', { name: 'Log In' }).click()
  await tab.waitForURL('**/set-password')
  await tab.goto(`${server.url}/settings`)
  await tab.waitForURL('**/set-password')
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Set Your Password')
  await expect(tab).toHaveTitle('Set Password | Transect')
  await untilWorker(tab)
  await opened.setOffline(true)
  await tab.reload()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Set Your Password')
  expect(first.complaints()).toEqual([])
  await first.remove()
})
