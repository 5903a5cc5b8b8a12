import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { lookForUpdate, openUpdatable, startUpdatable } from '../updatable.ts'

/** Several servers that go from one version to the next, one after the other. */

/** Whether a worker is in this state. */
const isThere = (page: Page, state: 'installing' | 'waiting'): Promise<boolean> =>
  page.evaluate(async of => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.[of] != null
  }, state)

test('the page of one version is not installed with the worker of the next', async () => {
  const updatable = await startUpdatable()
  const { deployment, next } = updatable
  const { phone, page } = await openUpdatable(updatable)
  const mixed = await mkdtemp(join(tmpdir(), 'transect-mixed-'))
  try {
    await cp(next.directory, mixed, { recursive: true })
    await cp('dist/index.html', join(mixed, 'index.html'))
    deployment.deploy(mixed)
    await lookForUpdate(page)
    await expect.poll(() => isThere(page, 'installing'), { timeout: 30_000 }).toBe(false)
    expect(await isThere(page, 'waiting')).toBe(false)
    deployment.deploy(next.directory)
    await lookForUpdate(page)
    await expect.poll(() => isThere(page, 'waiting'), { timeout: 30_000 }).toBe(true)
  } finally {
    await phone.remove()
    await updatable.stop()
    await rm(mixed, { recursive: true, force: true })
  }
})
