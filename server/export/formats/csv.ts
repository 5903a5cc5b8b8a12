/** CSV (RFC 4180) that a spreadsheet can open safely: it cannot execute an answer as a formula. */

/** The types of a cell. */
export type CellValue = string | number | null

const plainNumber = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i

/**
 * A spreadsheet treats a cell with such a beginning as a formula (also after a tab or line break), and a formula
 * can send the sheet's contents elsewhere. An apostrophe turns it into text. Numbers stay numbers.
 */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !plainNumber.test(text) ? `'${text}` : text

const cell = (value: CellValue): string => {
  const text = value === null ? '' : escapeFormula(String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its line break. */
export const csvLine = (values: readonly CellValue[]): string => `${values.map(cell).join(',')}\r\n`

/** Lets Excel recognize a file as UTF-8. */
export const byteOrderMark = '\uFEFF'
