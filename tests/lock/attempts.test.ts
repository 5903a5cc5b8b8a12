import { expect, test } from 'vitest'
import { readKeys } from '../../collections/storage/data-key.ts'
import { noteAttempt, pauseAfter, pauseLeft } from '../../src/lock/key/attempts.ts'
import { pinProblem } from '../../src/lock/key/weak-pin.ts'
import { createIndexedDb } from '../env.ts'

const name = 'transect-0123456789abcdef'

test('five attempts at once, then pauses that double from 30 seconds to an hour', async () => {
  const port = createIndexedDb()
  let now = 1_000_000
  for (let count = 1; count <= 5; count += 1) expect(await noteAttempt(port, name, now)).toBe(0)
  expect(await noteAttempt(port, name, now)).toBe(30_000)
  now += 29_999
  expect(await noteAttempt(port, name, now)).toBe(1)
  now += 1
  expect(await noteAttempt(port, name, now)).toBe(0)
  expect(await pauseLeft(port, name, now)).toBe(60_000)
  expect((await readKeys(port, name)).attempts?.count).toBe(6)
  expect([5, 6, 7, 11, 12, 40].map(pauseAfter)).toEqual([
    30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
  ])
})

test('a clock that was set back counts as no time passed, and does not lengthen the pause', async () => {
  const port = createIndexedDb()
  const day = 86_400_000
  let now = 10 * day
  for (let count = 1; count <= 5; count += 1) await noteAttempt(port, name, now)
  now += 10_000
  expect(await pauseLeft(port, name, now)).toBe(20_000)
  now -= day
  expect(await noteAttempt(port, name, now)).toBe(30_000)
  now += 12_000
  expect(await pauseLeft(port, name, now)).toBe(18_000)
  now += 18_000
  expect(await noteAttempt(port, name, now)).toBe(0)
})

test('of tabs that try at the same time, each attempt is noted, and none comes after the fifth', async () => {
  const port = createIndexedDb()
  const waits = await Promise.all(Array.from({ length: 6 }, () => noteAttempt(port, name, 1)))
  expect(waits.toSorted()).toEqual([0, 0, 0, 0, 0, 30_000])
})

test('obvious and short PINs are refused', () => {
  for (const pin of ['', '123', '739']) expect([pin, pinProblem(pin)]).toEqual([pin, 'short'])
  const obvious =
    '0000 1111 1234 4321 9876 1212 1122 1004 2000 2580 0852 1987 2024 123456 654321 111222 123123 121212 112233 147258'
  for (const pin of obvious.split(' ')) {
    expect([pin, pinProblem(pin)]).toEqual([pin, 'obvious'])
  }
  for (const pin of ['7391', '4826', '739164', '284615', '05183729']) {
    expect([pin, pinProblem(pin)]).toEqual([pin, null])
  }
})
