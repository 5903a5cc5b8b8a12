import { expect, test } from 'vitest'
import { createTurns } from '../../server/env/turns.ts'

test('places are given in order, once each, and a turn that comes too late is refused', async () => {
  const turns = createTurns(2, 2, 50)
  const [first, second] = [await turns.enter('a'), await turns.enter('b')]
  const third = turns.enter('a')
  expect(turns.waiting()).toBe(1)
  const late = createTurns(0, 2, 10).enter('a')
  first?.()
  // Ending a turn again frees no second place.
  first?.()
  const held = await third
  expect(turns.waiting()).toBe(0)
  expect(held).not.toBeNull()
  expect(await late).toBeNull()
  expect(await turns.enter('b')).toBeNull()
  second?.()
  held?.()
  expect([await turns.enter('a'), await turns.enter('a')].includes(null)).toBe(false)
})

test('one owner cannot take all places, and others pass while that owner waits', async () => {
  const turns = createTurns(3, 2, 50)
  const held = [await turns.enter('a'), await turns.enter('a')]
  const order: string[] = []
  const note = (owner: string) => turns.enter(owner).then(leave => (order.push(owner), leave))
  const waiting = note('a')
  const other = await note('b')
  expect(other).not.toBeNull()
  held[0]?.()
  expect(await waiting).not.toBeNull()
  expect(order).toEqual(['b', 'a'])
  expect(await turns.enter('a')).toBeNull()
  other?.()
  expect(await turns.enter('b')).not.toBeNull()
})
