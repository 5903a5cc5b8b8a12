import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './scope.ts'

/** What became of a mutant, as it is kept between runs. */
export interface Kept {
  readonly id: string
  /** Unfinished: no test failed within the budget, and others were not run. */
  readonly is: 'killed' | 'timeout' | 'survived' | 'unfinished' | 'unreached'
  readonly by?: string
  readonly ms: number
}

const path = `${root}node_modules/.cache/mutation/results.jsonl`

/** What earlier runs found last, by the ids of mutants. */
export const readResults = (): Map<string, Kept> => {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  return new Map(
    lines.map(line => {
      const result = JSON.parse(line) as Kept
      return [result.id, result]
    }),
  )
}

/** Adds a result; several runs may do so at once. */
export const keepResult = (result: Kept): void => {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify(result)}\n`)
}
