import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './scope.ts'

/** What became of a mutant, as it is kept between runs. */
export interface Kept {
  /** Unfinished: no test failed within the budget, and others were not run. */
  readonly is: 'killed' | 'timeout' | 'survived' | 'unfinished' | 'unreached'
  readonly by?: string
  readonly ms: number
}

const path = `${root}node_modules/.cache/mutation/results.json`

/** What earlier runs found, by the ids of mutants. */
export const kept = (): ReadonlyMap<string, Kept> =>
  new Map(
    existsSync(path)
      ? Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Kept>)
      : [],
  )

export const keep = (results: ReadonlyMap<string, Kept>): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(Object.fromEntries(results), null, 1))
}
