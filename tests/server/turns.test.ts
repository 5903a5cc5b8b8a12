import { expect, test } from 'vitest'
import { createTurns } from '../../server/http/turns.ts'

test('places are given in order, once each, and a turn that comes too late is refused', async () => {
  const turns = createTurns(2, 50)
  const [first, second] = [await turns.enter(), await turns.enter()]
  const third = turns.enter()
  const late = createTurns(0, 10).enter()
  first?.()
  // Ending a turn again frees no second place.
  first?.()
  const held = await third
  expect(held).not.toBeNull()
  expect(await late).toBeNull()
  expect(await turns.enter()).toBeNull()
  second?.()
  held?.()
  expect([await turns.enter(), await turns.enter()].includes(null)).toBe(false)
})
