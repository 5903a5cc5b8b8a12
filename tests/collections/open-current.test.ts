import { expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase, openUnmigrated } from '../../collections/open-database.ts'
import { openCurrent } from '../../collections/open-current.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { createIndexedDb } from '../env.ts'
import { writeDatabase16 } from '../fixtures/database-16.ts'

/** The opening without migrations, and the check that nothing needs one. */

const isToday = async (name: string, port: ReturnType<typeof createIndexedDb>) => {
  const storage = oneDatabase(port)
  const { hasEarlier } = await storage.open(name)
  await (await openUnmigrated(name, storage)).close()
  return !hasEarlier
}

const writeAndRead = async (db: Database) => {
  await writeSetting(db, 'autoSync', false)
  return readSetting(db, 'autoSync')
}

test('reads what the other opening wrote, and the reverse', async () => {
  const port = createIndexedDb()
  const first = await openDatabase('both', oneDatabase(port))
  expect(await writeAndRead(first)).toBe(false)
  await first.close()
  expect(await isToday('both', port)).toBe(true)

  const second = await openCurrent('both', oneDatabase(port))
  expect(await readSetting(second, 'autoSync')).toBe(false)
  await writeSetting(second, 'autoSync', true)
  await second.close()

  const third = await openDatabase('both', oneDatabase(port))
  expect(await readSetting(third, 'autoSync')).toBe(true)
  await third.close()
})

test('is writable at once, also after another database was migrated', async () => {
  const port = createIndexedDb()
  await writeDatabase16('older', port, { unsent: 2, sent: 2 })
  await (await openDatabase('older', oneDatabase(port), { now: 5 })).close()
  const db = await openCurrent('new', oneDatabase(port))
  expect(await writeAndRead(db)).toBe(false)
  await db.close()
})

test('knows whether documents of an earlier version wait for their migration', async () => {
  const port = createIndexedDb()
  await writeDatabase16('older', port, { unsent: 2, sent: 2 })
  expect(await isToday('older', port)).toBe(false)
  const db = await openDatabase('older', oneDatabase(port), { now: 5 })
  await db.close()
  expect(await isToday('older', port)).toBe(true)
})
