/** CSV after RFC 4180, which spreadsheets can open without running what an answer says. */

/** What a cell may hold. */
export type CellValue = string | number | null

const plainNumber = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i

/**
 * A spreadsheet takes a cell that begins so for a formula (also after a tab or a line's end), and a formula
 * can send what is in the sheet elsewhere. An apostrophe makes a text of it; numbers stay numbers.
 */
const harmless = (text: string): string =>
  /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !plainNumber.test(text) ? `'${text}` : text

const cell = (value: CellValue): string => {
  const text = value === null ? '' : harmless(String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export const csvLine = (values: readonly CellValue[]): string => `${values.map(cell).join(',')}\r\n`

/** Tells Excel that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'
