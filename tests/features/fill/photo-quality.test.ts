import { expect, test } from 'vitest'
import { problemOf } from '../../../src/files/photo-quality.ts'

/** What is said about a photo before it is sent, from its pixels. */

const side = 64

/** A grey picture; `light` gives the brightness of each pixel. */
const picture = (light: (x: number, y: number) => number): Uint8ClampedArray => {
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let at = 0; at < side * side; at += 1) {
    const value = light(at % side, Math.floor(at / side))
    pixels.set([value, value, value, 255], at * 4)
  }
  return pixels
}
const problem = (light: (x: number, y: number) => number) => problemOf(picture(light), side, side)

test.each([
  [
    'a board of squares with hard edges',
    (x: number, y: number) => (((x >> 3) + (y >> 3)) % 2 ? 220 : 40),
    null,
  ],
  ['the same squares in waves without edges', (x: number) => 130 + 90 * Math.sin(x / 8), 'blurred'],
  ['an empty wall, which has no edges to be blurred', () => 180, null],
  ['a wall with little light on it', (x: number) => 170 + (x / side) * 20, null],
  ['a cellar', (x: number, y: number) => (((x >> 3) + (y >> 3)) % 2 ? 40 : 5), 'dark'],
  ['an evening', (x: number, y: number) => (((x >> 3) + (y >> 3)) % 2 ? 80 : 5), null],
] as const)('%s', (_, light, expected) => {
  expect(problem(light)).toBe(expected)
})

test('a picture too small to have edges is not judged', () => {
  expect(problemOf(picture(x => 40 + x * 4).slice(0, 2 * 2 * 4), 2, 2)).toBe(null)
})
