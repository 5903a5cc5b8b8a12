import { expect } from 'playwright/test'
import { signIn, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'

/** The browser deletes the app's files and keeps its worker. */

test('after the caches were deleted, the next visit with a network stores the app again', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server.url)
  await untilWorker(page)
  const countFiles = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
      return kept.flat().length
    })
  const before = await countFiles()
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.reload()
  await expect.poll(countFiles, { timeout: 30_000 }).toBeGreaterThanOrEqual(before)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})
