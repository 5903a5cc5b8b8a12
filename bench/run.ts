import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { boot } from './benches/boot.ts'
import { cases } from './benches/cases.ts'
import { dbBulk } from './benches/db-bulk.ts'
import { dbCold } from './benches/db-cold.ts'
import { dbLive } from './benches/db-live.ts'
import { dbPage } from './benches/db-page.ts'
import { formKey, formMount } from './benches/forms/form.ts'
import { formLarge } from './benches/forms/form-large.ts'
import { formLogic } from './benches/forms/form-logic.ts'
import { formSubmit } from './benches/forms/form-submit.ts'
import { formWho } from './benches/forms/form-who.ts'
import { img } from './benches/img.ts'
import { migrate } from './benches/migrate.ts'
import { server } from './benches/server.ts'
import { soak } from './benches/soak.ts'
import { size } from './benches/size.ts'
import { syncNet } from './benches/sync-net.ts'
import { launch } from './harness/chromium.ts'
import { root } from './harness/files.ts'
import type { Bench } from './harness/bench.ts'
import { holds, type Measured } from './harness/outcome.ts'
import { closing, keepRaw, publish, section } from './harness/report.ts'
import { isCalm, load, takeBusyRounds } from './harness/rounds.ts'

/**
 * `npm run bench`: all benches. `-- --quick`: fewer rounds, smaller sizes. `-- --only size,db-page`: only those.
 * `-- --page`: writes the page again without measuring. Ends with the table, and fails when a gate is missed.
 */

const benches: readonly Bench[] = [
  size,
  formMount,
  formKey,
  formLogic,
  formLarge,
  formWho,
  formSubmit,
  dbPage,
  dbCold,
  dbBulk,
  dbLive,
  cases,
  boot,
  img,
  migrate,
  soak,
  syncNet,
  server,
]

const argument = (name: string): string | null => {
  const at = process.argv.indexOf(name)
  return at < 0 ? null : (process.argv[at + 1] ?? '')
}

const quick = process.argv.includes('--quick')
const only = argument('--only')?.split(',') ?? null
const names = benches.map(({ name }) => name)
const unknown = only?.filter(name => !names.includes(name)) ?? []
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}

if (process.argv.includes('--page')) {
  publish([], names)
  process.exit(0)
}

/** The other products are installed by the first run, so that users of the product alone need not install them. */
if (!existsSync(`${root}bench/node_modules`)) {
  console.log('Installing the products to compare with …')
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: `${root}bench`, stdio: 'inherit' })
}

const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
const commit = git.status === 0 ? git.stdout.trim() : 'unknown'

const browser = await launch()
const measured: Measured[] = []
let failed = false
try {
  for (const { name, run } of benches) {
    if (only !== null && !only.includes(name)) continue
    console.log(`\n${name} …`)
    takeBusyRounds()
    const before = load()
    const started = performance.now()
    try {
      const wasCalm = await isCalm()
      const outcome = await run({ browser, quick })
      const { discarded, counted } = takeBusyRounds()
      const doubts = [
        ...(wasCalm ? [] : ['other programs used the processor before']),
        ...((await isCalm()) ? [] : ['other programs used the processor after']),
        ...(counted > 0 ? [`${counted} busy rounds count`] : []),
      ]
      const one: Measured = {
        ...outcome,
        at: new Date().toISOString(),
        commit,
        load: before,
        chromium: browser.version(),
        quick,
        discarded,
        doubt: doubts.join('; '),
        seconds: Math.round((performance.now() - started) / 1000),
      }
      measured.push(one)
      console.log(`\n${section(one)}`)
    } catch (error) {
      failed = true
      console.error(`${name} did not come to an end:`, error)
    }
  }
} finally {
  await browser.close()
}

publish(measured, names)
console.log(`\nEvery number: ${keepRaw(measured)}; the page: docs/PERFORMANCE.md`)
console.log(`\n${closing(measured)}`)
const hasMissed = measured.some(({ gates }) => !gates.every(holds))
process.exit(failed || hasMissed ? 1 : 0)
