import type { Row } from './workbook.ts'

/** Collects the columns that a form cannot use, so that the report names each of them once; `of` describes the rows. */
export const createUnused = (sheet: string, of = '') => {
  const found = new Map<string, { count: number; first: string; text: string }>()
  return {
    add: (row: Row, isUsed: (column: string) => boolean): void => {
      for (const [column, { text, place }] of row.cells) {
        if (isUsed(column)) continue
        const known = found.get(column)
        if (known === undefined) found.set(column, { count: 1, first: place, text })
        else known.count += 1
      }
    },
    /** One line for each column. */
    lines: (): readonly string[] =>
      [...found].map(([column, { count, first, text }]) => {
        const cells = count === 1 ? 'one cell' : `${count} cells, the first`
        const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
        return `${sheet}: the column "${column}"${of} is not used (${cells} at ${first}: "${shown}")`
      }),
  }
}
