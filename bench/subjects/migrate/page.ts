import { openDatabase } from '../../../collections/open-database.ts'
import { oneDatabase } from '../../../collections/one-database/storage.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'
import { writeDatabase16 } from '../../../tests/fixtures/database-16.ts'

/** A database of the previous version, migrated by the product. */

const port = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort

const subject = {
  prepare: async (submissions: number) => {
    await writeDatabase16(`migrate-${submissions}`, port, { unsent: 12, sent: submissions - 12 })
  },
  /** The duration, and the number of different progress values reported. */
  migrate: async (submissions: number) => {
    const reported = new Set<number>()
    const started = performance.now()
    const db = await openDatabase(`migrate-${submissions}`, oneDatabase(port), {
      now: Date.now(),
      report: ({ done }) => reported.add(done),
    })
    const ms = performance.now() - started
    const there = await db.submissions.count().exec()
    await db.close()
    return { ms, reported: reported.size, there }
  },
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
