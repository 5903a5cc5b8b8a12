import { expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { openCurrent } from '../../collections/open-current.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { dexieStorage, isOfToday, storedParts } from '../../collections/storage/storage.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { createIndexedDb } from '../env.ts'
import { writeDatabase16 } from '../fixtures/database-16.ts'

/** The opening that leaves migrations out, and how it is known that there is nothing to migrate. */

const isToday = async (name: string, port: ReturnType<typeof createIndexedDb>) =>
  isOfToday(await storedParts(name, port), schemaVersion)

const writeAndRead = async (db: Database) => {
  await writeSetting(db, 'autoSync', false)
  return readSetting(db, 'autoSync')
}

test('finds what the other opening wrote, and is found by it', async () => {
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

test('can be written to at once, also where another database was migrated before', async () => {
  const port = createIndexedDb()
  await writeDatabase16('older', port, { unsent: 2, sent: 2 })
  await (await openDatabase('older', dexieStorage(port), { now: 5 })).close()
  const db = await openCurrent('new', dexieStorage(port))
  expect(await writeAndRead(db)).toBe(false)
  await db.close()
})

test('is not for what has anything of an earlier version', async () => {
  const port = createIndexedDb()
  expect(await isToday('older', port)).toBe(true)
  await writeDatabase16('older', port, { unsent: 2, sent: 2 })
  expect(await isToday('older', port)).toBe(false)
  const db = await openDatabase('older', dexieStorage(port), { now: 5 })
  await db.close()
  // The earlier one is still there, and what stands in it may be less than all: it must be asked.
  expect(await isToday('older', port)).toBe(false)
})
