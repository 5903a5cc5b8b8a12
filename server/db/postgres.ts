import { Pool, type PoolClient } from 'pg'
import { retryLostRaces, type Db, type Query } from './db.ts'

const queryOf =
  (runner: Pool | PoolClient): Query =>
  async <Row extends object>(text: string, params: Parameters<Query>[1] = []) => {
    const { rows } = await runner.query<Row>(text, [...params])
    return rows
  }

const begun = async <Value>(
  client: PoolClient,
  work: (query: Query) => Promise<Value>,
): Promise<Value> => {
  await client.query('begin')
  try {
    const value = await work(queryOf(client))
    await client.query('commit')
    return value
  } catch (failure) {
    await client.query('rollback').catch(() => {
      // The connection is gone, and the transaction with it.
    })
    throw failure
  }
}

/** What a pool of connections is opened with. */
export interface PostgresOptions {
  readonly url: string
  /** Where the tables live; the tests give each file a schema of its own. */
  readonly schema?: string
  /** Told of a connection that broke while idle; the pool replaces it by itself. */
  readonly onBroken?: (failure: Error) => void
}

/** Opens a pool on a PostgreSQL server. bigint comes as text, which is this driver's default. */
export const openPostgres = async (options: PostgresOptions): Promise<Db> => {
  const pool = new Pool({
    connectionString: options.url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    ...(options.schema === undefined ? {} : { options: `-c search_path=${options.schema}` }),
  })
  pool.on('error', failure => options.onBroken?.(failure))
  await pool.query('select 1')
  const tx = async <Value>(work: (query: Query) => Promise<Value>): Promise<Value> => {
    const client = await pool.connect()
    try {
      return await begun(client, work)
    } finally {
      client.release()
    }
  }
  return {
    query: queryOf(pool),
    tx: work => retryLostRaces(() => tx(work)),
    close: () => pool.end(),
  }
}
