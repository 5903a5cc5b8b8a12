/** A cell whose formula has no value that can be read, and why. */
export interface LostCell {
  /** The name of its sheet, without spaces around it. */
  readonly sheet: string
  readonly column: string
  readonly row: number
  readonly why: string
}

const cellPattern = /<c\s([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g

const whyOf = (attributes: string, inside: string): string | null => {
  const value = /<v[^>]*>([^<]*)<\/v>/.exec(inside)?.[1] ?? ''
  if (/\bt="e"/.test(attributes)) return `the cell has the error ${value || 'of a formula'}`
  // Excel and LibreOffice write an empty text as the value of such a text.
  const isEmptyText = /\bt="str"/.test(attributes) && inside.includes('<v')
  return /<f[\s>/]/.test(inside) && value === '' && !isEmptyText
    ? 'the formula has no value yet; open the file in Excel or LibreOffice, and save it'
    : null
}

/** The cells of a sheet's XML that would be read as empty although the author has filled them. */
export const lostCellsOf = (sheet: string, xml: string): readonly LostCell[] =>
  [...xml.matchAll(cellPattern)].flatMap(([, attributes = '', inside = '']) => {
    const why = whyOf(attributes, inside)
    const [, column = '', row = ''] = /\br="([A-Z]+)(\d+)"/.exec(attributes) ?? []
    return why === null ? [] : [{ sheet, column, row: Number(row), why }]
  })

/** Cells that are merged into one, of which only the first has what the author sees in all of them. */
export interface MergedCells {
  /** The name of their sheet, without spaces around it. */
  readonly sheet: string
  /** Such as B3:B5. */
  readonly range: string
}

/** The merged cells of a sheet's XML. */
export const mergedCellsOf = (sheet: string, xml: string): readonly MergedCells[] =>
  [...xml.matchAll(/<mergeCell\s[^>]*?\bref="([A-Z]+\d+:[A-Z]+\d+)"/g)].map(([, range = '']) => ({
    sheet,
    range,
  }))
