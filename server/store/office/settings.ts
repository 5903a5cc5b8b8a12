import { only, type Query } from '../../db/db.ts'

/** The version of the database, and the bytes that it has on its disk. */
export const databaseSize = async (query: Query) => {
  const { version, bytes } = only(
    await query<{ version: string; bytes: string }>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
    ),
  )
  return { version, bytes: Number(bytes) }
}
