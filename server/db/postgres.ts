import { Pool, type PoolClient } from 'pg'
import { isReadOnly, retryLostRaces, type Db, type Query, type TxOptions } from './db.ts'

const statementMs = 30_000
/**
 * Longer than the server's own limit, so that it ends only statements that a frozen server or network never answers.
 */
const answerMs = 35_000
const rollbackMs = 2000
/**
 * How long a statement waits for a connection, also for a free one of the pool: phones that return together may queue,
 * and wait 45 s for an answer.
 */
const connectMs = 20_000

const queryOf =
  (runner: Pool | PoolClient): Query =>
  async <Row extends object>(text: string, params: Parameters<Query>[1] = []) => {
    const { rows } = await runner.query<Row>(text, [...params])
    return rows
  }

interface PostgresOptions {
  readonly url: string
  /** The schema that contains the tables. Each test file has its own. */
  readonly schema?: string
  /** Called for a broken connection. The pool replaces it by itself. */
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
 * Runs work on one client of the pool. The pool removes its error listener from a client that it hands out, and an
 * 'error' event without a listener ends the process, so the client needs ours until it is returned. A client that
 * cannot roll back, or not write, is not used again.
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
    // After a failover it may lead to the former server, now a standby, where it would never fail as broken.
    if (broken === null && isReadOnly(failure)) broken = failure as Error
    throw failure
  } finally {
    client.off('error', note)
    client.release(broken ?? false)
  }
}

/** Opens a pool on a PostgreSQL server. bigint is returned as text, this driver's default. */
export const openPostgres = async (options: PostgresOptions): Promise<Db> => {
  const onBroken: OnBroken = options.onBroken ?? (() => undefined)
  const settings = {
    connectionString: options.url,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    ...(options.schema === undefined ? {} : { options: `-c search_path=${options.schema}` }),
  }
  const pool = new Pool({
    ...settings,
    max: 10,
    statement_timeout: statementMs,
    query_timeout: answerMs,
  })
  // Migrations, exports and backups have no time limit, and use connections of their own.
  const longPool = new Pool({ ...settings, max: 3, idleTimeoutMillis: 1000 })
  for (const each of [pool, longPool]) {
    each.on('error', onBroken)
    // A listener for the whole life of a client, because a broken client may fail again after its return.
    each.on('connect', client => client.on('error', onBroken))
  }
  await pool.query('select 1')
  return {
    // A cluster lets single statements lose races too, such as two logins, which write to every node.
    query: (text, params) => retryLostRaces(() => queryOf(pool)(text, params)),
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
