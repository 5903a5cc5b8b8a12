import { only, type Query } from '../db/db.ts'

/** An administrator's action: the command without the values of its options. */
interface TrailEntry {
  readonly id: string
  readonly at: Date
  readonly who: string
  readonly command: string
}

/** Adds an action to the trail. */
export const addToTrail = (query: Query, { id, at, who, command }: TrailEntry) =>
  query(`insert into admin_trail (id, at, who, command) values ($1, $2, $3, $4)`, [
    id,
    at,
    who,
    command,
  ])

/** When the last backup was made that was verified; null when there was none. */
export const lastBackupAt = async (query: Query): Promise<Date | null> =>
  only(
    await query<{ at: Date | null }>(
      `select max(at) as at from admin_trail
       where command like 'backup create%' and command not like '%(failed)'`,
    ),
  ).at

/** Whether this database lets the server remove actions, as it does a superuser. */
export const canRemoveTrail = async (query: Query): Promise<boolean> =>
  only(
    await query<{ can: boolean }>(
      `select has_table_privilege(current_user, 'admin_trail', 'delete') as can`,
    ),
  ).can

/** The actions from a time on, oldest first. */
export const trailSince = (query: Query, since: Date): Promise<readonly TrailEntry[]> =>
  query<TrailEntry>(`select id, at, who, command from admin_trail where at >= $1 order by at, id`, [
    since,
  ])

/** The latest actions of the trail, oldest first. */
export const latestTrail = async (query: Query, limit: number): Promise<readonly TrailEntry[]> => {
  const rows = await query<TrailEntry>(
    `select id, at, who, command from admin_trail order by at desc, id limit $1`,
    [limit],
  )
  return rows.toReversed()
}

/** A page of the actions whose person or command has a text, latest first, and how many there are. */
export const trailPage = async (
  query: Query,
  text: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly entries: readonly TrailEntry[]; readonly total: number }> => {
  const has = `position(lower($1) in lower(who || ' ' || command)) > 0`
  const entries = await query<TrailEntry>(
    `select id, at, who, command from admin_trail where ${has} order by at desc, id limit $2 offset $3`,
    [text, limit, offset],
  )
  const counted = await query<{ total: string }>(
    `select count(*) as total from admin_trail where ${has}`,
    [text],
  )
  return { entries, total: Number(only(counted).total) }
}
