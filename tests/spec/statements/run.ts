import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { bareShapes, shapeVariable } from '../../server/bare-shape.ts'
import { hasTitle, isInBrowser, readStatements, type NamedTest, type Statement } from './read.ts'

/**
 * Runs what shows the statements of the spec, and prints a table: `npm run statements -- [--browser] [a number's beginning]`.
 *
 * Tests with a server run once for each shape of the spec's server (tests/server/bare-shape.ts). Those in a browser run with
 * `--browser`, on what `npm run build` made.
 */

const tests = resolve(import.meta.dirname, '../..')
const root = dirname(tests)

interface Ran {
  readonly file: string
  readonly title: string
  readonly passed: boolean
}

/** Runs a command that writes a report in JSON, and returns what it reports. */
const reportOf = (command: readonly string[], environment: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'))
  const path = join(folder, 'report.json')
  const [program = '', ...given] = command.map(word => word.replace('REPORT', path))
  const env = { ...process.env, ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: path }
  const { stderr } = spawnSync(program, given, { cwd: root, env, encoding: 'utf8' })
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    throw new Error(`${command.join(' ')} made no report.\n${stderr}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

const runVitest = (files: readonly string[], shape = ''): readonly Ran[] => {
  if (files.length === 0) return []
  const paths = files.map(file => join('tests', file))
  const report = reportOf(
    ['npx', 'vitest', 'run', '--reporter=json', '--outputFile=REPORT', ...paths],
    { [shapeVariable]: shape },
  ) as VitestReport
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative(tests, name),
      title,
      passed: status === 'passed',
    })),
  )
}

interface Suite {
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[]
  readonly suites?: readonly Suite[]
  readonly file: string
}

const runBrowser = (files: readonly string[]): readonly Ran[] => {
  if (files.length === 0) return []
  const command = ['npx', 'tsx', 'tests/e2e/run.ts', '--reporter=json', ...files]
  const report = reportOf(command, { DEEP: '1' }) as Suite
  const specsOf = (suite: Suite): readonly Ran[] => [
    ...(suite.specs ?? []).map(({ title, ok }) => ({
      file: join('e2e', suite.file),
      title,
      passed: ok,
    })),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  return specsOf(report)
}

/** Whether a test file has a server that knows only the spec's calls, itself or by a file that it imports. */
const hasBareServer = (file: string, seen = new Set<string>()): boolean => {
  if (seen.has(file)) return false
  seen.add(file)
  if (file === join('server', 'bare-server.ts')) return true
  const text = readFileSync(join(tests, file), 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .some(path => !path.startsWith('..') && hasBareServer(path, seen))
}

type Verdict = 'holds' | 'by a decision' | 'does not hold' | 'not shown' | 'not run'

interface Judged {
  readonly statement: Statement
  readonly verdict: Verdict
  readonly why: string
}

const judge = (
  statement: Statement,
  runs: ReadonlyMap<string, readonly Ran[]>,
  isBrowserRun: boolean,
): Judged => {
  const { tests: named, decision } = statement
  const failures: string[] = []
  let shown = 0
  for (const test of named) {
    if (isInBrowser(test) && !isBrowserRun) continue
    let found = 0
    for (const [shape, ran] of runs) {
      const same = ran.filter(
        ({ file, title }) => file === test.file && hasTitle(title, test.title),
      )
      found += same.length
      if (same.some(({ passed }) => !passed)) failures.push(`${nameOf(test)} [${shape}]`)
    }
    if (found === 0) failures.push(`${nameOf(test)} did not run`)
    else shown += 1
  }
  if (failures.length > 0) return { statement, verdict: 'does not hold', why: failures.join('; ') }
  if (decision !== null) return { statement, verdict: 'by a decision', why: decision.reason }
  if (shown > 0) return { statement, verdict: 'holds', why: '' }
  return { statement, verdict: named.length > 0 ? 'not run' : 'not shown', why: '' }
}

const nameOf = ({ file, title }: NamedTest): string => `${file}: ${title}`

const words = process.argv.slice(2)
const isBrowserRun = words.includes('--browser')
const [beginning = ''] = words.filter(word => !word.startsWith('--'))
const statements = readStatements().filter(({ number }) => number.startsWith(beginning))
const named = statements.flatMap(statement => statement.tests)
const unit = [...new Set(named.filter(test => !isInBrowser(test)).map(({ file }) => file))]
const browser = [...new Set(named.filter(isInBrowser).map(({ file }) => file))]
const wired = unit.filter(file => hasBareServer(file))
const runs = new Map<string, readonly Ran[]>([
  ['once', runVitest(unit.filter(file => !wired.includes(file)))],
])
for (const shape of Object.keys(bareShapes)) runs.set(shape, runVitest(wired, shape))
if (isBrowserRun) runs.set('browser', runBrowser(browser))

const judged = statements.map(statement => judge(statement, runs, isBrowserRun))
for (const { statement, verdict, why } of judged) {
  const row = [statement.number.padEnd(41), verdict.padEnd(13), statement.summary, why]
  console.log(row.filter(Boolean).join('  '))
}
const count = (verdict: Verdict) => judged.filter(each => each.verdict === verdict).length
console.log(
  `\n${judged.length} statements on a server with only the spec's calls, in ${Object.keys(bareShapes).length} shapes: ` +
    `${count('holds')} hold, ${count('by a decision')} by a decision, ${count('does not hold')} do not; ` +
    `${count('not shown')} are not shown, ${count('not run')} need --browser.`,
)
process.exitCode = count('does not hold') === 0 ? 0 : 1
