import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { createVitest, type TestCase } from 'vitest/node'
import { otherwise } from './otherwise.ts'

/**
 * Runs RxDB's own suites on the product's storage: `npm run test:rxdb -- <checkout of rxdb> [parts of suites]`. The
 * checkout is of the version in use and has its packages installed. Its tests run as they are, and once more on
 * RxDB's own Dexie storage to compare; only their configuration is replaced by suite-config.ts, and RxDB itself by the
 * installed one. Exits with 1 when a test fails that succeeds on RxDB's storage and is not listed in otherwise.ts.
 */

const suites = [
  'rx-storage-implementations',
  'rx-storage-query-correctness',
  'custom-index',
  'attachments',
  'replication-protocol',
  'cleanup',
  'crdt',
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const [checkout = '', ...parts] = process.argv.slice(2)
if (checkout === '' || !existsSync(resolve(checkout, 'test/unit'))) {
  console.error('npm run test:rxdb -- <checkout of rxdb> [parts of suites]')
  process.exit(2)
}

/** Resolves the imports of a suite to the installed RxDB, the product's storage, and the checkout's packages. */
const asImportedHere: Plugin = {
  name: 'rxdb-suites',
  enforce: 'pre',
  async resolveId(source, importer) {
    const here = (id: string) => this.resolve(id, `${root}package.json`, { skipSelf: true })
    const plugin = /\/plugins\/([a-z-]+)\/index\.mjs$/.exec(source)?.[1]
    if (plugin !== undefined) return here(plugin === 'core' ? 'rxdb' : `rxdb/plugins/${plugin}`)
    if (source === './config.ts') return join(root, 'tests/rxdb-suites/suite-config.ts')
    if (importer === undefined || !/^[a-z@]/.test(source)) return null
    return (await here(source)) ?? inCheckout(source)
  },
}

const inCheckout = (source: string): string | null => {
  try {
    return createRequire(resolve(checkout, 'package.json')).resolve(source)
  } catch {
    return null
  }
}

/** The tests of the suites, played on a storage, and the files that could not be loaded. */
const playOn = async (storage: 'ours' | 'reference') => {
  const vitest = await createVitest(
    'test',
    {
      root: resolve(checkout),
      config: false,
      watch: false,
      globals: true,
      include: suites
        .filter(suite => parts.length === 0 || parts.some(part => suite.includes(part)))
        .map(suite => `test/unit/${suite}.test.ts`),
      env: { RXDB_SUITES_ON: storage },
      maxWorkers: 1,
      testTimeout: 30_000,
      server: { deps: { inline: [/rxdb/] } },
      reporters: [{}],
      onConsoleLog: () => false,
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [asImportedHere] },
  )
  const { testModules } = await vitest.start()
  await vitest.close()
  return {
    tests: testModules.flatMap(module => [...module.children.allTests()]),
    broken: testModules.filter(module => module.errors().length > 0),
  }
}

/** A test's name, which may name the storage. */
const nameOf = ({ fullName }: TestCase) => fullName.replace(/ \(implementation: [^)]*\)/, '')
const failedOf = (tests: readonly TestCase[]) =>
  tests.filter(test => test.result().state === 'failed')

const ours = await playOn('ours')
const reference = await playOn('reference')
const failedThere = new Set(failedOf(reference.tests).map(nameOf))
const totals = { passed: 0, 'fail on both': 0, otherwise: 0, failed: 0 }
totals.passed = ours.tests.filter(test => test.result().state === 'passed').length
for (const test of failedOf(ours.tests)) {
  const reason = otherwise.find(entry => test.fullName.includes(entry.test))?.reason
  const kind =
    reason !== undefined ? 'otherwise' : failedThere.has(nameOf(test)) ? 'fail on both' : 'failed'
  totals[kind] += 1
  const [error] = test.result().errors ?? []
  console.log(`${kind}: ${nameOf(test)}: ${reason ?? error?.message.split('\n')[0] ?? ''}`)
}
for (const module of ours.broken) {
  console.log(`not loaded: ${module.moduleId}: ${module.errors()[0]?.message ?? ''}`)
}
console.log(
  `${totals.passed} passed, ${totals.failed} failed, ${totals.otherwise} otherwise with a reason, ` +
    `${totals['fail on both']} fail on RxDB's Dexie storage too; there ${failedThere.size} of ${reference.tests.length} fail`,
)
process.exit(totals.failed + ours.broken.length === 0 ? 0 : 1)
