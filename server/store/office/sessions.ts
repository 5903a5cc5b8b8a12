import { first, type Query } from '../../db/db.ts'

/** Creates a session of the office for a token's hash. */
export const insertOfficeSession = (
  query: Query,
  tokenSha256: string,
  accountId: string,
  now: Date,
) =>
  query(
    `insert into office_sessions (token_sha256, account_id, created_at, used_at) values ($1, $2, $3, $3)`,
    [tokenSha256, accountId, now],
  )

/** Notes that a session was used. */
export const touchOfficeSession = (query: Query, tokenSha256: string, now: Date) =>
  query(`update office_sessions set used_at = $2 where token_sha256 = $1`, [tokenSha256, now])

/** Ends one session. */
export const deleteOfficeSession = (query: Query, tokenSha256: string) =>
  query(`delete from office_sessions where token_sha256 = $1`, [tokenSha256])

/** Ends every session of an account except one. */
export const deleteOtherOfficeSessions = (
  query: Query,
  accountId: string,
  keptSha256: string | null,
) =>
  query(`delete from office_sessions where account_id = $1 and token_sha256 <> $2`, [
    accountId,
    keptSha256 ?? '',
  ])

/** Ends the sessions that were begun before a time, of all accounts. */
export const deleteEndedOfficeSessions = (query: Query, begunBefore: Date) =>
  query(`delete from office_sessions where created_at <= $1`, [begunBefore])

const linkName = 'office-first-link'

/** Stores the link by which the first administrator is made, instead of an earlier one. */
export const putFirstLink = (query: Query, tokenSha256: string, expires: Date) =>
  query(
    `insert into server_values (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [linkName, `${tokenSha256} ${expires.toISOString()}`],
  )

/** Uses the link up. Returns false when it is another one, or has expired. */
export const useFirstLink = async (
  query: Query,
  tokenSha256: string,
  now: Date,
): Promise<boolean> => {
  const row = first(
    await query<{ value: string }>(`select value from server_values where name = $1 for update`, [
      linkName,
    ]),
  )
  const [stored, expires = ''] = row?.value.split(' ') ?? []
  if (stored !== tokenSha256 || Date.parse(expires) <= now.getTime()) return false
  await query(`delete from server_values where name = $1`, [linkName])
  return true
}
