import { inflateRawSync } from 'node:zlib'
import type { ImportProblem } from '../source.ts'
import type { ZipFile } from './make-zip.ts'
import { utf8Text } from '../utf8-text.ts'

/** Far more than a real form needs: one with thousands of rows unpacks to a few megabytes. */
const maxUnpackedBytes = 64 * 1024 * 1024
const maxEntries = 2000

const endMark = 0x06054b50
const entryMark = 0x02014b50
const stored = 0
const deflated = 8

/** What is said of bytes that are no zip, or too large a one. */
interface Refusals {
  readonly notZip: () => ImportProblem
  readonly tooLarge: () => ImportProblem
}

const endOfDirectory = (bytes: Buffer, { notZip }: Refusals): number => {
  // A comment of at most 64 kB may follow.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at
  }
  throw notZip()
}

const unpacked = (bytes: Buffer, entry: number, left: number, refusals: Refusals): Buffer => {
  const method = bytes.readUInt16LE(entry + 10)
  const packed = bytes.readUInt32LE(entry + 20)
  const local = bytes.readUInt32LE(entry + 42)
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === stored) return content
  if (method !== deflated) throw refusals.notZip()
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, left) })
  } catch (failure) {
    throw failure instanceof RangeError ? refusals.tooLarge() : refusals.notZip()
  }
}

const nameAt = (bytes: Buffer, entry: number): string => {
  const name = bytes.subarray(entry + 46, entry + 46 + bytes.readUInt16LE(entry + 28))
  // Many tools write UTF-8 without saying so.
  return utf8Text(name) ?? name.toString('latin1')
}

const entriesOf = (bytes: Buffer, refusals: Refusals): readonly ZipFile[] => {
  const end = endOfDirectory(bytes, refusals)
  const entries = bytes.readUInt16LE(end + 10)
  if (entries > maxEntries) throw refusals.tooLarge()
  let at = bytes.readUInt32LE(end + 16)
  let left = maxUnpackedBytes
  const files: ZipFile[] = []
  for (let index = 0; index < entries; index += 1) {
    if (bytes.readUInt32LE(at) !== entryMark) throw refusals.notZip()
    const content = unpacked(bytes, at, left, refusals)
    left -= content.length
    if (left < 0) throw refusals.tooLarge()
    files.push({ name: nameAt(bytes, at), content })
    at +=
      46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

/**
 * The files of a zip that does not unpack to more than fits into memory. Does not trust the sizes that an archive declares.
 * Throws what `refusals` say.
 */
export const unzip = (bytes: Buffer, refusals: Refusals): readonly ZipFile[] => {
  if (bytes.length < 22 || bytes.readUInt16LE(0) !== 0x4b50) throw refusals.notZip()
  try {
    return entriesOf(bytes, refusals)
  } catch (failure) {
    // A RangeError means that a declared length points beyond the end.
    throw failure instanceof RangeError ? refusals.notZip() : failure
  }
}
