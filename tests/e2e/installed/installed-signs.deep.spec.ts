import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import type { RunningServer } from '../server.ts'
import { fillRequired, type ShortForm } from '../short-form.ts'

/** What unsent work changes outside the page: the badge on the app's icon, and the screen that stays on. */

test.beforeEach(async ({ page, context, server, backend }) => {
  // A phone grants these to a visible page without asking.
  await context.grantPermissions(['geolocation', 'screen-wake-lock'])
  await context.addInitScript(watchSigns)
  await signInForField(page, server.url, backend.formCount)
})

interface Signs {
  /** The numbers set as the badge; 0 for its removal. */
  readonly badges: number[]
  /** The events of the screen wake lock. */
  readonly locks: ('asked' | 'held' | 'released' | 'refused')[]
}
type Global = typeof globalThis & { signs?: Signs }

/** Records the page's calls to the platform, which still answers them. */
const watchSigns = (): void => {
  if (!isSecureContext) return
  const signs: Signs = { badges: [], locks: [] }
  ;(globalThis as Global).signs = signs
  const setBadge = navigator.setAppBadge.bind(navigator)
  const clearBadge = navigator.clearAppBadge.bind(navigator)
  const request = navigator.wakeLock.request.bind(navigator.wakeLock)
  navigator.setAppBadge = count => {
    signs.badges.push(count ?? -1)
    return setBadge(count)
  }
  navigator.clearAppBadge = () => {
    signs.badges.push(0)
    return clearBadge()
  }
  navigator.wakeLock.request = async type => {
    signs.locks.push('asked')
    try {
      const lock = await request(type)
      signs.locks.push('held')
      lock.addEventListener('release', () => signs.locks.push('released'))
      return lock
    } catch (error) {
      signs.locks.push('refused')
      throw error
    }
  }
}

const signs = async (page: Page): Promise<Signs> => {
  const seen = await page.evaluate(() => (globalThis as Global).signs)
  if (seen === undefined) throw new Error('Nothing watches.')
  return seen
}

/** Fills in the form `count` times offline. */
const saveMany = async (
  page: Page,
  server: RunningServer,
  form: ShortForm,
  count: number,
): Promise<void> => {
  await page.context().setOffline(true)
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  for (let saved = 1; saved <= count; saved += 1) {
    await fillRequired(page, form)
    await page.getByRole('button', { name: 'Submit & New' }).click()
    await expect.poll(async () => (await signs(page)).badges.at(-1)).toBe(saved)
    await expect(page.locator('[data-field="0"] input').first()).toHaveValue('')
  }
}

test('the badge shows how much waits, and the screen stays on while much of it is sent', async ({
  page,
  context,
  phone,
  server,
  form,
}) => {
  test.setTimeout(180_000)
  // One more than a short run sends.
  const count = 6
  await saveMany(page, server, form, count)
  expect((await signs(page)).locks).toEqual([])

  await context.setOffline(false)
  await expect.poll(async () => (await signs(page)).badges.at(-1), { timeout: 30_000 }).toBe(0)
  await expect.poll(async () => (await signs(page)).locks).toEqual(['asked', 'held', 'released'])
  // The badge counts down during the run, though two may be sent at once.
  const { badges } = await signs(page)
  const countdown = badges.slice(badges.lastIndexOf(count))
  expect(countdown).toEqual(countdown.toSorted((one, other) => other - one))
  expect(countdown.length).toBeGreaterThan(2)
  expect(phone.complaints()).toEqual([])
})

test('a few interviews are sent without a wake lock', async ({
  page,
  context,
  phone,
  server,
  form,
}) => {
  await saveMany(page, server, form, 2)
  await context.setOffline(false)
  await expect.poll(async () => (await signs(page)).badges.at(-1), { timeout: 30_000 }).toBe(0)
  expect((await signs(page)).locks).toEqual([])
  expect(phone.complaints()).toEqual([])
})
