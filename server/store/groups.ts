import { only, type Query } from '../db/db.ts'

/** Groups of surveyors. A group exists while it has a member. */

/** Adds a surveyor to a group. A repeat changes nothing. */
export const addToGroup = (query: Query, userId: string, group: string) =>
  query(`insert into user_groups (user_id, name) values ($1, $2) on conflict do nothing`, [
    userId,
    group,
  ])

/** Removes a surveyor from a group. Returns whether the surveyor was in it. */
export const removeFromGroup = async (query: Query, userId: string, group: string) => {
  const removed = await query(
    `delete from user_groups where user_id = $1 and name = $2 returning name`,
    [userId, group],
  )
  return removed.length > 0
}

/** All groups by name, with the addresses of their members. */
export const allGroups = (query: Query) =>
  query<{ readonly name: string; readonly emails: readonly string[] }>(
    `select g.name, json_agg(u.email order by u.email) as emails
     from user_groups g join users u on u.id = g.user_id group by g.name order by g.name`,
  )

/** Assigns a form to the members of a group. Returns their number. */
export const assignToGroup = async (query: Query, formId: string, group: string, now: Date) => {
  await query(
    `insert into form_assignments (user_id, form_id, assigned_at)
     select user_id, $1, $2::timestamptz from user_groups where name = $3
     on conflict (user_id, form_id) do nothing`,
    [formId, now, group],
  )
  const rows = await query<{ count: string }>(`select count(*) from user_groups where name = $1`, [
    group,
  ])
  return Number(only(rows).count)
}

/** Unassigns a form from the members of a group. Returns how many had it. */
export const unassignFromGroup = async (query: Query, formId: string, group: string) => {
  const taken = await query(
    `delete from form_assignments a using user_groups g
     where g.user_id = a.user_id and g.name = $2 and a.form_id = $1 returning a.user_id`,
    [formId, group],
  )
  return taken.length
}
