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
  /** Each option of a question with several answers also has a column, with 1 or 0. */
  readonly isSplit: boolean
  /** Answers that are numbers are numbers in cells, perhaps with fewer zeros than were typed; otherwise texts. */
  readonly hasNumbers: boolean
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

/** Without a leading zero or plus, which make it a code or a telephone number. */
const numberPattern = /^-?((0|[1-9]\d*)(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** The digits of a number that say how large it is. */
const digitsOf = (text: string): string => {
  const [typed = ''] = text.split(/e/i)
  const digits = typed.replace(/^-?[0.]*/, '').replace('.', '')
  return typed.includes('.') ? digits.replace(/0+$/, '') : digits
}

/** A number if a spreadsheet shows all its digits, or if it is a fraction that was calculated; otherwise the text. */
const numberOrText = (text: string): CellValue => {
  const number = Number(text)
  if (!numberPattern.test(text) || !Number.isFinite(number)) return text
  const digits = digitsOf(text)
  const isWhole = digits.length <= shownDigits && (number !== 0 || digits === '')
  return isWhole || (String(number) === text && !Number.isInteger(number)) ? number : text
}

const inOneCell = (column: Column, value: Exported, shown: CellOptions): CellValue => {
  if (typeof value !== 'string') return value.join('; ')
  return shown.hasNumbers && column.isNumber ? numberOrText(value) : value
}

/** The cells of an answer, as many as `headsOf` has headers; with labels instead of codes if there is `labelOf`. */
export const cellsOf = (
  column: Column,
  given: Exported | undefined,
  labelOf: ((code: string) => string) | null,
  options: CellOptions,
): CellRow => {
  // A device sends an empty answer where it has none: in an earlier occurrence, and for an answer that was cleared.
  const value = given === undefined || given === '' ? undefined : asIn(column, given)
  const exported = value === undefined || labelOf === null ? value : withLabels(value, labelOf)
  const cell = exported === undefined ? null : inOneCell(column, exported, options)
  if (!isSplitInto(column, options)) return [cell]
  const chosen = new Set([value ?? []].flat())
  return [
    cell,
    ...column.options.map(({ code }) => (value === undefined ? null : Number(chosen.has(code)))),
  ]
}
