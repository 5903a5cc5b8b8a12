import type { Db } from '../db/db.ts'
import type { Clock } from '../env/clock.ts'
import { limits } from '../limits.ts'
import { freeBlobs } from '../store/freed-blobs.ts'
import { dropPieces } from '../store/uploads/pieces.ts'
import { dropUpload, lockExpired } from '../store/uploads/uploads.ts'

const batchRows = 50

/** Removes the uploads of which nothing has come for a week. Their bytes are deleted as all that no row names. */
export const sweepUploads = async ({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> => {
  for (;;) {
    const now = clock()
    const count = await db.tx(async query => {
      const expired = await lockExpired(query, new Date(now - limits.uploadKeptMs), batchRows)
      for (const { user_id, id } of expired) {
        await freeBlobs(query, await dropPieces(query, user_id, id), new Date(now))
        await dropUpload(query, user_id, id)
      }
      return expired.length
    })
    if (count < batchRows) return
  }
}
