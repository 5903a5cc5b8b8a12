import { first, type Query } from '../db/db.ts'
import { lockUser } from './users.ts'

/** Creates a session for a token's hash. */
export const insertSession = (
  query: Query,
  tokenSha256: string,
  userId: string,
  now: Date,
  expires: Date,
) =>
  query(
    `insert into sessions (token_sha256, user_id, created_at, expires_at) values ($1, $2, $3, $4)`,
    [tokenSha256, userId, now, expires],
  )

/** Deletes the expired sessions of a user. */
export const deleteEndedSessions = (query: Query, userId: string, now: Date) =>
  query(`delete from sessions where user_id = $1 and expires_at <= $2`, [userId, now])

/** Ends one session. */
export const deleteSession = (query: Query, tokenSha256: string) =>
  query(`delete from sessions where token_sha256 = $1`, [tokenSha256])

/**
 * Ends every session of a user except one, and their reset links, because the person to be shut out may have requested
 * one.
 */
export const deleteOtherSessions = (query: Query, userId: string, keptSha256: string | null) =>
  query(
    `with links as (delete from password_resets where user_id = $1)
     delete from sessions where user_id = $1 and token_sha256 <> $2`,
    [userId, keptSha256 ?? ''],
  )

/**
 * Stores a reset link's hash, unless the user has `most` valid links. Older links stay valid, because a person may open the
 * first e-mail that arrives. Returns whether it was stored.
 */
export const insertPasswordReset = async (
  query: Query,
  tokenSha256: string,
  userId: string,
  { now, expires, most }: { readonly now: Date; readonly expires: Date; readonly most: number },
): Promise<boolean> => {
  // First, because several requests may come at once.
  await lockUser(query, userId)
  await query(
    `delete from password_resets where user_id = $1 and (expires_at <= $2 or used_at is not null)`,
    [userId, now],
  )
  const valid = await query(`select token_sha256 from password_resets where user_id = $1`, [userId])
  if (valid.length >= most) return false
  await query(
    `insert into password_resets (token_sha256, user_id, expires_at) values ($1, $2, $3)`,
    [tokenSha256, userId, expires],
  )
  return true
}

/** The user of a valid reset link. */
export const passwordResetUser = async (
  query: Query,
  tokenSha256: string,
  now: Date,
): Promise<string | null> => {
  const row = first(
    await query<{ user_id: string }>(
      `select user_id from password_resets
       where token_sha256 = $1 and used_at is null and expires_at > $2`,
      [tokenSha256, now],
    ),
  )
  return row?.user_id ?? null
}

/**
 * Invalidates a reset link and returns its user; null when another request was faster or the link is no longer valid.
 */
export const consumePasswordReset = async (
  query: Query,
  tokenSha256: string,
  now: Date,
): Promise<string | null> => {
  const row = first(
    await query<{ user_id: string }>(
      `update password_resets set used_at = $2
       where token_sha256 = $1 and used_at is null and expires_at > $2
       returning user_id`,
      [tokenSha256, now],
    ),
  )
  return row?.user_id ?? null
}
