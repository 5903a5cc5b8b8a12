import type { Reaching } from './engine.ts'
import type { Mutant } from './mutants.ts'
import type { ReachedBy } from './reached-by.ts'

/** A test file, and those of its tests that reach the mutant. */
export interface Attempt {
  readonly test: string
  readonly tests: readonly Reaching[]
}

/** Which test files are run first. */
export interface Order {
  readonly of: (mutant: Mutant) => readonly Attempt[]
  /** Notes that a test killed a mutant; test files that killed others of its file come earlier. */
  readonly learn: (by: string, mutant: Mutant) => void
}

/** What it costs to start a test file, besides its tests. */
const startMs = 2000

/**
 * The cheapest first, weighed by how likely a file is to fail: one that reaches little else than the mutant's
 * file is about it, and one that killed others of that file kills again.
 */
export const createOrder = (reached: ReachedBy): Order => {
  const kills = new Map<string, number>()
  const key = (test: string, file: string) => `${test} ${file}`
  const sizes = new Map(
    [...reached].map(([test, tests]) => [test, new Set(tests.flatMap(each => each.reached)).size]),
  )
  return {
    of: mutant =>
      [...reached]
        .map(([test, tests]) => {
          const own = tests.filter(each => each.reached.includes(mutant.id))
          const costMs = startMs + own.reduce((sum, { ms }) => sum + ms, 0)
          const isAbout = 200 / (200 + (sizes.get(test) ?? 0))
          const likely = isAbout + (kills.get(key(test, mutant.file)) ?? 0) / 4
          return { test, tests: own, rank: costMs / likely }
        })
        .filter(({ tests }) => tests.length > 0)
        .sort((a, b) => a.rank - b.rank),
    learn: (by, { file }) => {
      const test = by.slice(0, by.indexOf(':'))
      kills.set(key(test, file), (kills.get(key(test, file)) ?? 0) + 1)
    },
  }
}
