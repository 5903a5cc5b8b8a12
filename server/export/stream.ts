import type { Query } from '../db/db.ts'
import { exportBatch, type ExportPlace } from '../store/export.ts'
import type { Table } from './tables.ts'

/** So many submissions are held in memory at a time. */
const batchRows = 200

/** A table, a batch at a time: the database waits while the reader is busy. */
export async function* streamTable(
  query: Query,
  formId: string,
  until: Date,
  table: Table,
): AsyncGenerator<string> {
  if (table.head !== '') yield table.head
  let after: ExportPlace = null
  for (;;) {
    const rows = await exportBatch(query, formId, until, after, batchRows)
    if (rows.length > 0) yield rows.map(table.lines).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchRows) return
    after = last
  }
}
