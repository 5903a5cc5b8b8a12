import type { Db } from '../db/db.ts'
import type { Clock } from '../env/clock.ts'
import { dropFreed, lockFreed, namedBlobs } from '../store/freed-blobs.ts'
import type { BlobStore } from './blobs.ts'

/**
 * Deletes bytes that no row names any more.
 *
 *   named ──its last row goes──▶ freed (noted with the time, in the same transaction)
 *   freed ──an upload claims it, before it writes──▶ not freed
 *   freed for an hour, and unnamed ──sweep, holding the note's row lock──▶ bytes deleted, note deleted
 *
 * An upload's claim waits for the row lock of a sweep that has the same bytes, and writes them after; what it has
 * claimed can be freed again, but then not swept before an hour has passed. So no lock but that of the note is needed.
 */
export interface Sweepable {
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

/** Deletes what was freed an hour ago or earlier. */
export const sweepFreed = async (sweepable: Sweepable): Promise<void> => {
  while ((await sweepBatch(sweepable)) === batchRows);
}
