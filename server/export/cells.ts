import { fieldKind } from '../../replication/wire/field-types.ts'
import { asIn, withLabels, type Exported } from './answers.ts'
import type { Column } from './columns.ts'

/** The types of a cell. */
export type CellValue = string | number | Date | null

/** One row of a table. */
export type CellRow = readonly CellValue[]

/** How columns and answers are written. */
export interface CellOptions {
  /** Column headers have the label in addition to the id. */
  readonly hasLabels: boolean
  /** Cells have the labels of options instead of their codes. */
  readonly showsLabels: boolean
  /** Each option of a question with several answers also has a column, with 1 or 0. */
  readonly isSplit: boolean
}

const isSplitInto = ({ isList, options }: Column, { isSplit }: CellOptions): boolean =>
  isSplit && isList && options.length > 0

/** The id of the column of one option. */
export const optionColumn = ({ name }: Pick<Column, 'name'>, code: string): string =>
  `${name}/${code}`

/** The headers of a column: one, and one for each option if they have columns. */
export const headsOf = (column: Column, options: CellOptions): readonly string[] => {
  const head = (name: string, label: string) =>
    options.hasLabels && label !== name ? `${label} (${name})` : name
  const split = isSplitInto(column, options) ? column.options : []
  return [
    head(column.name, column.label),
    ...split.map(({ code, label }) => head(optionColumn(column, code), label)),
  ]
}

/** A spreadsheet shows zeros instead of further digits. */
const shownDigits = 15

/** A number if it is one as typed and shown whole, so that no digit changes; otherwise the text. */
const numberOrText = (text: string): CellValue =>
  Number.isFinite(Number(text)) &&
  String(Number(text)) === text &&
  text.replaceAll(/\D/g, '').length <= shownDigits
    ? Number(text)
    : text

const isNumeric = ({ type }: Column): boolean => fieldKind(type, false) === 'number'

const inOneCell = (column: Column, value: Exported | undefined, shown: CellOptions): CellValue => {
  if (value === undefined) return null
  const exported = shown.showsLabels ? withLabels(column, value) : value
  if (typeof exported !== 'string') return exported.join('; ')
  return isNumeric(column) ? numberOrText(exported) : exported
}

/** The cells of an answer, as many as `headsOf` has headers. */
export const cellsOf = (
  column: Column,
  given: Exported | undefined,
  options: CellOptions,
): CellRow => {
  // A device sends an empty answer where it has none: in an earlier occurrence, and for an answer that was cleared.
  const value = given === undefined || given === '' ? undefined : asIn(column, given)
  const cell = inOneCell(column, value, options)
  if (!isSplitInto(column, options)) return [cell]
  const chosen = new Set([value ?? []].flat())
  return [
    cell,
    ...column.options.map(({ code }) => (value === undefined ? null : Number(chosen.has(code)))),
  ]
}
