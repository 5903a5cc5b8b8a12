import type { ExportedRow } from '../store/export.ts'
import { answersOf, occurrencesIn, type Exported, type NameFile } from './answers.ts'
import { cellsOf, headsOf, type CellOptions, type CellRow } from './cells.ts'
import { codebookHeads, codebookRows } from './codebook.ts'
import type { Column, Columns } from './columns.ts'
import { submissionHeads, type VersionOf } from './heads.ts'
import type { DeletedRow } from './read-rows.ts'
import type { LabelOf } from './shown-labels.ts'

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
  /** Finds the labels of a row, which stand instead of the codes; null for codes. */
  readonly labelsIn: ((row: ExportedRow) => LabelOf) | null
}

async function* mapped<Row>(
  batches: AsyncIterable<readonly Row[]>,
  toRows: (row: Row) => readonly CellRow[],
): AsyncGenerator<readonly CellRow[]> {
  for await (const batch of batches) yield batch.flatMap(toRows)
}

/** The cells of a row's answers in one occurrence. */
const answerCells = (
  row: ExportedRow,
  columns: readonly Column[],
  options: ExportOptions,
): ((occurrence: number, answers: ReadonlyMap<string, Exported> | undefined) => CellRow) => {
  const labelOf = options.labelsIn?.(row) ?? null
  return (occurrence, answers) =>
    columns.flatMap(column => {
      const labels = labelOf && ((code: string) => labelOf(column, occurrence, code))
      return cellsOf(column, answers?.get(column.id), labels, options)
    })
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
          ...answerCells(row, columns.main, options)(0, answers),
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
    mapped(source.rows(), row => {
      const cellsIn = answerCells(row, columns, options)
      return occurrencesIn(answersOf(row, options.nameFile), columns).map(
        ([occurrence, answers]) => [row.id, occurrence + 1, ...cellsIn(occurrence, answers)],
      )
    }),
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
