import { describe, expect, test } from 'vitest'
import { answersOf, everyName } from './every-call.ts'
import { engines } from './engines.ts'

/** How the lines of two engines may differ: only a cluster says where its tables are. */
const shared = (lines: readonly string[]): readonly string[] =>
  lines
    .map(line => line.replace(/\nThe database is a cluster:[^]*/, ''))
    .filter(line => !line.startsWith('database distribute:'))

describe('every call and every command', () => {
  let expected: readonly string[] | null = null
  test.each(engines)(
    'is made, and answered as on the other engines ($name)',
    async ({ open }) => {
      const { lines, made } = await answersOf(open)
      expect([...made].sort()).toEqual([...everyName].sort())
      expect(lines.filter(line => /^\w+: 5/.test(line))).toEqual([])
      expected ??= shared(lines)
      expect(shared(lines)).toEqual(expected)
    },
    300_000,
  )
})
