import type { Readable } from 'node:stream'
import type { CellRow, CellValue } from '../cells.ts'
import { ExportProblem } from '../problem.ts'
import type { Table } from '../tables.ts'
import { zipOf, type ZipEntry } from './zip.ts'

/**
 * A spreadsheet (Office Open XML) with a sheet per table, written row by row in bounded memory. It uses only what
 * plain tables need: texts, numbers, moments, and a header that stays in view.
 */

/** The limits of the format. */
const sheetRows = 1_048_576
const sheetColumns = 16_384
const cellChars = 32_767
const sheetNameChars = 31

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageSchema = 'http://schemas.openxmlformats.org/package/2006'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const xmlSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const hexOf = (sign: string): string =>
  sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()

/**
 * Characters that XML cannot contain are written as `_x0001_`, and a text that looks like that is protected. XML can
 * contain a carriage return, but only by its number.
 */
const xmlText = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, sign => `_x${hexOf(sign)}_`)
    .replaceAll(/[&<>"\r]/g, sign => xmlSigns[sign] ?? sign)

/** `A` for 0, `AA` for 26. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) +
  String.fromCharCode(65 + (index % 26))

/** Days since the last day of 1899, as spreadsheets count moments. */
const serialOf = (moment: Date): number => moment.getTime() / 86_400_000 + 25_569

const styles = { plain: 0, head: 1, moment: 2 } as const

/** Without the first half of a character of two units, which a cut may leave. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

/** The beginning of a text that is too long for a cell, with a mark that says so. */
const cutText = (text: string): string => {
  const mark = ` … [cut: ${text.length} characters]`
  return withoutHalf(text.slice(0, cellChars - mark.length)) + mark
}

/** Called for each text that is cut. */
type OnCut = () => void

const cellXml = (value: CellValue, at: string, style: number, onCut: OnCut): string => {
  if (value === null) return ''
  if (value instanceof Date)
    return `<c r="${at}" s="${styles.moment}"><v>${serialOf(value)}</v></c>`
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  const isLong = value.length > cellChars
  if (isLong) onCut()
  return `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(isLong ? cutText(value) : value)}</t></is></c>`
}

const rowXml = (
  cells: CellRow,
  number: number,
  names: readonly string[],
  style: number,
  onCut: OnCut,
): string =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(cell, `${names[index]}${number}`, style, onCut)).join('')}</row>`

/** Reads a table's rows for consecutive sheets. Each sheet continues where the one before ended. */
const createReader = (table: Table) => {
  const batches = table.rows()[Symbol.asyncIterator]()
  let rest: readonly CellRow[] = []
  let isDone = false
  /** The next rows, at most `count`; none at the end of the table. */
  const next = async (count: number): Promise<readonly CellRow[]> => {
    while (rest.length === 0 && !isDone) {
      const batch = await batches.next()
      isDone = batch.done === true
      rest = batch.done === true ? [] : batch.value
    }
    const taken = rest.slice(0, count)
    rest = rest.slice(count)
    return taken
  }
  return {
    isDone: () => isDone,
    async *take(count: number): AsyncGenerator<readonly CellRow[]> {
      let left = count
      let isLeft = true
      try {
        // Called once more when the sheet is full, to find out whether another sheet is needed.
        for (let rows = await next(left); rows.length > 0; rows = await next(left)) {
          left -= rows.length
          yield rows
        }
        isLeft = false
      } finally {
        if (isLeft) await batches.return?.()
      }
    },
  }
}

async function* sheetXml(
  heads: readonly string[],
  batches: AsyncIterable<readonly CellRow[]>,
  onCut: OnCut,
): AsyncGenerator<string> {
  const names = heads.map((_, index) => columnName(index))
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield rowXml(heads, 1, names, styles.head, onCut)
  let number = 1
  for await (const rows of batches) {
    yield rows.map(row => rowXml(row, (number += 1), names, styles.plain, onCut)).join('')
  }
  yield '</sheetData></worksheet>'
}

/** Makes names for sheets: short, without forbidden characters, and unique. */
const createNames = () => {
  // Excel keeps this name for itself, and calls a file with such a sheet damaged.
  const taken = new Set<string>(['history'])
  return (wanted: string): string => {
    const plain = wanted.replaceAll(/[[\]:*?/\\']|\p{Cc}/gu, '-') || 'sheet'
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? '' : ` (${number})`
      const name = withoutHalf(plain.slice(0, sheetNameChars - end.length)) + end
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name
    }
  }
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield head + text
}

const part = (name: string, text: string): ZipEntry => ({
  name,
  content: () => textOf(text),
  isStored: false,
})

/** The elements and their order are those of ECMA-376; a fill needs a pattern, and the first two are the format's own. */
const stylesXml = [
  `<styleSheet xmlns="${main}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

/** The parts of the archive that list the sheets, written after the sheets. */
const workbookParts = (names: readonly string[]): readonly ZipEntry[] => {
  const each = (xml: (name: string, number: number) => string) =>
    names.map((name, index) => xml(name, index + 1)).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const override = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${mediaType}.${type}+xml"/>`
  const relationships = (inner: string) =>
    `<Relationships xmlns="${packageSchema}/relationships">${inner}</Relationships>`
  return [
    part('xl/styles.xml', stylesXml),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((name, number) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relationships(
        each((_, number) =>
          relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
        ) + relation('styles', 'styles', 'styles.xml'),
      ),
    ),
    part('_rels/.rels', relationships(relation('workbook', 'officeDocument', 'xl/workbook.xml'))),
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packageSchema}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${each((_, number) => override(`worksheets/sheet${number}`, 'worksheet'))}</Types>`,
    ),
  ]
}

async function* entriesOf(
  tables: readonly Table[],
  rowsPerSheet: number,
  onCut: OnCut,
): AsyncGenerator<ZipEntry> {
  const nameOf = createNames()
  const names: string[] = []
  for (const table of tables) {
    if (table.heads.length > sheetColumns) {
      throw new ExportProblem(
        `A sheet can have only ${sheetColumns} columns, and the form has ${table.heads.length}. Use CSV.`,
      )
    }
    const reader = createReader(table)
    while (!reader.isDone()) {
      names.push(nameOf(table.name || 'submissions'))
      yield {
        name: `xl/worksheets/sheet${names.length}.xml`,
        content: () => sheetXml(table.heads, reader.take(rowsPerSheet), onCut),
        isStored: false,
      }
    }
  }
  yield* workbookParts(names)
}

/**
 * The tables as a spreadsheet. A table with more rows than fit on a sheet continues on another sheet. A text that is too
 * long for a cell is cut with a mark, because it would otherwise keep all other answers from the office.
 */
export const xlsxOf = (
  tables: readonly Table[],
  mtime: Date,
  rowsPerSheet: number = sheetRows - 1,
  onCut: OnCut = () => undefined,
): Readable => zipOf(entriesOf(tables, rowsPerSheet, onCut), mtime)
