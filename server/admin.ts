import { userInfo } from 'node:os'
import { AdminProblem } from './admin/command.ts'
import { runAdmin } from './admin/run.ts'
import { systemClock } from './env/clock.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { DataDirectoryBusy } from './db/data-lock.ts'
import { failureText, jsonLog } from './env/log.ts'
import { migrate } from './db/migrate.ts'
import { createPasswords } from './auth/passwords.ts'
import { openStorage } from './start.ts'

/** The administrator's command line: `tsx server/admin.ts <command>`. */
const run = async (): Promise<void> => {
  // What the server writes is for its own user alone.
  process.umask(0o077)
  const config = readConfig(process.env)
  const storage = await openStorage({ ...config, reset: false }, jsonLog)
  try {
    await migrate(storage.db)
    const context = {
      ...storage,
      clock: systemClock,
      passwords: createPasswords(),
      publicUrl: config.publicUrl,
      who: userInfo().username,
    }
    const lines = await runAdmin(context, process.argv.slice(2))
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  } finally {
    await storage.close()
  }
}

run().catch(failure => {
  const isExpected =
    failure instanceof AdminProblem ||
    failure instanceof ConfigProblem ||
    failure instanceof DataDirectoryBusy
  process.stderr.write(`${isExpected ? failure.message : failureText(failure)}\n`)
  process.exitCode = 1
})
