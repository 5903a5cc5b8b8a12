import { basename } from 'node:path'
import { createVitest } from 'vitest/node'
import { asImportedHere } from './imports.ts'
import { withoutStorage, type Played, type Storage } from './played.ts'

/** Plays suites in Node, on fake-indexeddb. */
export const playInNode = async (
  checkout: string,
  suites: readonly string[],
  storage: Storage,
): Promise<Played> => {
  const vitest = await createVitest(
    'test',
    {
      root: checkout,
      config: false,
      watch: false,
      globals: true,
      include: suites.map(suite => `test/unit/${suite}.test.ts`),
      env: { RXDB_SUITES_ON: storage },
      maxWorkers: 1,
      testTimeout: 30_000,
      server: { deps: { inline: [/rxdb/] } },
      reporters: [{}],
      onConsoleLog: () => false,
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [asImportedHere(checkout)] },
  )
  const { testModules } = await vitest.start()
  await vitest.close()
  return {
    tests: testModules.flatMap(module =>
      [...module.children.allTests()].map(test => ({
        suite: basename(module.moduleId, '.test.ts'),
        name: withoutStorage(test.fullName),
        error: test.result().state === 'passed' ? null : (test.result().errors?.[0]?.message ?? ''),
      })),
    ),
    broken: testModules.flatMap(module =>
      module.errors().map(error => `${module.moduleId}: ${error.message}`),
    ),
  }
}
