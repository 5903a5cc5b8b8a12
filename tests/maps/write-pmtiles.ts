import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'

/** A tile by its place, and its bytes. */
export interface WrittenTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

/** What a file of tiles says of itself. */
export interface PmtilesOptions {
  /** 1 for MVT in gzip, 2 for PNG. */
  readonly type: 1 | 2
  /** West, south, east and north, in degrees. */
  readonly bounds: readonly [number, number, number, number]
  readonly metadata?: object
}

/** The place of a tile along the Hilbert curves of all zooms, by which PMTiles number them. */
const tileId = (z: number, x: number, y: number): number => {
  let id = (4 ** z - 1) / 3
  let [tx, ty] = [x, y]
  for (let side = 2 ** z / 2; side >= 1; side /= 2) {
    const [rx, ry] = [(tx & side) > 0 ? 1 : 0, (ty & side) > 0 ? 1 : 0]
    id += side * side * ((3 * rx) ^ ry)
    if (ry === 0) {
      if (rx === 1) [tx, ty] = [side - 1 - tx, side - 1 - ty]
      ;[tx, ty] = [ty, tx]
    }
  }
  return id
}

interface Entry {
  readonly id: number
  readonly offset: number
  readonly length: number
  /** 0 for a leaf. */
  readonly run: number
}

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}

const directory = (entries: readonly Entry[]): Buffer =>
  gzipSync(
    Buffer.from([
      ...varint(entries.length),
      ...entries.flatMap(({ id }, n) => varint(id - (entries[n - 1]?.id ?? 0))),
      ...entries.flatMap(({ run }) => varint(run)),
      ...entries.flatMap(({ length }) => varint(length)),
      ...entries.flatMap(({ offset }) => varint(offset + 1)),
    ]),
  )

const headerBytes = 127
const perLeaf = 500

/**
 * Writes PMTiles of version 3, as its specification says, and returns their number of bytes. The tiles are asked for one
 * by one, so that a large file needs no memory; `tiles` is read twice, the first time for the lengths.
 */
export const writePmtiles = async (
  path: string,
  tiles: () => Iterable<WrittenTile>,
  { type, bounds, metadata = {} }: PmtilesOptions,
): Promise<number> => {
  const entries: Entry[] = []
  const zooms = new Set<number>()
  let dataBytes = 0
  for (const { z, x, y, bytes } of tiles()) {
    entries.push({ id: tileId(z, x, y), offset: dataBytes, length: bytes.byteLength, run: 1 })
    zooms.add(z)
    dataBytes += bytes.byteLength
  }
  entries.sort((a, b) => a.id - b.id)
  const leaves: Buffer[] = []
  const inRoot: Entry[] = []
  let leafBytes = 0
  for (let at = 0; at < entries.length; at += perLeaf) {
    const part = entries.slice(at, at + perLeaf)
    const leaf = directory(part)
    inRoot.push({ id: part[0]?.id ?? 0, offset: leafBytes, length: leaf.byteLength, run: 0 })
    leaves.push(leaf)
    leafBytes += leaf.byteLength
  }
  const root = directory(inRoot)
  const words = gzipSync(JSON.stringify(metadata))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 0, 'latin1')
  header[7] = 3
  let end = headerBytes
  for (const [at, length] of [
    [8, root.byteLength],
    [24, words.byteLength],
    [40, leafBytes],
    [56, dataBytes],
  ] as const) {
    header.writeBigUInt64LE(BigInt(end), at)
    header.writeBigUInt64LE(BigInt(length), at + 8)
    end += length
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), at)
  header.set([0, 2, type === 1 ? 2 : 1, type, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [n, degrees] of bounds.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * n)
  header[118] = Math.min(...zooms)
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123)
  const file = createWriteStream(path)
  for (const part of [header, root, words, ...leaves]) file.write(part)
  for (const { bytes } of tiles()) if (!file.write(bytes)) await once(file, 'drain')
  file.end()
  await once(file, 'close')
  return end
}
