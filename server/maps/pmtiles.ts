import { open, type FileHandle } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { isJsonObject, type Json } from '../../replication/wire/envelope.ts'
import { mapMaxBytes } from '../../replication/wire/form/maps.ts'

/** What a PMTiles file says of itself (version 3 of the format). */
export interface MapFile {
  readonly kind: 'raster' | 'vector'
  readonly sizeBytes: number
  /** West, south, east and north, in degrees. */
  readonly bounds: number[]
  readonly minZoom: number
  readonly maxZoom: number
  /** '' where its metadata does not say it. */
  readonly name: string
  readonly attribution: string
}

/** A file that is no base map; the text says why. */
export class MapProblem extends Error {}

const headerBytes = 127
/** More than the metadata of any map has. */
const maxMetadataBytes = 16 * 1024 * 1024
const gzip = 2
/** The compressions that every browser reads: none, and gzip. */
const compressions: readonly number[] = [1, gzip]

/** By the number in the header; other kinds of tiles cannot be drawn by browsers. */
const kinds: Readonly<Record<number, MapFile['kind']>> = {
  1: 'vector',
  2: 'raster',
  3: 'raster',
  4: 'raster',
  5: 'raster',
}

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Where a part of the file is. The numbers have 64 bits, and those of a real file fit into 53. */
const placeAt = (header: Buffer, at: number) => ({
  start: Number(header.readBigUInt64LE(at)),
  length: Number(header.readBigUInt64LE(at + 8)),
})

const metadataOf = async (file: FileHandle, header: Buffer): Promise<Json> => {
  const { start, length } = placeAt(header, 24)
  if (length === 0 || length > maxMetadataBytes) return {}
  try {
    const bytes = await readAt(file, start, length)
    const limit = { maxOutputLength: maxMetadataBytes }
    const text = header[97] === gzip ? gunzipSync(bytes, limit) : bytes
    const metadata: unknown = JSON.parse(text.toString('utf8'))
    return isJsonObject(metadata) ? metadata : {}
  } catch {
    // A map without its words is still a map.
    return {}
  }
}

/** A text of the metadata, without the links that some maps have in it. */
const plain = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&copy;', '©')
        .replaceAll('&amp;', '&')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : ''

const boundsOf = (header: Buffer): number[] =>
  [102, 106, 110, 114].map(at => header.readInt32LE(at) / 1e7)

const isArea = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): boolean =>
  -180 <= west && west < east && east <= 180 && -90 <= south && south < north && north <= 90

/** Reads the header and the metadata of a file. Throws MapProblem for what phones could not show. */
export const readMapFile = async (path: string): Promise<MapFile> => {
  const file = await open(path).catch(() => {
    throw new MapProblem(`${path} cannot be read.`)
  })
  try {
    const sizeBytes = (await file.stat()).size
    const header = await readAt(file, 0, headerBytes)
    if (header.toString('latin1', 0, 7) !== 'PMTiles' || header.byteLength < headerBytes)
      throw new MapProblem(
        `${path} is not a PMTiles file. MBTiles become one by "pmtiles convert".`,
      )
    if (header[7] !== 3)
      throw new MapProblem(
        `${path} is PMTiles of version ${header[7]}, and only 3 is read: "pmtiles convert" makes it.`,
      )
    const ends = [8, 24, 40, 56]
      .map(at => placeAt(header, at))
      .map(({ start, length }) => start + length)
    const missing = Math.max(...ends) - sizeBytes
    if (missing > 0) throw new MapProblem(`${path} is not whole: ${missing} bytes are missing.`)
    if (sizeBytes > mapMaxBytes)
      throw new MapProblem(
        `${path} has more than 4 GB. Make a map of a smaller area, or with a smaller greatest zoom.`,
      )
    const [internal = 0, ofTiles = 0, type = 0, minZoom = 0, maxZoom = 0] = header.subarray(97, 102)
    const kind = kinds[type]
    if (kind === undefined)
      throw new MapProblem(`${path} has tiles that are neither images nor MVT.`)
    if (!compressions.includes(internal) || (kind === 'vector' && !compressions.includes(ofTiles)))
      throw new MapProblem(
        `${path} is compressed by other means than gzip, which browsers do not read.`,
      )
    const bounds = boundsOf(header)
    if (!isArea(bounds)) throw new MapProblem(`${path} does not say which area it shows.`)
    if (minZoom > maxZoom || maxZoom > 26)
      throw new MapProblem(`${path} has zooms from ${minZoom} to ${maxZoom}.`)
    const metadata = await metadataOf(file, header)
    return {
      kind,
      sizeBytes,
      bounds,
      minZoom,
      maxZoom,
      name: plain(metadata['name']),
      attribution: plain(metadata['attribution']),
    }
  } finally {
    await file.close()
  }
}
