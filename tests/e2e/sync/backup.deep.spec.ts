import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { createPhone, signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { unfold } from '../screens.ts'
import { filesFor, fillEverything } from '../form-filler.ts'
import { sha256 } from './interview-arrives.ts'

/** A backup made on one phone, restored on another, and sent by both: the server has each interview once. */

const passphrase = 'four goats cross the bridge'

let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transect-backup-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const makeBackup = async (page: Page, url: string): Promise<string> => {
  await page.goto(`${url}/settings`)
  await unfold(page, 'Storage & Data')
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

const restore = async (
  page: Page,
  url: string,
  path: string,
  words = passphrase,
): Promise<void> => {
  await page.goto(`${url}/settings`)
  await unfold(page, 'Storage & Data')
  await page.getByRole('button', { name: /Restore backup/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Backup file').setInputFiles(path)
  await dialog.getByLabel('Passphrase', { exact: true }).fill(words)
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
}

test('made on one phone, restored twice on another, sent by both: one row with its files', async ({
  phone: one,
  context: oneContext,
  page: first,
  server,
  backend,
}) => {
  const { form } = backend
  const other = await createPhone([server.url])
  const before = new Set((await backend.rows()).map(({ id }) => id))
  const arrived = async () => (await backend.rows()).filter(({ id }) => !before.has(id))

  await signInForField(first, server.url, backend.formCount)
  await oneContext.setOffline(true)
  await first.goto(`${server.url}/projects/survey/${form.id}`)
  await fillEverything(first, form.fields)
  await first.getByRole('button', { name: 'Submit & Close' }).click()
  await first.waitForURL('**/survey-data?surveyId=*')
  const path = await makeBackup(first, server.url)
  await first.close()

  const second = await (await other.open()).newPage()
  await signInForField(second, server.url, backend.formCount)
  await restore(second, server.url, path, 'another passphrase')
  await expect(second.getByText('The passphrase does not match this file.')).toBeVisible()
  await restore(second, server.url, path)
  await expect(second.getByText(/Restored: 1 submission, \d files/)).toBeVisible()
  await restore(second, server.url, path)
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
  await other.remove()
})
