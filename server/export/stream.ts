import type { Query } from '../db/db.ts'
import { countOfForm, exportBatch, type ExportPlace } from '../store/export.ts'
import type { Table } from './tables.ts'

/** How many submissions are held in memory at a time. */
const batchRows = 200

/**
 * Streams a table in batches; the database waits while the reader is busy. `query` must read one snapshot. Throws
 * at the end when a stored submission was not written.
 */
export async function* streamTable(
  query: Query,
  formId: string,
  table: Table,
): AsyncGenerator<string> {
  if (table.head !== '') yield table.head
  let after: ExportPlace = null
  let written = 0
  for (;;) {
    const rows = await exportBatch(query, formId, after, batchRows)
    if (rows.length > 0) yield rows.map(table.lines).join('')
    const last = rows.at(-1)
    written += rows.length
    if (last === undefined || rows.length < batchRows) break
    after = last
  }
  const stored = await countOfForm(query, formId)
  if (written !== stored) throw new Error(`${written} of ${stored} submissions were exported`)
}
