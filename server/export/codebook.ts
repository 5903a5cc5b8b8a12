import { optionColumn, type CellOptions, type CellRow } from './cells.ts'
import type { Column, Columns } from './columns.ts'
import { isGeometric } from './geometry.ts'

/** The meaning of every column and code: a row for each question, followed by one for each of its options. */
export const codebookHeads: readonly string[] = [
  'table',
  'column',
  'label',
  'code',
  'type',
  'section',
  'required',
  'first_version',
  'last_version',
  'values',
]

/** What the cells of a column have. */
const valuesOf = (
  { isNumber, isList, type }: Column,
  { isWkt }: CellOptions,
): 'number' | 'WKT' | 'texts' | 'text' => {
  if (isNumber) return 'number'
  if (isWkt && isGeometric(type)) return 'WKT'
  return isList ? 'texts' : 'text'
}

const rowsOf = (table: string, column: Column, options: CellOptions): readonly CellRow[] => [
  [
    table,
    column.name,
    column.label,
    null,
    column.type,
    column.section,
    column.isRequired ? 'yes' : 'no',
    column.versions?.[0] ?? null,
    column.versions?.[1] ?? null,
    valuesOf(column, options),
  ],
  ...column.options.map(({ code, label }) => {
    const name = options.isSplit && column.isList ? optionColumn(column, code) : column.name
    return [table, name, label, code, null, null, null, null, null, null]
  }),
]

/** The codebook's rows. */
export const codebookRows = (columns: Columns, options: CellOptions): readonly CellRow[] => [
  ...columns.main.flatMap(column => rowsOf('submissions', column, options)),
  ...columns.repeats.flatMap(repeat =>
    repeat.columns.flatMap(column => rowsOf(repeat.id, column, options)),
  ),
]
