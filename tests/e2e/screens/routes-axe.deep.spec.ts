import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { createPhone, signIn, type Phone } from '../device.ts'
import { openScreen, readKnown, screensOf, setTheme, unfoldAll, type Screen } from '../screens.ts'
import { startServer, type RunningServer } from '../server.ts'
import { storedSubmissions } from '../stored.ts'

/** Every route in every mode without findings of axe; without a network in one mode, because the colours are the same. */

const themes = ['light', 'dark', 'sunlight'] as const

let server: RunningServer
let phone: Phone
let page: Page
let screens: readonly Screen[]

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  server = await startServer()
  phone = await createPhone([server.url])
  page = await (await phone.open()).newPage()
  // Colours in the middle of a transition are not final.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  screens = screensOf(await readKnown(server))
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
})

const check = async (
  visitor: Screen['visitor'],
  modes: readonly string[] = themes,
): Promise<void> => {
  const found: string[] = []
  for (const screen of screens.filter(one => one.visitor === visitor)) {
    await openScreen(page, server.url, screen)
    await unfoldAll(page)
    for (const theme of modes) {
      await setTheme(page, theme)
      for (const fault of await axeFindings(page)) found.push(`${screen.name}, ${theme}: ${fault}`)
    }
  }
  expect(found).toEqual([])
}

test('public screens', () => check('anyone'))

test("a surveyor's screens", async () => {
  test.setTimeout(600_000)
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 30_000 }).toBe(120)
  await check('surveyor')
})

test("a surveyor's screens without a network", async () => {
  test.setTimeout(600_000)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
  await check('surveyor', ['light'])
  await page.context().setOffline(false)
})
