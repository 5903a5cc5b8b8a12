import { randomBytes, randomUUID } from 'node:crypto'
import { only, type Db, type Query } from './db.ts'

/** A value of this database, made at its first use and the same for all servers on it. */
const keep = async (db: Db, name: string, make: () => string): Promise<string> => {
  await db.query(
    `insert into server_values (name, value) values ($1, $2) on conflict (name) do nothing`,
    [name, make()],
  )
  const rows = await db.query<{ value: string }>(
    `select value from server_values where name = $1`,
    [name],
  )
  return only(rows).value
}

/** What signs the links to files. */
export const fileLinkSecret = (db: Db): Promise<string> =>
  keep(db, 'file-link-secret', () => randomBytes(32).toString('base64url'))

const newEpoch = (): string => randomUUID().slice(0, 8)

/**
 * Makes what names this database in cursors, where it is missing. It lies in the database, so a backup has
 * it too: a restore ends with `beginEpoch`, and cursors that name a lost change are noticed without it.
 */
export const keepEpoch = async (db: Db): Promise<void> => {
  await keep(db, 'epoch', newEpoch)
}

/** Names the database anew: every client reads its list of changes from the beginning. */
export const beginEpoch = (query: Query): Promise<unknown> =>
  query(
    `insert into server_values (name, value) values ('epoch', $1)
     on conflict (name) do update set value = excluded.value`,
    [newEpoch()],
  )
