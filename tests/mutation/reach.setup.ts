import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'

/**
 * Notes which mutants each test reaches. What runs before the first test, as the file is loaded, counts for all of
 * them; what runs between two tests counts for the later one, and after the last for none.
 */
declare module 'vitest' {
  interface TaskMeta {
    reached?: readonly string[]
  }
}

const shared = globalThis as { mutantReached?: (id: string) => void }
const reached = new Set<string>()
shared.mutantReached = id => reached.add(id)

// A mutant may never come to an end: its process is then ended from outside.
writeFileSync(process.env['MUTATION_PID'] ?? '', String(process.pid))

let loaded: readonly string[] | null = null
beforeEach(() => {
  loaded ??= [...reached]
})

afterEach(({ task }) => {
  task.meta.reached = [...new Set([...(loaded ?? []), ...reached])]
  reached.clear()
})
