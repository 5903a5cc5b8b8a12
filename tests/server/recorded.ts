import type { Db, Query, SqlValue } from '../../server/db/db.ts'

/** A statement that was run. */
interface Ran {
  readonly text: string
  readonly params: readonly SqlValue[]
}

/** The same database, with its statements recorded, including those that begin and end a transaction. */
export const recorded = (db: Db) => {
  const ran: Ran[] = []
  const note = (text: string, params: readonly SqlValue[] = []) => ran.push({ text, params })
  const recording =
    (query: Query): Query =>
    (text, params) => {
      note(text, params)
      return query(text, params)
    }
  const watched: Db = {
    ...db,
    query: recording(db.query),
    tx: (work, options) => {
      note('begin')
      return db.tx(query => work(recording(query)), options).finally(() => note('commit'))
    },
  }
  return { ran, watched }
}
