/**
 * Takes the pictures for README.md: `npm run build && npm run pictures`. They show the built product with the
 * demo's data, as on a surveyor's phone.
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { createPhone, signIn } from '../e2e/device.ts'
import { readKnown } from '../e2e/screens.ts'
import { startServer } from '../e2e/server.ts'
import { storedDefinitions } from '../e2e/stored.ts'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
await mkdir(folder, { recursive: true })

const server = await startServer()
const phone = await createPhone([server.url])

/** Waits until nothing loads, moves or pops up any more. */
const take = async (page: Page, name: string): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () =>
      document.querySelector('main [role="status"] > .visually-hidden') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
}

try {
  const known = await readKnown(server)
  const context = await phone.open()
  const page = await context.newPage()
  await signIn(page, server.url)
  while ((await storedDefinitions(page)) < 6) await page.waitForTimeout(200)
  await page.goto(`${server.url}/dashboard`)
  await page.locator('svg[role="img"], [role="img"] svg').first().waitFor()
  await take(page, 'dashboard')

  await page.goto(`${server.url}/projects/survey/${known.formId}`)
  const first = page
    .locator('[data-field] input:not([type]), [data-field] input[type="text"]')
    .first()
  await first.fill('Kavitha Rao')
  await first.blur()
  await page.waitForURL('**?draft=*')
  await page.evaluate(() => scrollTo(0, 0))
  await take(page, 'survey')

  await page.goto(`${server.url}/survey-data`)
  await take(page, 'submissions')
  await page.goto(`${server.url}/surveys/data/${known.submissionId}`)
  await take(page, 'submission')
} finally {
  await phone.remove()
  await server.stop()
}
