import { expect, test } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { createPhone, signIn } from '../device.ts'
import { openScreen, readKnown, screensOf, unfoldAll } from '../screens.ts'
import { startServer } from '../server.ts'
import { storedSubmissions } from '../stored.ts'

/** The most used screens, checked by axe. A deep test checks all screens in every mode. */

const names = ['dashboard', 'submissions', 'submission', 'settings']

test('axe finds nothing on the most used screens', async () => {
  const server = await startServer()
  const phone = await createPhone([server.url])
  const page = await (await phone.open()).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').waitFor()
  found.push(...(await axeFindings(page)))
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 30_000 }).toBe(120)
  const screens = screensOf(await readKnown(server)).filter(({ name }) => names.includes(name))
  for (const isOffline of [false, true]) {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.context().setOffline(isOffline)
    for (const screen of screens) {
      await openScreen(page, server.url, screen)
      await unfoldAll(page)
      const name = isOffline ? `${screen.name}, offline` : screen.name
      for (const fault of await axeFindings(page)) found.push(`${name}: ${fault}`)
    }
  }
  expect(found).toEqual([])
  await phone.remove()
  await server.stop()
})
