import { Pool, type PoolClient } from 'pg'
import { retryLostRaces, type Db, type Query, type TxOptions } from './db.ts'

const statementMs = 30_000
/** Longer than the server's own limit: it ends only what a frozen server or network leaves unanswered. */
const answerMs = 35_000
const rollbackMs = 2000

const queryOf =
  (runner: Pool | PoolClient): Query =>
  async <Row extends object>(text: string, params: Parameters<Query>[1] = []) => {
    const { rows } = await runner.query<Row>(text, [...params])
    return rows
  }

/** What a pool of connections is opened with. */
export interface PostgresOptions {
  readonly url: string
  /** Where the tables live; the tests give each file a schema of its own. */
  readonly schema?: string
  /** Called for a connection that broke; the pool replaces it by itself. */
  readonly onBroken?: (failure: Error) => void
}

type OnBroken = NonNullable<PostgresOptions['onBroken']>

const begun = async <Value>(
  client: PoolClient,
  work: (query: Query) => Promise<Value>,
  options: TxOptions,
): Promise<Value> => {
  await client.query(options.isSnapshot ? 'begin isolation level repeatable read' : 'begin')
  if (options.isLong) await client.query('set local statement_timeout = 0')
  const value = await work(queryOf(client))
  await client.query('commit')
  return value
}

/**
 * The pool takes its error listener off a client that it hands out, and an 'error' event without a listener
 * ends the process: the client needs one of ours until it is back. A client that cannot roll back is not
 * used again.
 */
const onClient = async <Value>(
  client: PoolClient,
  onBroken: OnBroken,
  work: () => Promise<Value>,
): Promise<Value> => {
  let broken: Error | null = null
  const note = (failure: Error) => {
    broken = failure
    onBroken(failure)
  }
  client.on('error', note)
  try {
    return await work()
  } catch (failure) {
    await client
      .query({ text: 'rollback', query_timeout: rollbackMs } as { text: string })
      .catch((why: Error) => {
        broken ??= why
      })
    throw failure
  } finally {
    client.off('error', note)
    client.release(broken ?? false)
  }
}

/** Opens a pool on a PostgreSQL server. bigint comes as text, which is this driver's default. */
export const openPostgres = async (options: PostgresOptions): Promise<Db> => {
  const onBroken: OnBroken = options.onBroken ?? (() => undefined)
  const settings = {
    connectionString: options.url,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    ...(options.schema === undefined ? {} : { options: `-c search_path=${options.schema}` }),
  }
  const pool = new Pool({
    ...settings,
    max: 10,
    statement_timeout: statementMs,
    query_timeout: answerMs,
  })
  // Migrations, exports and backups have no limit in time, and take no connection from the calls.
  const longPool = new Pool({ ...settings, max: 3, idleTimeoutMillis: 1000 })
  for (const each of [pool, longPool]) {
    each.on('error', onBroken)
    // For as long as a client lives, because one that is given back broken may fail once more.
    each.on('connect', client => client.on('error', onBroken))
  }
  await pool.query('select 1')
  return {
    query: queryOf(pool),
    tx: (work, given = {}) =>
      retryLostRaces(async () => {
        const client = await (given.isLong ? longPool : pool).connect()
        return onClient(client, onBroken, () => begun(client, work, given))
      }),
    close: async () => {
      await Promise.all([pool.end(), longPool.end()])
    },
  }
}
