import type { Query } from '../db/db.ts'
import {
  countOfScope,
  deletedBatch,
  exportBatch,
  type ExportedRow,
  type ExportPlace,
  type ExportScope,
} from '../store/export.ts'

/** The most submissions in memory at a time; fewer when their answers are large. */
const batchRows = 200

/**
 * Reads the submissions in batches; the database waits while the reader is busy. `query` must read one snapshot.
 * Throws at the end when a stored submission was not read.
 */
export async function* readRows(
  query: Query,
  scope: ExportScope,
): AsyncGenerator<readonly ExportedRow[]> {
  let after: ExportPlace = null
  let read = 0
  for (;;) {
    const rows: readonly ExportedRow[] = await exportBatch(query, scope, after, batchRows)
    const last = rows.at(-1)
    if (last === undefined) break
    yield rows
    read += rows.length
    after = last
  }
  const stored = await countOfScope(query, scope)
  if (read !== stored) throw new Error(`${read} of ${stored} submissions were exported`)
}

/** A deleted submission. */
export interface DeletedRow {
  readonly id: string
  readonly deleted_at: Date
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Reads the submissions that were deleted since the export that a scope names; none when it names none. */
export async function* readDeleted(
  query: Query,
  scope: ExportScope,
): AsyncGenerator<readonly DeletedRow[]> {
  if (scope.seen === undefined) return
  let after = beforeAll
  for (;;) {
    const rows: readonly DeletedRow[] = await deletedBatch(query, scope, after, batchRows)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchRows) return
    after = last.id
  }
}
