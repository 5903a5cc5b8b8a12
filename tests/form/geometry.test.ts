import { expect, test } from 'vitest'
import { evaluationFor } from './form-fixtures.ts'

/** Operations with positions, lines and areas, beyond what is compared with ODK (tests/fuzz/odk-geometry.test.ts). */

const of = (operation: string, ...given: readonly unknown[]): unknown =>
  evaluationFor({ [operation]: given.map((_, n) => ({ var: `v${n}` })) })(
    Object.fromEntries(given.map((value, n) => [`v${n}`, value])),
  )

test.each<[string, string, boolean]>([
  ['two positions', '0 0;1 1', false],
  ['a corner', '0 0;1 0;1 1', false],
  ['a crossing', '0 0;1 1;1 0;0 1', true],
  ['an open line that ends on its first segment', '0 0;0 2;1 1;0 1', true],
  ['an open line that ends at a vertex of its own', '0 0;0 2;1 2;1 1;0 2', true],
  ['a way back on itself', '0 0;0 2;0 1', true],
  ['a way back further than where it began', '0 1;0 2;0 0', true],
  ['a straight line in two steps', '0 0;0 1;0 2', false],
  ['a square', '0 0;0 1;1 1;1 0;0 0', false],
  ['a square that was not closed', '0 0;0 1;1 1;1 0', false],
  ['a bow tie', '0 0;1 1;1 0;0 1;0 0', true],
  ['an area whose last segment lies on its first', '0 0;0 2;1 1;0 1;0 0', true],
  ['an area that touches itself at a vertex', '0 0;2 0;2 1;1 0;0 1;0 0', true],
  ['a position that was recorded twice', '0 0;0 1;0 1;1 1;0 0;0 0', false],
  ['an area of no size', '0 0;1 1;0 0', true],
  ['no line', 'by the road', false],
  ['no answer', '', false],
])('%s, %s: crosses itself is %s', (_what, text, crosses) => {
  expect(of('intersects', text)).toBe(crosses)
  const backwards = text.split(';').toReversed().join(';')
  expect(of('intersects', backwards)).toBe(crosses)
})

test('lengths and areas are also of the positions in a repeat', () => {
  const positions = ['0 0 0 5', '0 1', '1 0']
  expect(of('area', positions)).toBe(of('area', '0 0;0 1;1 0'))
  expect(of('distance', positions)).toBe(of('distance', '0 0;0 1;1 0'))
  expect(of('distance', ...positions)).toBe(of('distance', positions))
})

test.each([null, '', 'x', '1 2', ['1 2'], [], ['1 2', '1 2;3 4']])(
  'there is no distance and no area of %j',
  value => {
    expect(of('distance', value)).toBeNull()
    expect(of('area', value)).toBe(0)
  },
)

test('nothing is within what is no area, and no several positions are within one', () => {
  const square = '0 0;0 2;2 2;2 0;0 0'
  expect(of('geofence', '1 1', square)).toBe(true)
  expect(of('geofence', '1 3', square)).toBe(false)
  for (const area of [null, '', '1 1', '0 0;0 2;2 2;2 0', 'x']) {
    expect(of('geofence', '1 1', area)).toBe(false)
  }
  for (const at of [null, '', '1 1;1 1', 'x']) expect(of('geofence', at, square)).toBe(false)
})
