import { inflateRawSync } from 'node:zlib'
import { ImportProblem } from './source.ts'

/** A form of thousands of rows unpacks to a few megabytes. */
const maxUnpackedBytes = 64 * 1024 * 1024
const maxEntries = 2000

/** As far as the last cell of a sheet lies: what lies before it is held in memory, empty or not. */
const maxCells = 5_000_000

/** What a workbook of Excel before 2007 begins with. */
const oldMark = 0xd0cf11e0
const endMark = 0x06054b50
const entryMark = 0x02014b50
const stored = 0
const deflated = 8

const notZip = () => new ImportProblem(['The file is no Excel workbook (.xlsx): it is not a zip.'])
const oldFormat = () =>
  new ImportProblem(['The file is an old Excel workbook (.xls). Save it as .xlsx first.'])
const tooLarge = () =>
  new ImportProblem(['The workbook unpacks to more than 64 MB, or holds more than 2000 files.'])

const endOfDirectory = (bytes: Buffer): number => {
  // A comment of at most 64 kB may follow.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at
  }
  throw notZip()
}

const unpacked = (bytes: Buffer, entry: number, left: number): Buffer => {
  const method = bytes.readUInt16LE(entry + 10)
  const packed = bytes.readUInt32LE(entry + 20)
  const local = bytes.readUInt32LE(entry + 42)
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === stored) return content
  if (method !== deflated) throw notZip()
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, left) })
  } catch (failure) {
    throw failure instanceof RangeError ? tooLarge() : notZip()
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

const refuseFarCells = (sheet: string): void => {
  let rows = 0
  let columns = 0
  for (const [, letters = '', row = ''] of sheet.matchAll(
    /<c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"/g,
  )) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, columnOf(letters))
  }
  if (rows * columns > maxCells) {
    throw new ImportProblem([
      `A sheet of the workbook has ${rows} rows and ${columns} columns; delete the empty ones.`,
    ])
  }
}

/**
 * Makes sure that a workbook is a zip that does not unpack to more than a machine can hold, before a library
 * unpacks it. What an archive says of its own sizes is not believed. Throws ImportProblem.
 */
export const checkZipSize = (bytes: Buffer): void => {
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === oldMark) throw oldFormat()
  if (bytes.length < 22 || bytes.readUInt16LE(0) !== 0x4b50) throw notZip()
  try {
    const end = endOfDirectory(bytes)
    const entries = bytes.readUInt16LE(end + 10)
    if (entries > maxEntries) throw tooLarge()
    let at = bytes.readUInt32LE(end + 16)
    let left = maxUnpackedBytes
    for (let index = 0; index < entries; index += 1) {
      if (bytes.readUInt32LE(at) !== entryMark) throw notZip()
      const content = unpacked(bytes, at, left)
      left -= content.length
      if (left < 0) throw tooLarge()
      const name = bytes.toString('latin1', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
      if (/worksheets\/[^/]+\.xml$/i.test(name)) refuseFarCells(content.toString('latin1'))
      at +=
        46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
  } catch (failure) {
    // A length that points behind the end.
    throw failure instanceof RangeError ? notZip() : failure
  }
}
