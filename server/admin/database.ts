import { beginEpoch } from '../db/server-values.ts'
import { recountSubmissions } from '../store/submission-counts.ts'
import type { Command } from './command.ts'

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

/** The commands `database …`. */
export const databaseCommands = { restored } satisfies Readonly<Record<string, Command>>
