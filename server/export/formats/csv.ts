import type { CellRow, CellValue } from '../cells.ts'
import type { Table } from '../tables.ts'

/** CSV (RFC 4180) that a spreadsheet can open safely: it cannot execute an answer as a formula. */

const plainNumber = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/**
 * Puts an apostrophe before a text that a spreadsheet would execute as a formula, even after a tab or line break,
 * because a formula can send the sheet's contents elsewhere. Numbers stay numbers.
 */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !plainNumber.test(text) ? `'${text}` : text

const textOf = (value: CellValue): string => {
  if (value === null) return ''
  return escapeFormula(value instanceof Date ? value.toISOString() : String(value))
}

const cell = (value: CellValue): string => {
  const text = textOf(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its line break. */
export const csvLine = (values: CellRow): string => `${values.map(cell).join(',')}\r\n`

/** Lets Excel recognize a file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** A table as CSV; `hasMark` starts it with the byte order mark. */
export async function* csvOf(table: Table, hasMark: boolean): AsyncGenerator<string> {
  yield `${hasMark ? byteOrderMark : ''}${csvLine(table.heads)}`
  for await (const rows of table.rows()) yield rows.map(csvLine).join('')
}
