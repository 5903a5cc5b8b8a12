/**
 * The port to SQL. It is plain PostgreSQL in both implementations: `pglite.ts` is embedded, `postgres.ts` connects
 * to a server. Statements use only what PostgreSQL, Citus, YugabyteDB and CockroachDB have in common: UUID keys,
 * no LISTEN/NOTIFY, no sequence, no advisory lock.
 */

/** The types of a statement's parameters. */
export type SqlValue = string | number | boolean | null | Date | readonly string[]

/** Runs one statement with $1… parameters. bigint is returned as text, so that no digit is lost. */
export type Query = <Row extends object>(
  text: string,
  params?: readonly SqlValue[],
) => Promise<readonly Row[]>

/** Options of a transaction. */
export interface TxOptions {
  /** Whether it has no time limit, as migrations, exports and backups need. */
  readonly isLong?: boolean
  /** Whether all its statements read one snapshot. */
  readonly isSnapshot?: boolean
}

/** An open database. */
export interface Db {
  readonly query: Query
  /**
   * Runs `work` in one transaction, and runs it again when it lost a race (40001, 40P01, 23503, 55P03). So `work`
   * must have no other effects. Inside, only the given query may be used: the embedded engine has one connection, and
   * `db.query` would wait for it forever.
   */
  readonly tx: <Value>(
    work: (query: Query) => Promise<Value>,
    options?: TxOptions,
  ) => Promise<Value>
  readonly close: () => Promise<void>
}

const danglingState = '23503'
const lockedState = '55P03'
const retriedStates: ReadonlySet<string> = new Set(['40001', '40P01', danglingState, lockedState])
const maxTries = 5

const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure ? String(failure.code) : ''

/** Whether an error means that the database cannot be reached now, rather than a wrong statement. */
export const isUnreachable = (failure: unknown): boolean =>
  /^(08\d{3}|57P0[1-3]|57014|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(
    codeOf(failure),
  ) ||
  (failure instanceof Error &&
    /^(could not commit transaction for shard|Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/.test(
      failure.message,
    ))

/** Whether an error means that the database takes no writes, such as a standby or one whose disk is full. */
export const isReadOnly = (failure: unknown): boolean => codeOf(failure) === '25006'

/** Whether an error means that a row refers to one that was deleted meanwhile. */
export const isDangling = (failure: unknown): boolean => codeOf(failure) === danglingState

/** Whether an error means that another transaction kept a table for longer than this one waits. */
export const isLocked = (failure: unknown): boolean => codeOf(failure) === lockedState

/** Whether an error means that the transaction lost a race and should run again. */
const isLostRace = (failure: unknown): boolean => retriedStates.has(codeOf(failure))

/** Repeats a transaction that lost a race, after growing random pauses. */
export const retryLostRaces = async <Value>(run: () => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (failure) {
      if (tries >= maxTries || !isLostRace(failure)) throw failure
      const pauseMs = 10 * 2 ** tries * (0.5 + Math.random())
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
}

/** The first row, or null. */
export const first = <Row>(rows: readonly Row[]): Row | null => rows[0] ?? null

/** The first row of a statement that always has one, such as INSERT … RETURNING. */
export const only = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always returns a row returned none')
  return row
}
