import type { ExportedRow } from '../store/export.ts'
import { answersOf, occurrencesIn, type NameFile } from './answers.ts'
import { cellsOf, headsOf, type CellOptions, type CellRow } from './cells.ts'
import { codebookHeads, codebookRows } from './codebook.ts'
import type { Column, Columns } from './columns.ts'
import { submissionHeads, type VersionOf } from './heads.ts'
import type { DeletedRow } from './read-rows.ts'

/** One table: its name ('' for the submissions), its headers, and its rows in batches. */
export interface Table {
  readonly name: string
  readonly heads: readonly string[]
  readonly rows: () => AsyncIterable<readonly CellRow[]>
}

/** What an export reads. Each table reads it again. */
export interface Source {
  readonly rows: () => AsyncIterable<readonly ExportedRow[]>
  readonly deleted: () => AsyncIterable<readonly DeletedRow[]>
}

/** Options of an export. */
export interface ExportOptions extends CellOptions {
  readonly nameFile: NameFile
  readonly versionOf: VersionOf
}

async function* mapped<Row>(
  batches: AsyncIterable<readonly Row[]>,
  toRows: (row: Row) => readonly CellRow[],
): AsyncGenerator<readonly CellRow[]> {
  for await (const batch of batches) yield batch.flatMap(toRows)
}

const mainTable = (columns: Columns, source: Source, options: ExportOptions): Table => ({
  name: '',
  heads: [
    ...Object.keys(submissionHeads),
    ...columns.main.flatMap(column => headsOf(column, options)),
  ],
  rows: () =>
    mapped(source.rows(), row => {
      const answers = answersOf(row, options.nameFile).get(0)
      return [
        [
          ...Object.values(submissionHeads).map(cellOf => cellOf(row, options.versionOf)),
          ...columns.main.flatMap(column => cellsOf(column, answers?.get(column.id), options)),
        ],
      ]
    }),
})

const repeatTable = (
  name: string,
  columns: readonly Column[],
  source: Source,
  options: ExportOptions,
): Table => ({
  name,
  heads: ['submission_id', 'occurrence', ...columns.flatMap(column => headsOf(column, options))],
  rows: () =>
    mapped(source.rows(), row =>
      occurrencesIn(answersOf(row, options.nameFile), columns).map(([occurrence, answers]) => [
        row.id,
        occurrence + 1,
        ...columns.flatMap(column => cellsOf(column, answers.get(column.id), options)),
      ]),
    ),
})

const deletedTable = (source: Source): Table => ({
  name: 'deleted',
  heads: ['submission_id', 'deleted_at'],
  rows: () => mapped(source.deleted(), ({ id, deleted_at }) => [[id, deleted_at]]),
})

const codebookTable = (columns: Columns, options: ExportOptions): Table => ({
  name: 'codebook',
  heads: codebookHeads,
  async *rows() {
    yield codebookRows(columns, options)
  },
})

/**
 * The tables of an export: one with a row per submission, one per repeat with a row per occurrence, the codebook,
 * and, for changes since an earlier export, the deleted submissions.
 */
export const tablesOf = (
  columns: Columns,
  source: Source,
  options: ExportOptions,
  isSince: boolean,
): readonly Table[] => [
  mainTable(columns, source, options),
  ...columns.repeats.map(repeat => repeatTable(repeat.id, repeat.columns, source, options)),
  ...(isSince ? [deletedTable(source)] : []),
  codebookTable(columns, options),
]
