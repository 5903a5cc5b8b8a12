import type { Db } from '../db/db.ts'
import type { Clock } from '../env/clock.ts'
import { dropFreed, freeBlobs, lockFreed, namedBlobs } from '../store/freed-blobs.ts'
import type { BlobStore } from './blobs.ts'

/**
 * Deletes bytes that no row names any more.
 *
 *   named ──its last row is deleted──▶ freed (noted with the time, in the same transaction)
 *   freed ──an upload claims it, before it writes──▶ not freed
 *   freed for an hour, and unnamed ──sweep, holding the note's row lock──▶ bytes deleted, note deleted
 *                                                                 └──▶ not deletable: freed now, behind all others
 *
 * An upload's claim waits for the row lock of a sweep of the same bytes, and writes them afterwards. Claimed bytes
 * can be freed again, but are then not swept for another hour. So the note's lock is the only one needed.
 */
interface Sweepable {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
}

const restMs = 60 * 60_000
const batchRows = 50

/** Deletes what was freed first. Returns how many notes it read, and why bytes could not be deleted. */
const sweepBatch = ({ db, blobs, clock }: Sweepable) =>
  db.tx(async query => {
    const now = clock()
    const freed = await lockFreed(query, new Date(now - restMs), batchRows)
    const named = await namedBlobs(query, freed)
    const failures = new Map<string, unknown>()
    await Promise.all(
      freed
        .filter(sha256 => !named.has(sha256))
        .map(sha256 => blobs.remove(sha256).catch(why => failures.set(sha256, why))),
    )
    await dropFreed(
      query,
      freed.filter(sha256 => !failures.has(sha256)),
    )
    await freeBlobs(query, [...failures.keys()], new Date(now))
    return { read: freed.length, failures: [...failures.values()] }
  })

/** Deletes what was freed at least an hour ago. Throws the first failure of a batch after what it could delete. */
export const sweepFreed = async (sweepable: Sweepable): Promise<void> => {
  for (;;) {
    const { read, failures } = await sweepBatch(sweepable)
    if (failures.length > 0) throw failures[0]
    if (read < batchRows) return
  }
}
