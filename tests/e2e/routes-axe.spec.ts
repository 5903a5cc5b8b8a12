import { expect, test } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { createPhone, signIn } from './device.ts'
import { openScreen, readKnown, screensOf } from './screens.ts'
import { startServer } from './server.ts'
import { storedSubmissions } from './stored.ts'

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
  for (const screen of screensOf(await readKnown(server))) {
    if (!names.includes(screen.name)) continue
    await openScreen(page, server.url, screen)
    for (const fault of await axeFindings(page)) found.push(`${screen.name}: ${fault}`)
  }
  expect(found).toEqual([])
  await phone.remove()
  await server.stop()
})
