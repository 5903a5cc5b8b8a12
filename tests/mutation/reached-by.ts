import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Engine, Reaching } from './engine.ts'
import { allMutants, root, type Scope } from './scope.ts'

/** Test files by their path, each with its tests; noted once, and again when the file's own text changed. */
export type ReachedBy = ReadonlyMap<string, readonly Reaching[]>

/** One engine: the scopes whose mutants are noted together, and the rooms whose tests reach them. */
interface Part {
  readonly scopes: readonly Scope[]
  readonly rooms: readonly string[]
  readonly notes: string
}

/** What needs a browser or plays days is not among the rooms. */
const parts: readonly Part[] = [
  { scopes: ['core', 'rest'], rooms: ['replication', 'collections'], notes: 'reached.json' },
  {
    scopes: ['form'],
    rooms: ['form', 'features', 'languages', 'interviews'],
    notes: 'reached-form.json',
  },
]

const testFilesOf = ({ rooms }: Part): readonly string[] =>
  rooms.flatMap(room =>
    readdirSync(`${root}tests/${room}`, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.test\.tsx?$/.test(name))
      .map(name => `tests/${room}/${name.replaceAll('\\', '/')}`),
  )

interface Note {
  /** Of the test file's text. */
  readonly hash: string
  readonly tests: readonly Reaching[]
}

interface Notes {
  /** The mutants that were looked for. */
  readonly looked: readonly string[]
  readonly files: Record<string, Note>
}

/** Which tests reach which mutants. One that was not looked for is taken to be reached where its file is. */
export const reachedBy = async (
  engine: Engine,
  scope: Scope,
  isFresh: boolean,
  say: (text: string) => void,
): Promise<ReachedBy> => {
  const part = parts.find(({ scopes }) => scopes.includes(scope))
  if (part === undefined) throw new Error(`No tests are named for ${scope}.`)
  const mutants = part.scopes.flatMap(allMutants)
  const testFiles = testFilesOf(part)
  const notes = `${root}node_modules/.cache/mutation/${part.notes}`
  const before =
    existsSync(notes) && !isFresh ? (JSON.parse(readFileSync(notes, 'utf8')) as Notes) : null
  const looked = before?.looked ?? mutants.map(({ id }) => id)
  const files = { ...before?.files }
  mkdirSync(dirname(notes), { recursive: true })
  for (const file of testFiles) {
    const hash = createHash('sha256')
      .update(readFileSync(`${root}${file}`))
      .digest('hex')
    if (files[file]?.hash === hash) continue
    const start = performance.now()
    const tests = await engine.look(file, mutants)
    files[file] = { hash, tests: tests.filter(({ reached }) => reached.length > 0) }
    say(`${file}: ${tests.length} tests, ${Math.round(performance.now() - start)} ms`)
    writeFileSync(notes, JSON.stringify({ looked, files }))
  }
  const known = new Set(looked)
  const late = mutants.filter(({ id }) => !known.has(id))
  const fileOf = new Map(mutants.map(({ id, file }) => [id, file]))
  const lookedAt = new Set(looked.map(id => fileOf.get(id)))
  const withLate = (test: Reaching): Reaching => {
    const its = new Set(test.reached.map(id => fileOf.get(id)))
    // A file that was not there then may be reached by every test.
    const reached = late.filter(({ file }) => its.has(file) || !lookedAt.has(file))
    return { ...test, reached: [...test.reached, ...reached.map(({ id }) => id)] }
  }
  return new Map(testFiles.map(file => [file, (files[file]?.tests ?? []).map(withLate)]))
}
