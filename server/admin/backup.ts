import { checkBackup } from '../backup/check.ts'
import { createBackup } from '../backup/create.ts'
import { BackupProblem, type Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore.ts'
import {
  AdminProblem,
  counted,
  wordAt,
  type AdminContext,
  type Command,
  type Arguments,
} from './command.ts'

const countsOf = ({ tables, files }: Manifest): string => {
  const rowsOf = (name: string, one: string) =>
    counted(tables.find(table => table.name === name)?.rows ?? 0, one)
  return [
    rowsOf('users', 'user'),
    rowsOf('forms', 'form'),
    rowsOf('submissions', 'submission'),
    rowsOf('submission_answers', 'answer'),
    counted(files, 'file'),
  ].join(', ')
}

const onDirectory =
  (
    work: (
      context: AdminContext,
      directory: string,
      given: Arguments,
    ) => Promise<readonly string[]>,
  ): Command =>
  async (context, given: Arguments) => {
    try {
      return await work(context, wordAt(given, 0, 'the directory of the backup'), given)
    } catch (failure) {
      throw failure instanceof BackupProblem ? new AdminProblem(failure.message) : failure
    }
  }

/** The commands `backup …`. */
export const backupCommands = {
  /** Writes a backup and verifies it. */
  create: onDirectory(async (context, directory, { options }) => {
    const isWithoutMissing = options['leave-out-missing'] !== undefined
    const { missing } = await createBackup(context, directory, isWithoutMissing)
    return [
      `${directory}: ${countsOf(await checkBackup(directory))}, verified.`,
      ...missing.map(sha256 => `Without the file ${sha256}, which rows refer to.`),
    ]
  }),
  check: onDirectory(async (_context, directory) => [
    `${directory}: ${countsOf(await checkBackup(directory))}, as they were written.`,
  ]),
  restore: onDirectory(async (context, directory) => [
    `Restored ${countsOf(await restoreBackup(context, directory))}.`,
    'The database has a new name: every device compares its submissions with the server and sends again what is missing.',
  ]),
} satisfies Readonly<Record<string, Command>>
