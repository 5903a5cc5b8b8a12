import type { Db } from '../db/db.ts'
import type { Clock } from '../env/clock.ts'
import { dropFreed, lockFreed, namedBlobs } from '../store/freed-blobs.ts'
import type { BlobStore } from './blobs.ts'

/**
 * Deletes bytes that no row names any more.
 *
 *   named ──its last row is deleted──▶ freed (noted with the time, in the same transaction)
 *   freed ──an upload claims it, before it writes──▶ not freed
 *   freed for an hour, and unnamed ──sweep, holding the note's row lock──▶ bytes deleted, note deleted
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

const sweepBatch = ({ db, blobs, clock }: Sweepable): Promise<number> =>
  db.tx(async query => {
    const freed = await lockFreed(query, new Date(clock() - restMs), batchRows)
    const named = new Set(await namedBlobs(query, freed))
    for (const sha256 of freed) if (!named.has(sha256)) await blobs.remove(sha256)
    await dropFreed(query, freed)
    return freed.length
  })

/** Deletes what was freed at least an hour ago. */
export const sweepFreed = async (sweepable: Sweepable): Promise<void> => {
  while ((await sweepBatch(sweepable)) === batchRows);
}
