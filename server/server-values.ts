import { randomBytes, randomUUID } from 'node:crypto'
import { only, type Db } from './db.ts'

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

/** What names this database in cursors. */
export const databaseEpoch = (db: Db): Promise<string> =>
  keep(db, 'epoch', () => randomUUID().slice(0, 8))
