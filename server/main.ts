import { ConfigProblem, readConfig, type Config } from './config.ts'
import { DataDirectoryBusy } from './db/data-lock.ts'
import { SchemaProblem } from './db/migrate.ts'
import { demoOffice } from './demo/office-accounts.ts'
import { demoPassword, demoUsers } from './demo/seed.ts'
import { createFront } from './front.ts'
import { failureText, jsonLog, logAt, outliveLog } from './env/log.ts'
import { listen } from './http/node-http.ts'
import { startServer, type Started } from './start.ts'
import { namingAddress } from './start-problems.ts'

/** Serves the client and the API on one origin: `tsx server/main.ts`. */

/** Service managers wait thirty seconds before they kill a process. */
const graceMs = 25_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const banner = (config: Config, address: string, started: Started): void => {
  say(`\n  Transect is ready:  ${address}\n`)
  say(`  Files: in ${started.filesPlace}.`)
  if (started.isEmbedded) {
    say(
      `  Database: embedded, in ${config.dataDirectory}. It is meant for trying out and for small`,
    )
    say('  teams; for anything else set DATABASE_URL to a PostgreSQL server.')
    if (config.demo) {
      say(`  Demo logins, password ${demoPassword} (DEMO=0 starts without them):`)
      for (const user of Object.values(demoUsers)) say(`    ${user.email}`)
      say(`  Demo logins of the office, at ${address}/office, with the same password:`)
      for (const account of demoOffice) say(`    ${account.email} (${account.role})`)
    }
  }
  if (started.firstToken !== null) {
    say('  Make the first administrator of the office by this link, once, within a day:')
    say(`    ${config.publicUrl ?? address}/office/first#${started.firstToken}`)
  }
  if (config.mode === 'test') say('  Test mode: requests may ask for faults. Not for production.')
  say('')
}

const run = async (): Promise<void> => {
  outliveLog()
  // Files that the server writes are private to its user.
  process.umask(0o077)
  const config = readConfig(process.env, process.stdout.isTTY)
  const log = logAt(config.logLevel, jsonLog)
  const front = createFront(config)
  const listening = await namingAddress(config, () => listen(front.fetch, config))
  say(`  ${listening.address}: starting the database…`)
  const started = await startServer(config, log)
  front.handOver(started.app)

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log('info', 'stopping', { signal })
    await listening.close(graceMs)
    await started.close()
    process.exit(0)
  }
  // The last one when the terminal or the connection of `npm start` ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop(signal).catch(failure => {
        log('error', 'stopping-failed', { failure: failureText(failure) })
        process.exit(1)
      })
    })
  }
  banner(config, listening.address, started)
}

run().catch(failure => {
  const isExpected =
    failure instanceof ConfigProblem ||
    failure instanceof SchemaProblem ||
    failure instanceof DataDirectoryBusy
  process.stderr.write(`${isExpected ? failure.message : failureText(failure)}\n`)
  process.exit(1)
})
