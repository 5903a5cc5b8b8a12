import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import type { Page, Worker } from 'playwright'
import { expect } from 'playwright/test'
import type { Contents16 } from '../fixtures/database-16.ts'
import type { Fixtures } from '../fixtures/in-browser.ts'
import type { LegacyContents } from '../fixtures/legacy-database.ts'

/** Writes databases of earlier versions onto a device, with the same code as the unit tests. */

/** The fixtures' code as one script for a page. */
export const bundleFixtures = async (): Promise<string> => {
  const entry = fileURLToPath(new URL('../fixtures/in-browser.ts', import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'unused' } },
  })
  const [output] = [result].flat()
  if (output === undefined || !('output' in output)) throw new Error('Nothing was built.')
  return output.output[0].code
}

/** The name of the surveyor's database on the device. */
export const storedName = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    return names.find(name => /^transect-[0-9a-f]{16}$/.test(name)) ?? ''
  })

/**
 * Closes the app and returns its service worker, which can write the origin's databases while no page has them
 * open.
 */
export const leaveApp = async (page: Page): Promise<Worker> => {
  await page.goto('about:blank')
  const context = page.context()
  const [running] = context.serviceWorkers()
  return running ?? context.waitForEvent('serviceworker')
}

type Global = typeof globalThis & { fixtures?: Fixtures }

/** Replaces the surveyor's database by one of version 16. */
export const putDatabase16 = async (
  worker: Worker,
  code: string,
  name: string,
  contents: Contents16,
): Promise<void> => {
  await worker.evaluate(code)
  await worker.evaluate(
    async ([database, wanted]) => {
      const names = (await indexedDB.databases()).flatMap(({ name: found }) => found ?? [])
      for (const found of names.filter(it => it.includes(database))) {
        await new Promise(resolve => {
          indexedDB.deleteDatabase(found).addEventListener('success', resolve)
        })
      }
      const { fixtures } = globalThis as Global
      await fixtures?.writeDatabase16(database, { indexedDB, IDBKeyRange }, wanted)
    },
    [name, contents] as const,
  )
}

/** Puts the earlier app's database onto the device. */
export const putLegacyDatabase = async (
  worker: Worker,
  code: string,
  contents: LegacyContents,
): Promise<void> => {
  await worker.evaluate(code)
  await worker.evaluate(async wanted => {
    const { fixtures } = globalThis as Global
    await fixtures?.writeLegacyDatabase({ indexedDB, IDBKeyRange }, wanted)
  }, contents)
}

/** How many documents of a collection are on the device, and when the last one was written; ms. */
export const storedWrites = (
  page: Page,
  collection: string,
): Promise<{ readonly count: number; readonly last: number }> =>
  page.evaluate(async store => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const found = names.find(name => /^transect-[0-9a-f]{16}$/.test(name))
    if (found === undefined) return { count: 0, last: 0 }
    const opening = indexedDB.open(found)
    const db = await new Promise<IDBDatabase>(resolve => {
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const all = db.transaction(store).objectStore(store).getAll()
    const docs = await new Promise<{ _meta: { lwt: number } }[]>(resolve => {
      all.addEventListener('success', () => resolve(all.result as { _meta: { lwt: number } }[]))
    })
    db.close()
    return { count: docs.length, last: Math.max(0, ...docs.map(({ _meta }) => _meta.lwt)) }
  }, `${collection}--${schemaVersion}`)

/** Waits until everything typed is stored, so that a reload may follow at once. */
export const untilStored = async (page: Page, collection: string): Promise<void> => {
  const sinceLastMs = async () => {
    const { last } = await storedWrites(page, collection)
    return last === 0 ? 0 : (await page.evaluate(() => Date.now())) - last
  }
  // A keystroke is written after 250 ms. Without a write for longer, nothing is pending.
  await expect.poll(sinceLastMs).toBeGreaterThan(1500)
}
