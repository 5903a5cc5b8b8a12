import { randomBytes, randomUUID } from 'node:crypto'
import { only, type Db, type Query } from './db.ts'

/** A value of this database, created at its first use and shared by all servers on it. */
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

/** The secret that signs links to files. */
export const fileLinkSecret = (db: Db): Promise<string> =>
  keep(db, 'file-link-secret', () => randomBytes(32).toString('base64url'))

/** The secret from which the recovery keys of all accounts are derived. WARNING: another one opens no device. */
export const recoverySecret = (db: Db): Promise<string> =>
  keep(db, 'recovery-secret', () => randomBytes(32).toString('base64url'))

const newEpoch = (): string => randomUUID().slice(0, 8)

/**
 * The epoch, which identifies this database in cursors; created if it is missing. A backup contains it too, so a
 * restore ends with `beginEpoch`. Cursors that name a lost change are also detected without it.
 */
export const keepEpoch = (db: Db): Promise<string> => keep(db, 'epoch', newEpoch)

/** Gives the database a new epoch, so that every client reads its list of changes from the beginning. */
export const beginEpoch = (query: Query): Promise<unknown> =>
  query(
    `insert into server_values (name, value) values ('epoch', $1)
     on conflict (name) do update set value = excluded.value`,
    [newEpoch()],
  )
