import { backedUp } from '../backup/manifest.ts'
import type { Db } from '../db/db.ts'
import { migrate, missingSteps } from '../db/migrate.ts'
import { schemaSteps } from '../db/schema.ts'
import { beginEpoch } from '../db/server-values.ts'
import { isEmptyDatabase } from '../demo/seed.ts'
import { countReadable } from '../store/admin.ts'
import { namedFiles } from '../store/files.ts'
import { recountSubmissions } from '../store/submission-counts.ts'
import { AdminProblem, counted, type AdminContext, type Command } from './command.ts'
import { describePlacements, distribute } from './distribute.ts'

/**
 * Migrates a database without users. Throws AdminProblem for another one of an earlier version, because a server of
 * that version may be running on it, and could not restore a backup of a later one.
 */
export const prepareDatabase = async (db: Db): Promise<void> => {
  const missing = await missingSteps(db.query)
  const step = schemaSteps.length - missing.length
  if (missing.length === 0) return
  if (step > 0 && !(await isEmptyDatabase(db))) {
    throw new AdminProblem(
      `The database is at step ${step}, and this version is at ${schemaSteps.length}. Use the command of the version that made it, or start the server of this one, which migrates it.`,
    )
  }
  await migrate(db)
}

/** database restored: the last step of a restore from a backup. */
const restored: Command = async ({ db }) => {
  await db.tx(
    async query => {
      await recountSubmissions(query)
      await beginEpoch(query)
    },
    { isLong: true },
  )
  return [
    'The database has a new name. Every device reads its submissions from the beginning and sends again what is missing.',
  ]
}

const missingFiles = async ({ db, blobs }: AdminContext): Promise<readonly string[]> => {
  const missing: string[] = []
  for (const sha256 of await db.tx(namedFiles, { isLong: true })) {
    if (!(await blobs.has(sha256))) missing.push(sha256)
  }
  return missing
}

/** database check: whether this version can take the database over. Changes nothing. */
const check: Command = async context => {
  const missing = await missingSteps(context.db.query)
  if (missing.length === schemaSteps.length) return ['The database is empty.']
  const problems: string[] = []
  let rows = 0
  let tables = 0
  for (const table of backedUp) {
    try {
      const count = await context.db.tx(query => countReadable(query, table), {
        isLong: true,
      })
      if (count !== null) tables += 1
      rows += count ?? 0
    } catch (failure) {
      problems.push(`${table} cannot be read: ${failure instanceof Error ? failure.message : ''}`)
    }
  }
  const files = await missingFiles(context)
  if (files.length > 0) {
    problems.push(
      `The store lacks ${counted(files.length, 'file')} that rows refer to, such as ${files[0]}.`,
    )
  }
  if (problems.length > 0) throw new AdminProblem(problems.join('\n'))
  const at = `The database is at step ${schemaSteps.length - missing.length}`
  return [
    missing.length === 0 ? `${at}: nothing is to be migrated.` : `${at}. This version will take:`,
    ...missing.map(({ number, title }) => `  step ${number}: ${title}`),
    `${counted(rows, 'row')} in ${counted(tables, 'table')} can be read, and no file is missing in ${context.blobs.place}.`,
    ...(await describePlacements(context.db.query)),
  ]
}

/** The commands `database …`. */
export const databaseCommands = { restored, check, distribute } satisfies Readonly<
  Record<string, Command>
>
