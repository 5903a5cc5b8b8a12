import { only, type Query } from '../db/db.ts'

/** Notes on bytes whose row was deleted; `files/sweep.ts` explains their states. */

/** Notes the hashes of rows deleted in this transaction. Other rows may still name them. */
export const freeBlobs = async (
  query: Query,
  sha256s: readonly string[],
  now: Date,
): Promise<void> => {
  if (sha256s.length === 0) return
  await query(
    `insert into freed_blobs (sha256, freed_at) select distinct x, $2::timestamptz from unnest($1::text[]) x
     on conflict (sha256) do update set freed_at = excluded.freed_at`,
    [[...sha256s], now],
  )
}

/** Removes notes before their bytes are written again. Waits for a sweep that has locked them. */
export const claimBlobs = (query: Query, sha256s: readonly string[]) =>
  query(`delete from freed_blobs where sha256 = any($1::text[])`, [[...sha256s]])

/** Some hashes that were freed before a time, locked until the end of the transaction. */
export const lockFreed = async (
  query: Query,
  before: Date,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await query<{ sha256: string }>(
    `select sha256 from freed_blobs where freed_at <= $1 order by freed_at limit $2
     for update skip locked`,
    [before, limit],
  )
  return rows.map(({ sha256 }) => sha256)
}

/** The hashes of these that a row names. */
export const namedBlobs = async (
  query: Query,
  sha256s: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await query<{ sha256: string }>(
    `select sha256 from submission_files where sha256 = any($1::text[])
     union select sha256 from upload_pieces where sha256 = any($1::text[])
     union select image_sha256 from users where image_sha256 = any($1::text[])
     union select logo_sha256 from organizations where logo_sha256 = any($1::text[])
     union select sha256 from maps where sha256 = any($1::text[])`,
    [[...sha256s]],
  )
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Notes the hashes of these that no row names. Returns how many were not noted before. */
export const freeUnnamed = async (
  query: Query,
  sha256s: readonly string[],
  now: Date,
): Promise<number> => {
  const named = await namedBlobs(query, sha256s)
  const rows = await query(
    `insert into freed_blobs (sha256, freed_at) select x, $2::timestamptz from unnest($1::text[]) x
     on conflict (sha256) do nothing returning sha256`,
    [sha256s.filter(sha256 => !named.has(sha256)), now],
  )
  return rows.length
}

/** How many bytes' names are noted. */
export const countFreed = async (query: Query): Promise<number> =>
  Number(only(await query<{ count: string }>(`select count(*) from freed_blobs`)).count)

/** Removes the notes of bytes that were deleted or are named again. */
export const dropFreed = claimBlobs
