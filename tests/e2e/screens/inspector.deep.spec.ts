import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { createPhone, signIn } from '../device.ts'
import { freePort, isReady } from '../server.ts'

/** The developers' inspector of `npm run dev`. */

const startDevelopment = async (url: string, port: number, data: string): Promise<ChildProcess> => {
  const child = spawn(
    'npx',
    ['vite', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    {
      env: { ...process.env, DATA_DIR: data },
      stdio: 'ignore',
      detached: true,
    },
  )
  await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true)
  return child
}

test('a developer sees what is stored, turns off the network, and sees what waits', async () => {
  test.setTimeout(180_000)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const data = await mkdtemp(join(tmpdir(), 'transect-dev-'))
  const child = await startDevelopment(url, port, data)
  const phone = await createPhone([url])
  try {
    const context = await phone.open()
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, url)
    await page.goto(`${url}/dev`)
    const collections = page.getByRole('region', { name: 'Collections and migrations' })
    await expect(collections.getByRole('row', { name: /^submissions/ })).toContainText(
      /[1-9]\d*1717$/,
    )
    await collections.getByRole('button', { name: 'forms' }).click()
    await page
      .getByRole('region', { name: 'Documents of forms' })
      .locator('summary')
      .first()
      .click()
    await expect(page.getByText('"definition_hash"').first()).toBeVisible()

    await page.getByRole('switch', { name: 'Offline' }).click()
    await expect(page.getByRole('row', { name: /^network/ })).toContainText('offline')
    await page.getByRole('button', { name: 'Sync now' }).click()
    await expect(page.getByText('"type": "finished"').first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Offline' })).toBeChecked()
    expect(await page.evaluate(() => 'db' in globalThis)).toBe(true)
  } finally {
    await phone.remove()
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await rm(data, { recursive: true, force: true })
  }
})
