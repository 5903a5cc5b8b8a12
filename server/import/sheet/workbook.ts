/* The only door to read-excel-file. */
import readWorkbook from 'read-excel-file/universal'
import type { MergedCells } from '../lost-cells.ts'
import { ImportProblem } from '../source.ts'
import { safeWorkbook } from '../archive/zip-size.ts'
import { columnNameOf, headOf } from './column-names.ts'
import { dayCountOf, momentCellText, type DayCount } from './moment-cell.ts'

/** A non-empty cell. */
interface Cell {
  readonly text: string
  /** `survey!D12` */
  readonly place: string
}

/** A row by its column names, without empty cells. */
export interface Row {
  readonly cells: ReadonlyMap<string, Cell>
  /** `survey!12` */
  readonly place: string
}

/** A sheet with its column headers. */
export interface Sheet {
  readonly name: string
  /** The headers as written, except for spaces and for the case of the part before `::`. */
  readonly columns: readonly { readonly name: string; readonly place: string }[]
  readonly rows: readonly Row[]
  /** The cells of columns without a header. */
  readonly headless: readonly Cell[]
}

const columnLetters = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnLetters(Math.floor(index / 26) - 1) + columnLetters(index % 26)

const cellText = (value: unknown, days: DayCount): string => {
  if (value instanceof Date) return momentCellText(value, days)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value)
      .replace(/\u00A0/g, ' ')
      .trim()
  }
  return ''
}

const toSheet = (name: string, data: readonly (readonly unknown[])[], days: DayCount): Sheet => {
  const textOf = (value: unknown) => cellText(value, days)
  const headRow = data.findIndex(row => row.some(value => textOf(value) !== ''))
  const headers = (data[headRow] ?? []).map(textOf)
  const heads = headers.map(header => columnNameOf(name, header))
  const placeOf = (row: number, column: number) => `${name}!${columnLetters(column)}${row + 1}`
  const seen = new Map<string, string>()
  for (const [column, head] of heads.entries()) {
    const place = placeOf(headRow, column)
    const before = seen.get(head)
    if (head !== '' && before !== undefined) {
      const header = headOf(headers[column] ?? '')
      const means = header === head ? '' : ` means "${head}", which`
      throw new ImportProblem([`${place}: the column "${header}"${means} is already at ${before}.`])
    }
    seen.set(head, place)
  }
  const headless: Cell[] = []
  const rows = data.slice(headRow + 1).map((values, index): Row => {
    const row = headRow + 1 + index
    const cells = values.flatMap((value, column): readonly (readonly [string, Cell])[] => {
      const text = textOf(value)
      const head = heads[column] ?? ''
      if (text === '') return []
      const cell = { text, place: placeOf(row, column) }
      if (head === '') headless.push(cell)
      return head === '' ? [] : [[head, cell]]
    })
    return { cells: new Map(cells), place: `${name}!${row + 1}` }
  })
  return {
    name,
    columns: [...seen].flatMap(([head, place]) => (head === '' ? [] : [{ name: head, place }])),
    rows: headRow < 0 ? [] : rows.filter(({ cells }) => cells.size > 0),
    headless,
  }
}

const isOfForm = ({ name }: Pick<Sheet, 'name'>): boolean =>
  /^(survey|choices|settings|external_choices)$/i.test(name)

/** Whether the column of a sheet has a header, and so is a part of the form. */
const isRead = (sheet: Sheet | undefined, letters: string): boolean =>
  sheet !== undefined &&
  isOfForm(sheet) &&
  sheet.columns.some(({ place }) => place.replace(/^.*!|\d+$/g, '') === letters)

const mergedLine = (sheet: Sheet | undefined, each: MergedCells): readonly string[] => {
  const { range } = each
  const [, letters = '', lastRow = ''] = /^([A-Z]+)\d+:[A-Z]+(\d+)$/.exec(range) ?? []
  const headRow = Number(/\d+$/.exec(sheet?.columns[0]?.place ?? '')?.[0])
  return isRead(sheet, letters) && Number(lastRow) > headRow
    ? [`${each.sheet}!${range}: these cells are merged, and only the first is read`]
    : []
}

const headlessOf = (sheet: Sheet): readonly string[] => {
  const [first, ...more] = isOfForm(sheet) ? sheet.headless : []
  if (first === undefined) return []
  const count = more.length === 0 ? 'one cell' : `${more.length + 1} cells, the first`
  return [
    `${sheet.name}: what is in columns without a heading (${count} at ${first.place}: "${first.text.slice(0, 60)}")`,
  ]
}

/** The sheets of a workbook by their lower-case names, and the parts that are not read. Throws ImportProblem. */
export const readSheets = async (
  given: Buffer,
): Promise<{
  readonly sheets: ReadonlyMap<string, Sheet>
  readonly leftOut: readonly string[]
}> => {
  const { bytes, leftOut, lost, merged, properties } = safeWorkbook(given)
  const days = dayCountOf(properties)
  const copy = new Uint8Array(bytes).buffer
  const sheets = await readWorkbook(copy).catch((failure: unknown) => {
    const why = failure instanceof Error ? failure.message : String(failure)
    throw new ImportProblem([`The file is not a readable Excel workbook (.xlsx): ${why}.`])
  })
  // A single sheet of any other name is the survey, as in the reference converter.
  const nameOf = (sheet: string) =>
    sheets.length === 1 && !isOfForm({ name: sheet.trim() }) ? 'survey' : sheet.trim()
  const names = sheets.map(({ sheet }) => nameOf(sheet).toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new ImportProblem([
      `Two sheets are called "${twice}", except for spaces and capitals. Delete or rename one.`,
    ])
  }
  const byName = new Map(
    sheets.map(({ sheet, data }) => [
      nameOf(sheet).toLowerCase(),
      toSheet(nameOf(sheet), data, days),
    ]),
  )
  const sheetOf = (sheet: string) => byName.get(nameOf(sheet).toLowerCase())
  const problems = lost.flatMap(({ sheet, column, row, why }) =>
    isRead(sheetOf(sheet), column) ? [`${nameOf(sheet)}!${column}${row}: ${why}.`] : [],
  )
  if (problems.length > 0) throw new ImportProblem(problems)
  return {
    sheets: byName,
    leftOut: [
      ...leftOut,
      ...[...byName.values()].flatMap(headlessOf),
      ...merged.flatMap(each => mergedLine(sheetOf(each.sheet), each)),
    ],
  }
}
