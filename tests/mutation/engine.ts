import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'
import { withMutant, type Mutant } from './mutants.ts'
import { withReach } from './reach.ts'
import { root } from './scope.ts'

/** A test that reaches something, and what it costs. */
export interface Reaching {
  readonly id: string
  readonly ms: number
  readonly reached: readonly string[]
}

/** What became of a mutant in one test file. */
export type Verdict =
  | { readonly is: 'killed'; readonly by: string }
  | { readonly is: 'timeout'; readonly by: string }
  | { readonly is: 'survived' }

/** Runs test files on the product as it is noted or mutated, one at a time, in a process each. */
export interface Engine {
  /** The tests of a file with the mutants whose place they reach; throws when one fails. */
  readonly look: (test: string, mutants: readonly Mutant[]) => Promise<readonly Reaching[]>
  /** Runs tests of a file on a mutant until the first that fails; on the product as it is when there is none. */
  readonly attempt: (
    test: string,
    tests: readonly Reaching[],
    mutant: Mutant | null,
  ) => Promise<Verdict>
  readonly close: () => Promise<void>
}

/** As for every run of the tests: what waits for something gives up before. */
const testTimeout = 30_000
/** A look must not end because the machine is busy: noting what tests reach makes them slower. */
const lookTimeout = 180_000
/** What a file may take besides its tests, before its process is taken for one in a loop. */
const patienceMs = 120_000

export const startEngine = async (): Promise<Engine> => {
  // Otherwise the development server's API starts with it.
  process.env['VITEST'] = 'true'
  // One project, in which each file has a process of its own.
  process.env['MUTATION_RUN'] = '1'
  let served = new Map<string, string>()
  const gardener: Plugin = {
    name: 'mutant',
    enforce: 'pre',
    transform: (_, id) => served.get(id.split('?')[0] ?? '') ?? null,
  }
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const pidFile = join(folder, 'pid')
  const vitest: Vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      pool: 'forks',
      maxWorkers: 1,
      fileParallelism: false,
      bail: 1,
      testTimeout,
      hookTimeout: 30_000,
      teardownTimeout: 2000,
      reporters: [{}],
      setupFiles: [`${root}tests/mutation/reach.setup.ts`],
      env: { MUTATION_PID: pidFile },
      onConsoleLog: () => false,
    },
    { plugins: [gardener] },
  )
  const serve = (next: Map<string, string>) => {
    for (const path of [...served.keys(), ...next.keys()]) vitest.invalidateFile(path)
    served = new Map(next)
  }
  const project = vitest.getRootProject()
  const run = async (test: string, limitMs: number, testIds?: readonly string[]) => {
    project.config.testTimeout = limitMs
    const spec = project.createSpecification(
      `${root}${test}`,
      testIds === undefined ? {} : { testIds: [...testIds] },
    )
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([spec])
    // Those of earlier runs are listed too.
    const module = testModules.find(({ moduleId }) => moduleId === spec.moduleId)
    return { module, unhandledErrors }
  }
  return {
    look: async (test, mutants) => {
      const files = new Map<string, Mutant[]>()
      for (const mutant of mutants)
        files.set(mutant.file, [...(files.get(mutant.file) ?? []), mutant])
      serve(new Map([...files].map(([file, own]) => [root + file, withReach(read(file), own)])))
      const { module, unhandledErrors } = await run(test, lookTimeout)
      if (module?.ok() !== true || unhandledErrors.length > 0) {
        throw new Error(`${test} fails without a mutant: ${JSON.stringify(module?.errors())}`)
      }
      return [...module.children.allTests()].map(each => ({
        id: each.id,
        ms: each.diagnostic()?.duration ?? 0,
        reached: each.meta().reached ?? [],
      }))
    },
    attempt: async (test, tests, mutant) => {
      serve(
        new Map(
          mutant === null
            ? []
            : [[root + mutant.file, withMutant(read(mutant.file), mutant)] as const],
        ),
      )
      let isStuck = false
      const limitMs = patienceMs + 3 * tests.reduce((sum, { ms }) => sum + ms, 0)
      const watch = setTimeout(() => {
        isStuck = true
        process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
      }, limitMs)
      const ids = tests.map(({ id }) => id)
      const { module, unhandledErrors } = await run(test, testTimeout, ids).finally(() =>
        clearTimeout(watch),
      )
      if (isStuck) return { is: 'timeout', by: test }
      if (module?.ok() === true && unhandledErrors.length === 0) return { is: 'survived' }
      const failed = [...(module?.children.allTests('failed') ?? [])][0]
      const by = `${test}: ${failed?.name ?? 'as it was loaded'}`
      const errors = failed?.result().errors ?? []
      const hung = errors.some(({ message }) => message.startsWith('Test timed out'))
      return { is: hung ? 'timeout' : 'killed', by }
    },
    close: async () => {
      await vitest.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
