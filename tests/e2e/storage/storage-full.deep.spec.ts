import type { CDPSession, Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import type { RunningServer } from '../server.ts'
import { storedWrites } from '../stored-fixtures.ts'

/** The browser has no room left: the test sets Chromium's own quota. */

let browser: CDPSession

test.beforeEach(async ({ page, context, server, backend }) => {
  browser = await context.newCDPSession(page)
  await signInForField(page, server.url, backend.formCount)
})

const setQuota = (server: RunningServer, quotaSize: number) =>
  browser.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize })

const limitTo = async (page: Page, server: RunningServer, freeBytes: number): Promise<void> => {
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  await setQuota(server, used + freeBytes)
}

/** Whether the browser refuses to store a byte now. */
const isFull = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('one-byte', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('store'))
    const isStored = await new Promise<boolean>(resolve => {
      opening.addEventListener('error', () => resolve(false))
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction('store', 'readwrite')
        writing.objectStore('store').put(0, 0)
        writing.addEventListener('complete', () => resolve(true))
        writing.addEventListener('abort', () => resolve(false))
      })
    })
    if (opening.readyState === 'done' && opening.error === null) opening.result.close()
    indexedDB.deleteDatabase('one-byte')
    return !isStored
  })

/** Leaves only these bytes free. Chromium uses its old figure for half a minute. */
const setRoom = async (page: Page, server: RunningServer, freeBytes: number): Promise<void> => {
  await setQuota(server, 1)
  await expect.poll(() => isFull(page), { timeout: 60_000, intervals: [1000] }).toBe(true)
  await limitTo(page, server, freeBytes)
}

/** Random bytes, which no storage engine can compress. */
const bigFile = (name: string, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  let seed = 7
  for (let at = 0; at < bytes; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    buffer[at] = seed >> 16
  }
  return { name, mimeType: 'application/pdf', buffer }
}

const megabyte = 1024 * 1024

test('a full device: a warning, the file refused with a message, the answers saved', async ({
  page,
  server,
  backend,
}) => {
  test.setTimeout(150_000)
  const household = await backend.readForm('Household Profile')
  const fields = household.sections.flatMap(section => section.fields)
  const text = fields.findIndex(({ type }) => type === 'TEXT')
  const file = fields.findIndex(({ type }) => type === 'FILE')
  await page.goto(`${server.url}/projects/survey/${household.id}`)
  await page.locator(`[data-field="${text}"] input`).first().fill('before')
  await page.waitForURL('**?draft=*')
  await setRoom(page, server, 2 * megabyte)
  const field = page.locator(`[data-field="${file}"]`)
  // A long form renders only the questions near the window.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(field).toBeAttached({ timeout: 500 })
  }).toPass()
  await field.locator('input[type=file]').setInputFiles(bigFile('deed.pdf', 6 * megabyte))
  await expect(page.getByText(/deed\.pdf/).first()).toBeVisible()
  await expect(page.getByText('This device is full.', { exact: false })).toBeVisible()
  const { last } = await storedWrites(page, 'form_responses')
  await page.locator(`[data-field="${text}"] input`).first().fill('typed on a full device')
  await expect
    .poll(async () => (await storedWrites(page, 'form_responses')).last)
    .toBeGreaterThan(last)
  await page.reload()
  await expect(page.locator(`[data-field="${text}"] input`).first()).toHaveValue(
    'typed on a full device',
  )
})

test('little room: Ready for the field measures it, and does not trust the browser', async ({
  page,
  server,
}) => {
  test.setTimeout(150_000)
  await setRoom(page, server, 6 * megabyte)
  await page.goto(`${server.url}/ready`)
  const line = page.getByRole('listitem').filter({ hasText: 'Room for photos' })
  await expect(line).toContainText(/Room for about \d{1,2} photos\./, { timeout: 30_000 })
  await expect(line).toContainText('To do')
  await limitTo(page, server, 200 * megabyte)
  await page.getByRole('button', { name: 'Check Again' }).click()
  await expect(line).toContainText('Room for at least 50 photos.', { timeout: 30_000 })
  await expect(line).not.toContainText('To do')
  // No data of the trial is left.
  const names = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  )
  expect(names).not.toContain('transect-trial')
})
