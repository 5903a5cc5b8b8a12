import { getChangedDocumentsSince } from 'rxdb'
import { afterEach, expect, test, vi } from 'vitest'
import type { CollectionName } from '../../collections/database.ts'
import { forgetRemoved } from '../../collections/storage/forget-removed.ts'
import { deleteFromBin } from '../../collections/writes/write-bin.ts'
import { deletionHeldMs } from '../../replication/limits.ts'
import { markDeleted } from '../collections/commit.ts'
import { submit } from '../device.ts'
import { recoveryEntry } from '../fixtures/recovery-entry.ts'
import { addEntry, dropEntry } from '../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from './plain-phone.ts'

/** What was removed leaves the device after a month. */

const dayMs = 24 * 60 * 60_000
let phone: PlainPhone
afterEach(async () => {
  vi.restoreAllMocks()
  await phone.device.crash()
})

test('a run deletes what was removed a month ago, and never what keeps an id from being used again', async () => {
  phone = await openPlainPhone()
  const { db, env, sync } = phone.device
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1, 2, 3)])
  await sync.run({ all: true })
  await addEntry(db, recoveryEntry('refused'))
  await dropEntry(db, 'refused')
  await db.file_uploads.findOne(`${id}-0`).remove()
  await markDeleted(db, id, env.clock.now())
  env.clock.advance(deletionHeldMs)
  await sync.run({ all: true })
  await deleteFromBin(db, id)

  /** The collections that have removed documents. */
  const removed = async (): Promise<readonly string[]> => {
    const names = Object.keys(db.collections) as CollectionName[]
    const found = await Promise.all(
      names.map(async name => {
        const { storageInstance } = db[name]
        const { documents } = await getChangedDocumentsSince(storageInstance as never, 10_000)
        return documents.some(({ _deleted }) => _deleted) ? [name] : []
      }),
    )
    return found.flat().toSorted()
  }
  const all = ['file_uploads', 'form_responses', 'outbox', 'submissions']
  expect(await removed()).toEqual(all)
  const start = Date.now()
  const runAfter = async (days: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(start + days * dayMs)
    env.clock.advance(2 * dayMs)
    await sync.run({ all: true })
  }
  await runAfter(30)
  expect(await removed()).toEqual(all)
  await runAfter(32)
  expect(await removed()).toEqual(['submissions'])
})

test('nothing is deleted from a database that was closed meanwhile, and that is no failure', async () => {
  phone = await openPlainPhone()
  await phone.device.db.close()
  await expect(forgetRemoved(phone.device.db)).resolves.toBeUndefined()
})
