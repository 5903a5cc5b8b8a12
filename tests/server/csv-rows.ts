/** Parses CSV (RFC 4180), for tests of the code that writes it. */
export const csvRows = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === ',') {
      row.push(cell)
      cell = ''
    } else if (sign === '\r' && text.charAt(at + 1) === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at += 1
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) throw new Error('The last line does not end')
  return rows
}

/** The cells of a table, row by row; the first row has the headers. */
export type Cells = readonly (readonly unknown[])[]

/** The cells below a header. */
export const column = (rows: Cells, name: string): readonly unknown[] => {
  const at = rows[0]?.indexOf(name) ?? -1
  if (at === -1) throw new Error(`There is no column ${name}`)
  return rows.slice(1).map(row => row[at])
}
