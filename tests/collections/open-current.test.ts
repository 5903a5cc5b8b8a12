import { expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { openCurrent } from '../../collections/open-current.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { dexieStorage, isOfToday, storedParts } from '../../collections/storage/storage.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { createIndexedDb } from '../env.ts'
import { writeDatabase16 } from '../fixtures/database-16.ts'

/** The opening without migrations, and the check that nothing needs one. */

const isToday = async (name: string, port: ReturnType<typeof createIndexedDb>) =>
  isOfToday(await storedParts(name, port), schemaVersion)

const writeAndRead = async (db: Database) => {
  await writeSetting(db, 'autoSync', false)
  return readSetting(db, 'autoSync')
}

test('reads what the other opening wrote, and the reverse', async () => {
  const port = createIndexedDb()
  const first = await openDatabase('both', dexieStorage(port))
  expect(await writeAndRead(first)).toBe(false)
  await first.close()
  expect(await isToday('both', port)).toBe(true)

  const second = await openCurrent('both', dexieStorage(port))
  expect(await readSetting(second, 'autoSync')).toBe(false)
  await writeSetting(second, 'autoSync', true)
  await second.close()

  const third = await openDatabase('both', dexieStorage(port))
  expect(await readSetting(third, 'autoSync')).toBe(true)
  await third.close()
})

test('is writable at once, also after another database was migrated', async () => {
  const port = createIndexedDb()
  await writeDatabase16('older', port, { unsent: 2, sent: 2 })
  await (await openDatabase('older', dexieStorage(port), { now: 5 })).close()
  const db = await openCurrent('new', dexieStorage(port))
  expect(await writeAndRead(db)).toBe(false)
  await db.close()
})

test('refuses a device with parts of an earlier version', async () => {
  const port = createIndexedDb()
  expect(await isToday('older', port)).toBe(true)
  await writeDatabase16('older', port, { unsent: 2, sent: 2 })
  expect(await isToday('older', port)).toBe(false)
  const db = await openDatabase('older', dexieStorage(port), { now: 5 })
  await db.close()
  // The earlier one still exists, and not all of it may have been migrated yet.
  expect(await isToday('older', port)).toBe(false)
})
