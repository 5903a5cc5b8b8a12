import { crc32, deflateSync } from 'node:zlib'
import { createRandom } from './random.ts'

/** Drawn landscapes as photos of the demo, so that the project contains no photo files. */

const width = 320
const height = 240

type Color = readonly [red: number, green: number, blue: number]

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** A PNG of 8-bit RGB from a colour for each pixel. */
const encodePng = (colorAt: (x: number, y: number) => Color): Uint8Array => {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colorAt(x, y), y * (width * 3 + 1) + 1 + x * 3)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const skies: readonly Color[] = [
  [168, 205, 232],
  [236, 206, 168],
  [196, 214, 222],
]
const lands: readonly Color[] = [
  [196, 164, 108],
  [122, 148, 92],
  [170, 128, 92],
]

/** A house under hills and a sun, different for each seed. */
export const drawPicture = (seed: number): Uint8Array => {
  const random = createRandom(seed)
  const sky = random.pick(skies)
  const land = random.pick(lands)
  const sun = { x: random.whole(40, 280), y: random.whole(30, 70), radius: random.whole(12, 22) }
  const house = {
    x: random.whole(60, 220),
    width: random.whole(44, 80),
    height: random.whole(34, 56),
  }
  const wall: Color = [random.whole(200, 235), random.whole(180, 210), random.whole(150, 185)]
  const waves = [random.next() * 6, random.next() * 6]
  const hillAt = (x: number) =>
    120 +
    Math.round(16 * Math.sin(x / 46 + (waves[0] ?? 0)) + 9 * Math.sin(x / 19 + (waves[1] ?? 0)))
  const ground = 176
  const shaded = (color: Color, by: number): Color => [color[0] - by, color[1] - by, color[2] - by]

  return encodePng((x, y) => {
    const across = x - house.x
    const top = ground - house.height
    const middle = house.width / 2
    if (across >= 0 && across < house.width && y >= top && y < ground + 14) {
      const isDoor = Math.abs(across - middle) < 7 && y > top + house.height / 2
      return isDoor ? shaded(wall, 90) : wall
    }
    const roof = top - y
    const eaves = middle + 8 - roof * 1.6
    if (roof >= 0 && roof < 26 && Math.abs(across - middle) < eaves) return [150, 78, 60]
    if (y > ground) return shaded(land, Math.floor((y - ground) / 6))
    if (y > hillAt(x)) return shaded(land, 28)
    const isSun = (x - sun.x) ** 2 + (y - sun.y) ** 2 < sun.radius ** 2
    return isSun ? [250, 226, 150] : shaded(sky, Math.floor((120 - y) / 8))
  })
}
