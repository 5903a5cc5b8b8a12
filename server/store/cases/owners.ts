import { only, type Query } from '../../db/db.ts'
import { countChanges } from './fold-cases.ts'

/** An owner of cases, as it is stored: a surveyor or a group. */
export const userOwner = (userId: string): string => `user ${userId}`
export const groupOwner = (group: string): string => `group ${group}`

/** Makes cases an owner's; with `isOnly` they are no longer those of others. Each is one change. */
export const assignCases = async (
  query: Query,
  ids: readonly string[],
  owner: string,
  isOnly: boolean,
): Promise<void> => {
  const counted = await countChanges(query, ids.length)
  await query(
    `insert into case_owners as o (case_id, owner, change)
     select x.id, $2, $3::bigint + x.place from unnest($1::text[]) with ordinality as x(id, place)
     on conflict (case_id, owner) do update set is_ended = false, change = excluded.change`,
    [ids, owner, counted],
  )
  if (!isOnly) return
  await query(
    `update case_owners o set is_ended = true, change = $3::bigint + x.place
     from unnest($1::text[]) with ordinality as x(id, place)
     where o.case_id = x.id and o.owner <> $2 and not o.is_ended`,
    [ids, owner, counted],
  )
}

/** Takes cases away from an owner. Returns how many were theirs. */
export const unassignCases = async (
  query: Query,
  ids: readonly string[],
  owner: string,
): Promise<number> => {
  const counted = await countChanges(query, ids.length)
  const ended = await query(
    `update case_owners o set is_ended = true, change = $3::bigint + x.place
     from unnest($1::text[]) with ordinality as x(id, place)
     where o.case_id = x.id and o.owner = $2 and not o.is_ended returning o.case_id`,
    [ids, owner, counted],
  )
  return ended.length
}

/** Makes a whole list an owner's, also the cases that are still to be registered; with `isOnly` no longer those of others. */
export const assignList = async (
  query: Query,
  list: string,
  owner: string,
  isOnly: boolean,
): Promise<void> => {
  await query(
    `insert into case_list_owners (list, owner) values ($1, $2) on conflict (list, owner) do nothing`,
    [list, owner],
  )
  if (!isOnly) return
  await query(`delete from case_list_owners where list = $1 and owner <> $2`, [list, owner])
  const { count } = only(
    await query<{ count: number }>(`select count(*)::integer as count from cases where list = $1`, [
      list,
    ]),
  )
  await query(
    `update case_owners o set is_ended = true, change = $3::bigint + x.place
     from (select id, row_number() over (order by id) as place from cases where list = $1) x
     where o.case_id = x.id and o.owner <> $2 and not o.is_ended`,
    [list, owner, await countChanges(query, count)],
  )
}

/** Takes a whole list away from an owner; single cases of it stay theirs. Returns whether it was theirs. */
export const unassignList = async (query: Query, list: string, owner: string): Promise<boolean> => {
  const ended = await query(
    `delete from case_list_owners where list = $1 and owner = $2 returning list`,
    [list, owner],
  )
  return ended.length > 0
}

/** Shares a list with everyone who has a form of it, or ends that. */
export const shareList = (query: Query, list: string, isShared: boolean) =>
  query(`update case_lists set is_shared = $2 where name = $1`, [list, isShared])
