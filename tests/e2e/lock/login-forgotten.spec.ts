import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'

/** A browser that is killed forgets what was written to localStorage in the last minute. */

test('who signed in just before the browser was killed goes on without a network', async ({
  page,
  server,
  backend,
}) => {
  await signInForField(page, server.url, backend.formCount)
  await page.evaluate(() => localStorage.clear())
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})
