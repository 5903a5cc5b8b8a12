import { openDatabase } from '../../../collections/open-database.ts'
import { dexieStorage } from '../../../collections/storage/storage.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'
import { writeDatabase16 } from '../../../tests/fixtures/database-16.ts'

/** A database of the version before, brought to today's by the product. */

const port = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort

const subject = {
  prepare: async (submissions: number) => {
    await writeDatabase16(`migrate-${submissions}`, port, { unsent: 12, sent: submissions - 12 })
  },
  /** How long it took, and how often it told how far it was. */
  migrate: async (submissions: number) => {
    const told = new Set<number>()
    const started = performance.now()
    const db = await openDatabase(`migrate-${submissions}`, dexieStorage(port), {
      now: Date.now(),
      report: ({ done }) => told.add(done),
    })
    const ms = performance.now() - started
    const there = await db.submissions.count().exec()
    await db.close()
    return { ms, told: told.size, there }
  },
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
