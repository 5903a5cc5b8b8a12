import { asIn, withLabels, type Exported } from './answers.ts'
import type { Column } from './columns.ts'
import { isGeometric, wktIn } from './geometry.ts'

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
  /** Answers that are numbers are numbers, perhaps with fewer zeros than were typed; otherwise texts. */
  readonly hasNumbers: boolean
  /** Positions, lines and areas are WKT instead of the text that was sent. */
  readonly isWkt: boolean
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

/** A spreadsheet shows zeros instead of further digits, and many programs keep no more. */
const shownDigits = 15

const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** The digits of a number that say how large it is. */
const digitsOf = (text: string): string => {
  const [typed = ''] = text.split(/e/i)
  const digits = typed.replace(/^[+-]?[0.]*/, '').replace('.', '')
  return typed.includes('.') ? digits.replace(/0+$/, '') : digits
}

/** A number if all its digits are kept, or if it is a fraction that was calculated; otherwise the text. */
const numberOrText = (text: string): string | number => {
  const typed = text.trim()
  const number = Number(typed)
  if (!numberPattern.test(typed) || !Number.isFinite(number)) return text
  const digits = digitsOf(typed)
  const isWhole = digits.length <= shownDigits && (number !== 0 || digits === '')
  return isWhole || (String(number) === typed && !Number.isInteger(number)) ? number : text
}

/**
 * A value in the type of its column: a number where the form asks for numbers, in formats that have numbers, or WKT where
 * it asks for geometries.
 */
export const typed = (
  { isNumber, type }: Column,
  value: Exported,
  { hasNumbers, isWkt }: Pick<CellOptions, 'hasNumbers' | 'isWkt'>,
): Exported | number => {
  if (typeof value !== 'string') return value
  if (isWkt && isGeometric(type)) return wktIn(type, value) ?? value
  return hasNumbers && isNumber ? numberOrText(value) : value
}

const inOneCell = (column: Column, value: Exported, shown: CellOptions): CellValue => {
  const cell = typed(column, value, shown)
  return typeof cell === 'object' ? cell.join('; ') : cell
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
