import { crc32, deflateSync } from 'node:zlib'
import type { WrittenTile } from './write-pmtiles.ts'

/** The side of a tile, in px. */
const side = 256

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const head = Buffer.alloc(13)
head.writeUInt32BE(side, 0)
head.writeUInt32BE(side, 4)
head.set([8, 2, 0, 0, 0], 8)

/** A PNG of one colour with a frame; `isLarge`: not compressed, 197 kB. */
const pngTile = (
  [red, green, blue]: readonly [number, number, number],
  isLarge: boolean,
): Buffer => {
  const rows = Buffer.alloc(side * (side * 3 + 1))
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isFrame = x === 0 || y === 0
      rows.set(isFrame ? [90, 90, 90] : [red, green, blue], y * (side * 3 + 1) + 1 + x * 3)
    }
  }
  const image = deflateSync(rows, { level: isLarge ? 0 : 6 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', image),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The tile of a zoom that a place is in. */
const tileOf = (z: number, longitude: number, latitude: number): readonly [number, number] => {
  const size = 2 ** z
  const angle = (latitude * Math.PI) / 180
  const y = (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2
  return [Math.floor(((longitude + 180) / 360) * size), Math.floor(y * size)]
}

/** Places of tiles: those around a place, on some zooms. */
export function* placesAround(
  [longitude, latitude]: readonly [number, number],
  zooms: readonly number[],
  reach: number,
) {
  for (const z of zooms) {
    const [x, y] = tileOf(z, longitude, latitude)
    const most = Math.min(reach, 2 ** z - 1)
    for (
      let column = Math.max(0, x - most);
      column <= Math.min(2 ** z - 1, x + most);
      column += 1
    ) {
      for (let row = Math.max(0, y - most); row <= Math.min(2 ** z - 1, y + most); row += 1)
        yield { z, x: column, y: row }
    }
  }
}

/** Images of one colour, in the order of places. */
export function* imageTiles(
  places: Iterable<{ readonly z: number; readonly x: number; readonly y: number }>,
  colour: readonly [number, number, number],
  isLarge = false,
): Generator<WrittenTile> {
  const bytes = pngTile(colour, isLarge)
  for (const place of places) yield { ...place, bytes }
}
