import { PGlite, types, type Transaction } from '@electric-sql/pglite'
import { retryLostRaces, type Db, type Query } from './db.ts'

const asText = (text: string) => text

const queryOf =
  (runner: PGlite | Transaction): Query =>
  async <Row extends object>(text: string, params: Parameters<Query>[1] = []) => {
    const { rows } = await runner.query<Row>(text, [...params])
    return rows
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
  return {
    query: queryOf(pglite),
    // With its single connection, every transaction is a snapshot, and nothing limits its time.
    tx: work => retryLostRaces(() => pglite.transaction(transaction => work(queryOf(transaction)))),
    close: () => pglite.close(),
  }
}
