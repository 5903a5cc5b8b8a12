/** What is wrong with a file in another encoding, and what to do about it. */
export const notUtf8 = 'not in UTF-8; in Excel, save it as "CSV UTF-8"'

/**
 * The cells of a CSV (RFC 4180) without empty rows; null when a quote does not end with its cell. The separator is a
 * semicolon if the header row contains one and no comma.
 */
export const csvCells = (text: string): readonly (readonly string[])[] | null => {
  const plain = text.replace(/^\uFEFF/, '')
  const [head = ''] = plain.split(/\r?\n/)
  const separator = head.includes(';') && !head.includes(',') ? ';' : ','
  const cell = new RegExp(
    `("(?:[^"]|"")*"|(?!")[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`,
    'y',
  )
  const rows: string[][] = []
  let row: string[] = []
  while (cell.lastIndex < plain.length) {
    const found = cell.exec(plain)
    if (found === null) return null
    const [, value = '', end = ''] = found
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value.trim())
    if (end === separator) continue
    if (row.some(each => each !== '')) rows.push(row)
    row = []
  }
  // A separator at the very end leaves a row whose last cell is empty.
  if (row.some(each => each !== '')) rows.push([...row, ''])
  return rows
}
