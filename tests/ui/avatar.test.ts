import { expect, test } from 'vitest'
import { initialsOf } from '../../src/ui/cards/avatar.tsx'

test.each([
  ['Asha Devi Rao', 'AR'],
  ['maria', 'M'],
  ['  José   Álvarez ', 'JÁ'],
  ['', ''],
  ['𝒜 B', '𝒜B'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
