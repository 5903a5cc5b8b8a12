import { setImmediate as untilOthersRan } from 'node:timers/promises'
import { Mutex, parse, PGlite, protocol, types } from '@electric-sql/pglite'
import { retryLostRaces, type Db, type Query, type SqlValue } from './db.ts'

const { serialize } = protocol

const asText = (text: string) => text

/** A statement that the engine has parsed. It keeps the plan too. */
interface Prepared {
  readonly name: string
  readonly paramTypes: readonly number[]
  /** The protocol message that describes the rows; empty for a statement without rows. */
  readonly heads: Parameters<typeof parse.parseResults>[0]
  uses: number
}

/** After so many uses a statement is planned again, because a plan for a small table is bad for a large one. */
const maxUses = 500

/** The longest time that statements follow each other without a pause. */
const busyMs = 100

const isPreparable = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text)

/**
 * Runs statements on the engine's only connection, prepared at their first use, because the engine needs longer to
 * parse and plan most of ours than to run them.
 */
const createQuery = (pglite: PGlite): Query => {
  const preparedByText = new Map<string, Prepared>()
  let made = 0
  let pausedAt = performance.now()
  /** Pauses within a long transaction too, because timers renew the lock of the directory meanwhile. */
  const pauseOften = async (): Promise<void> => {
    if (performance.now() - pausedAt < busyMs) return
    await untilOthersRan()
    pausedAt = performance.now()
  }
  const send = async (...parts: readonly Uint8Array[]) => {
    const { messages } = await pglite.execProtocol(Buffer.concat([...parts, serialize.sync()]))
    return messages
  }
  const prepare = async (text: string): Promise<Prepared> => {
    const known = preparedByText.get(text)
    if (known !== undefined && known.uses < maxUses) return known
    if (known !== undefined) await send(serialize.close({ type: 'S', name: known.name }))
    preparedByText.delete(text)
    made += 1
    const name = isPreparable(text) ? `statement ${made}` : ''
    const messages = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    )
    const prepared: Prepared = {
      name,
      paramTypes: parse.parseDescribeStatementResults(messages),
      heads: messages.filter(message => message.name === 'rowDescription'),
      uses: 0,
    }
    if (name !== '') preparedByText.set(text, prepared)
    return prepared
  }
  return async <Row extends object>(text: string, params: readonly SqlValue[] = []) => {
    await pauseOften()
    const prepared = await prepare(text)
    prepared.uses += 1
    const values = params.map((value, place) => {
      const type = prepared.paramTypes[place] ?? types.TEXT
      return value === null ? null : (pglite.serializers[type] ?? String)(value)
    })
    const messages = await send(
      serialize.bind({ statement: prepared.name, values }),
      serialize.execute({}),
    )
    const [results] = parse.parseResults([...prepared.heads, ...messages], pglite.parsers)
    // The caller declares the type of the rows, as with the other engine.
    return (results?.rows ?? []) as unknown as readonly Row[]
  }
}

/** Runs work between `begin` and `commit`. */
const inTransaction = async <Value>(
  query: Query,
  work: (query: Query) => Promise<Value>,
): Promise<Value> => {
  await query('begin')
  try {
    const value = await work(query)
    await query('commit')
    return value
  } catch (failure) {
    await query('rollback').catch(() => undefined)
    throw failure
  }
}

/**
 * Opens the embedded engine in a directory, or in memory when null. A statement has reached the operating system
 * before it is answered, so an answered commit survives a killed process. Surviving a power cut needs a real
 * PostgreSQL. Two processes on one directory destroy it, so the caller must first hold the lock of `data-lock.ts`.
 * `archive` is the content of a new database in memory, as `dumpDataDir` of PGlite gives it.
 */
export const openPglite = async (directory: string | null, archive?: Blob): Promise<Db> => {
  const pglite = await PGlite.create(directory ?? 'memory://', {
    ...(archive === undefined ? {} : { loadDataDir: archive }),
    relaxedDurability: false,
    parsers: { [types.INT8]: asText },
  })
  const query = createQuery(pglite)
  const connection = new Mutex()
  // Pauses between transactions, because the engine never waits, and the process would otherwise do nothing else until
  // the queue is empty.
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> =>
    connection.runExclusive(() => untilOthersRan().then(work))
  return {
    query: (text, params) => inTurn(() => query(text, params)),
    // With its single connection, every transaction is a snapshot, and nothing limits its time.
    tx: work => retryLostRaces(() => inTurn(() => inTransaction(query, work))),
    close: () => connection.runExclusive(() => pglite.close()),
  }
}
