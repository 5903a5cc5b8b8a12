import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { filesFor, fillEverything } from './form-filler.ts'
import { sha256 } from './interview-arrives.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { storedDefinitions } from './stored.ts'

/** A backup made on one phone, restored on another, and sent by both: the server has each interview once. */

const passphrase = 'four goats cross the bridge'

let server: RunningServer
let backend: OurBackend
let one: Phone
let other: Phone
let folder: string

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  folder = await mkdtemp(join(tmpdir(), 'transect-backup-'))
})
test.afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
test.beforeEach(async () => {
  one = await createPhone([server.url])
  other = await createPhone([server.url])
})
test.afterEach(async () => {
  await one.remove()
  await other.remove()
})

const ready = async (page: Page): Promise<void> => {
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

const makeBackup = async (page: Page): Promise<string> => {
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: /Back up unsent work/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await dialog.getByLabel('Passphrase again').fill('four goats')
  await dialog.getByRole('button', { name: 'Prepare a backup file' }).click()
  await expect(dialog.getByText('The two passphrases differ.')).toBeVisible()
  await dialog.getByLabel('Passphrase again').fill(passphrase)
  await dialog.getByRole('button', { name: 'Prepare a backup file' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Save the backup file' }).click(),
  ])
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

const restore = async (page: Page, path: string, words = passphrase): Promise<void> => {
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: /Restore backup/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Backup file').setInputFiles(path)
  await dialog.getByLabel('Passphrase', { exact: true }).fill(words)
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
}

test('made on one phone, restored twice on another, sent by both: one row with its files', async () => {
  const { form } = backend
  const before = new Set((await backend.rows()).map(({ id }) => id))
  const arrived = async () => (await backend.rows()).filter(({ id }) => !before.has(id))

  const oneContext = await one.open()
  const first = await oneContext.newPage()
  await ready(first)
  await oneContext.setOffline(true)
  await first.goto(`${server.url}/projects/survey/${form.id}`)
  await fillEverything(first, form.fields)
  await first.getByRole('button', { name: 'Submit & Close' }).click()
  await first.waitForURL('**/survey-data?surveyId=*')
  const path = await makeBackup(first)
  await first.close()

  const second = await (await other.open()).newPage()
  await ready(second)
  await restore(second, path, 'another passphrase')
  await expect(second.getByText('The passphrase does not fit this file.')).toBeVisible()
  await restore(second, path)
  await expect(second.getByText(/Restored: 1 submission, \d files/)).toBeVisible()
  await restore(second, path)
  await expect(
    second.getByText('There was nothing new. 1 was on this device already.'),
  ).toBeVisible()
  await second.goto(`${server.url}/sync`)
  await expect(second.getByText('Everything is up to date')).toBeVisible({ timeout: 30_000 })
  expect(await arrived()).toHaveLength(1)

  await oneContext.setOffline(false)
  const back = await oneContext.newPage()
  await back.goto(`${server.url}/sync`)
  await expect(back.getByText('Everything is up to date')).toBeVisible({ timeout: 30_000 })
  for (const page of [back, second]) {
    await page.goto(`${server.url}/survey-data?surveyId=${form.id}`)
    await expect(page.getByText('Synced').first()).toBeVisible()
    await expect(page.getByText('Pending Sync')).toHaveCount(0)
  }
  const rows = await arrived()
  expect(rows).toHaveLength(1)
  for (const field of form.fields) {
    const sent = filesFor(field).map(({ buffer }) => sha256(buffer))
    if (sent.length === 0) continue
    const hashes = ((await rows[0]?.files(field.id)) ?? []).map(sha256)
    expect(hashes.sort(), field.label).toEqual(sent.sort())
  }
  expect([...one.complaints(), ...other.complaints()]).toEqual([])
})
