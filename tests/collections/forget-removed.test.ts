import { beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { forgetRemoved } from '../../collections/storage/forget-removed.ts'
import { createDisk } from '../device.ts'
import { outboxItem } from '../fixtures/outbox-item.ts'
import { recoveryEntry } from '../fixtures/recovery-entry.ts'

/** What was removed leaves the device after a month. */

const day = 24 * 60 * 60_000
let db: Database
beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})

/** The ids on the disk, also of removed documents. */
const onDisk = async (): Promise<readonly string[]> => {
  const items = await db.outbox.storageInstance.findDocumentsById(['removed', 'living'], true)
  const entries = await db.recovery.storageInstance.findDocumentsById(['used'], true)
  return [...items, ...entries].map(({ id }) => id).toSorted()
}

test('a removed document leaves the device after a month, and never where its id must not be used again', async () => {
  await db.outbox.bulkInsert([outboxItem('removed', {}), outboxItem('living', {})])
  await db.recovery.insert(recoveryEntry('used'))
  await db.outbox.findOne('removed').remove()
  await db.recovery.findOne('used').remove()
  await forgetRemoved(db)
  expect(await onDisk()).toEqual(['living', 'removed', 'used'])
  const later = Date.now() + 32 * day
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await forgetRemoved(db)
  vi.restoreAllMocks()
  expect(await onDisk()).toEqual(['living', 'used'])
})

test('nothing is deleted from a database that was closed meanwhile, and that is no failure', async () => {
  await db.close()
  await expect(forgetRemoved(db)).resolves.toBeUndefined()
})
