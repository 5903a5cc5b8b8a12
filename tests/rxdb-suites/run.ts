import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { playInChromium } from './in-chromium.ts'
import { playInNode } from './in-node.ts'
import { otherwise } from './otherwise.ts'
import type { PlayedTest } from './played.ts'

/**
 * Runs RxDB's own suites on the product's storage: `npm run test:rxdb -- <checkout of rxdb> [parts of suites]
 * [--chromium]`. The checkout is of the version in use and has its packages installed. Its tests run as they are, and
 * once more on RxDB's own Dexie storage to compare; only their configuration is replaced by suite-config.ts, and RxDB
 * itself by the installed one. Exits with 1 when a test fails that succeeds on RxDB's storage and is not listed in
 * otherwise.ts.
 */

const known = [
  'rx-storage-implementations',
  'rx-storage-query-correctness',
  'custom-index',
  'attachments',
  'replication-protocol',
  'cleanup',
  'crdt',
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { chromium: { type: 'boolean', default: false } },
})
const [checkout = '', ...parts] = positionals
if (checkout === '' || !existsSync(resolve(checkout, 'test/unit'))) {
  console.error('npm run test:rxdb -- <checkout of rxdb> [parts of suites] [--chromium]')
  process.exit(2)
}
const suites = known.filter(suite => parts.length === 0 || parts.some(part => suite.includes(part)))

const play = values.chromium ? playInChromium : playInNode
const ours = await play(resolve(checkout), suites, 'ours')
const reference = await play(resolve(checkout), suites, 'reference')

const kinds = ['passed', 'passed here only', 'failed', 'failed on both', 'otherwise'] as const
type Kind = (typeof kinds)[number]

const referenceFailed = reference.tests.filter(({ error }) => error !== null)
const failsThere = (name: string) => referenceFailed.some(test => test.name === name)
const judged = ours.tests.map((test): PlayedTest & { readonly kind: Kind } => {
  const { name, error } = test
  const reason = otherwise.find(entry => name.includes(entry.test))?.reason
  if (error === null) return { ...test, kind: failsThere(name) ? 'passed here only' : 'passed' }
  if (reason !== undefined) return { ...test, error: reason, kind: 'otherwise' }
  return { ...test, kind: failsThere(name) ? 'failed on both' : 'failed' }
})

for (const { suite, name, error, kind } of judged) {
  if (kind !== 'passed') console.log(`${kind}: ${suite}: ${name}: ${error?.split('\n')[0] ?? ''}`)
}
for (const each of ours.broken) console.log(`not loaded: ${each}`)
for (const suite of suites) {
  const inSuite = judged.filter(test => test.suite === suite)
  const counts = kinds.map(kind => `${inSuite.filter(test => test.kind === kind).length} ${kind}`)
  const there = reference.tests.filter(test => test.suite === suite)
  console.log(
    `${suite}: ${counts.filter(count => !count.startsWith('0 ')).join(', ')} of ${inSuite.length}; on RxDB's Dexie ` +
      `storage ${there.filter(({ error }) => error !== null).length} of ${there.length} failed`,
  )
}
process.exit(judged.some(({ kind }) => kind === 'failed') || ours.broken.length > 0 ? 1 : 0)
