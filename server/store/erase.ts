import { only, type Query } from '../db/db.ts'
import { tables } from '../db/schema.ts'
import { dropSurveyor } from './cases/operations.ts'
import { freeBlobs } from './freed-blobs.ts'
import { lockUser } from './users.ts'

const ofSurveyors = tables.flatMap(({ table, placement }) =>
  placement === 'distributed' ? [table] : [],
)

/** Deletes a user with all their rows, and frees their files. Returns the number of submissions deleted. */
export const eraseUser = async (query: Query, userId: string, now: Date): Promise<number> => {
  // First, because what another request is storing now has to be found below.
  await lockUser(query, userId)
  const files = await query<{ sha256: string }>(
    `select sha256 from submission_files where user_id = $1
     union select sha256 from upload_pieces where user_id = $1
     union select image_sha256 from users where id = $1 and image_sha256 is not null`,
    [userId],
  )
  const { count } = only(
    await query<{ count: string }>(`select count(*) from submissions where user_id = $1`, [userId]),
  )
  await dropSurveyor(query, userId)
  for (const table of [...ofSurveyors.toReversed(), 'password_resets', 'sessions']) {
    await query(`delete from ${table} where user_id = $1`, [userId])
  }
  await query(`delete from users where id = $1`, [userId])
  await freeBlobs(
    query,
    files.map(({ sha256 }) => sha256),
    now,
  )
  return Number(count)
}
