import { writeFileSync } from 'node:fs'
import { afterEach } from 'vitest'

/**
 * Notes which mutants each test reaches. What runs as the file is loaded, or before its tests, is noted for the
 * first of them; what runs between two tests for the later one, and after the last for none.
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

afterEach(({ task }) => {
  task.meta.reached = [...reached]
  reached.clear()
})
