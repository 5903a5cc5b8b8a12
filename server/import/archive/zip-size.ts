import { lostCellsOf, mergedCellsOf, type LostCell, type MergedCells } from '../lost-cells.ts'
import { ImportProblem } from '../source.ts'
import { makeZip, type ZipFile } from './make-zip.ts'
import { unzip } from './unzip.ts'

/** The most cells in a sheet, counted up to the last one, because all of them are held in memory, even empty ones. */
const maxCells = 5_000_000

/** The first bytes of a workbook from before Excel 2007. */
const oldMark = 0xd0cf11e0

const notZip = () =>
  new ImportProblem(['The file is not an Excel workbook (.xlsx): it is not a zip.'])
const oldFormat = () =>
  new ImportProblem(['The file is an old Excel workbook (.xls). Save it as .xlsx first.'])
const tooLarge = () =>
  new ImportProblem(['The workbook unpacks to more than 64 MB, or contains more than 2000 files.'])

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** A row that is farther than this below the one before does not count as part of the sheet. */
const maxGap = 1000

/** Columns beyond a sheet's headers are not read, except these few, which are harmless. */
const spareColumns = 50

interface Extent {
  readonly row: number
  readonly column: number
}

const cellPattern = /<c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*?(?:\/>|>[\s\S]*?<\/c>)/g

/** The extent of a sheet: up to its last header, and up to the last row before a large gap. */
const extentOf = (sheet: string): Extent => {
  const cells = [...sheet.matchAll(cellPattern)]
    .filter(([cell]) => /<v>|<is>/.test(cell))
    .map(([, letters = '', row = '']) => ({ row: Number(row), column: columnOf(letters) }))
  const headRow = Math.min(...cells.map(({ row }) => row))
  const heads = cells.filter(({ row }) => row === headRow).map(({ column }) => column)
  const near = heads
    .toSorted((a, b) => a - b)
    .filter((column, n, all) => column - (all[n - 1] ?? column) <= spareColumns)
  let last = headRow
  for (const row of cells.map(cell => cell.row).toSorted((a, b) => a - b)) {
    if (row - last > maxGap) break
    last = row
  }
  return { row: last, column: near.length === 0 ? 0 : Math.max(...near) + spareColumns }
}

/** Removes the cells of a sheet that are far from all others. */
const withoutFarCells = (
  sheet: string,
): { readonly sheet: string; readonly far: string | null } => {
  let rows = 0
  let columns = 0
  for (const [, letters = '', row = ''] of sheet.matchAll(cellPattern)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, columnOf(letters))
  }
  if (rows * columns <= maxCells) return { sheet, far: null }
  const extent = extentOf(sheet)
  let far: string | null = null
  const near = sheet.replace(cellPattern, (cell, letters: string, row: string) => {
    if (Number(row) <= extent.row && columnOf(letters) <= extent.column) return cell
    far ??= `${letters}${row}`
    return ''
  })
  return { sheet: near.replace(/<row\s[^>]*>\s*<\/row>/g, ''), far }
}

const nearCells = (bytes: Buffer, files: readonly ZipFile[]): SafeWorkbook => {
  const leftOut: string[] = []
  const lost: LostCell[] = []
  const merged: MergedCells[] = []
  const properties =
    files.find(({ name }) => name.endsWith('workbook.xml'))?.content.toString('utf8') ?? ''
  const kept = files.map(({ name, content }) => {
    if (!/worksheets\/[^/]+\.xml$/i.test(name)) return { name, content }
    const { sheet, far } = withoutFarCells(content.toString('latin1'))
    const title = sheetName(files, name).trim()
    lost.push(...lostCellsOf(title, sheet))
    merged.push(...mergedCellsOf(title, sheet))
    if (far === null) return { name, content }
    leftOut.push(
      `the cells from ${far} on in the sheet "${sheetName(files, name)}", which lie far from all others`,
    )
    return { name, content: Buffer.from(sheet, 'latin1') }
  })
  return { bytes: leftOut.length === 0 ? bytes : makeZip(kept), leftOut, lost, merged, properties }
}

/** The name of a sheet in the workbook, by its file. */
const sheetName = (files: readonly ZipFile[], file: string): string => {
  const textOf = (wanted: RegExp) =>
    files.find(({ name }) => wanted.test(name))?.content.toString('utf8') ?? ''
  const base = file.replace(/^.*\//, '')
  const relation = [...textOf(/workbook\.xml\.rels$/).matchAll(/<Relationship\s[^>]*>/g)]
    .map(([element]) => element)
    .find(element => element.includes(`/${base}"`))
  const id = /\bId="([^"]*)"/.exec(relation ?? '')?.[1] ?? ''
  const sheet = [...textOf(/workbook\.xml$/).matchAll(/<sheet\s[^>]*>/g)]
    .map(([element]) => element)
    .find(element => element.includes(`r:id="${id}"`))
  return /\bname="([^"]*)"/.exec(sheet ?? '')?.[1] ?? base
}

/** A workbook that is safe to unpack, and the parts of it that are not read. */
interface SafeWorkbook {
  readonly bytes: Buffer
  readonly leftOut: readonly string[]
  /** What a library reads as an empty cell. */
  readonly lost: readonly LostCell[]
  readonly merged: readonly MergedCells[]
  /** The XML with what holds for the whole workbook. */
  readonly properties: string
}

/**
 * Checks that a workbook is a zip that does not unpack to more than fits into memory, before a library unpacks it.
 * Removes cells far from all others, because all cells before them would be held in memory. Throws ImportProblem.
 */
export const safeWorkbook = (bytes: Buffer): SafeWorkbook => {
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === oldMark) throw oldFormat()
  return nearCells(bytes, unzip(bytes, { notZip, tooLarge }))
}
