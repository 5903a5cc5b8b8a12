import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { AdminProblem } from './admin/command.ts'
import { lineForServer, readLine, runCommand, type ReadLine } from './admin/run.ts'
import { askServer } from './admin/socket.ts'
import { systemClock } from './env/clock.ts'
import { ConfigProblem, readConfig, type Config } from './config.ts'
import { DataDirectoryBusy } from './db/data-lock.ts'
import { failureText, jsonLog } from './env/log.ts'
import { removePartsWhenCancelled } from './env/part-files.ts'
import { SchemaProblem } from './db/migrate.ts'
import { createPasswords } from './auth/passwords.ts'
import { databaseFolder, openStorage } from './start.ts'

/** The administrator's command line: `tsx server/admin.ts <command>`. */
const openOrAsk = async (config: Config, read: ReadLine, who: string) => {
  const folder = join(config.dataDirectory, databaseFolder)
  // A command without the server's settings would otherwise seem to have changed the server's database.
  if (config.databaseUrl === null && !existsSync(folder))
    process.stderr.write(
      `A new embedded database is made in ${folder}. The server's is elsewhere if it has another DATA_DIR or a DATABASE_URL.\n`,
    )
  try {
    return await openStorage({ ...config, reset: false }, jsonLog)
  } catch (failure) {
    if (!(failure instanceof DataDirectoryBusy)) throw failure
    process.once('SIGINT', () => {
      // Who believes it to be cancelled would delete the file that it goes on writing, with the only passwords.
      process.stderr.write(
        'The server goes on with the command to its end, so leave its files alone. Once it has changed something and is done, "npm run admin -- trail" lists it.\n',
      )
      process.exit(130)
    })
    return askServer(config.dataDirectory, lineForServer(read), who)
  }
}

const carryOut = async (config: Config, read: ReadLine): Promise<readonly string[]> => {
  const who = userInfo().username
  const opened = await openOrAsk(config, read, who)
  if (!('db' in opened)) return opened
  removePartsWhenCancelled()
  try {
    const { publicUrl, s3, dataDirectory } = config
    const passwords = createPasswords()
    const settings = { publicUrl, s3, dataDirectory }
    const context = { ...opened, ...settings, clock: systemClock, passwords, who }
    return await runCommand(context, read)
  } finally {
    await opened.close()
  }
}

const run = async (): Promise<void> => {
  // Files that the server writes are private to its user.
  process.umask(0o077)
  const lines = await carryOut(readConfig(process.env), readLine(process.argv.slice(2)))
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

run().catch(failure => {
  const isExpected =
    failure instanceof AdminProblem ||
    failure instanceof ConfigProblem ||
    failure instanceof SchemaProblem ||
    failure instanceof DataDirectoryBusy
  process.stderr.write(`${isExpected ? failure.message : failureText(failure)}\n`)
  process.exitCode = 1
})
