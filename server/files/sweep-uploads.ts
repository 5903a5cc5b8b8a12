import type { Db } from '../db/db.ts'
import type { Clock } from '../env/clock.ts'
import { limits } from '../limits.ts'
import { freeBlobs } from '../store/freed-blobs.ts'
import { dropPieces } from '../store/uploads/pieces.ts'
import { dropUpload, expiredUploads, lockExpired } from '../store/uploads/uploads.ts'

/** Removes the uploads of which nothing has come for a week. Their bytes are deleted as all that no row names. */
export const sweepUploads = async ({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> => {
  const before = new Date(clock() - limits.uploadKeptMs)
  for (const { user_id, id } of await expiredUploads(db.query, before)) {
    await db.tx(async query => {
      if (!(await lockExpired(query, user_id, id, before))) return
      await freeBlobs(query, await dropPieces(query, user_id, id), new Date(clock()))
      await dropUpload(query, user_id, id)
    })
  }
}
