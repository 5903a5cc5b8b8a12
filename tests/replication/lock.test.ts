import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createLock, type Lease } from '../../replication/lock.ts'
import { createDisk } from '../device.ts'
import { createFakeClock, createFakeSyncEnv } from '../env.ts'

/** The lease between two tabs: one tries to take it while the other extends it. */

let db: Database
const clock = createFakeClock()
const env = createFakeSyncEnv({
  fetch: () => Promise.reject(new Error('Nothing is sent.')),
  origin: 'http://none',
  clock,
})

beforeEach(async () => {
  const disk = createDisk()
  db = await openDatabase(disk.name, workspaceStorage({ indexedDb: disk.port }))
})
afterEach(() => db.close())

test('an expired lease that is extended while another tab looks at it is not taken', async () => {
  const slow = createLock(db, { ...env, liveness: { ...env.liveness, isHeld: async () => null } })
  let extended: Promise<boolean> | null = null
  let held: Lease | null = null
  const other = createLock(db, {
    ...env,
    uuid: () => 'another',
    clock: {
      ...clock,
      // Called after the lease was read, and before it is taken.
      now: () => {
        extended ??= held?.extend(1000) ?? null
        return clock.now()
      },
    },
  })
  const came = await slow.run(async lease => {
    held = lease
    clock.advance(300_000)
    const taken = await other.run(() => Promise.resolve('taken'))
    return { taken, isExtended: await extended, isHeld: lease.isHeld() }
  })
  expect(came).toEqual({ taken: 'busy', isExtended: true, isHeld: true })
})
