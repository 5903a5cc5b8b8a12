import { checkBackup } from '../backup/check.ts'
import { createBackup } from '../backup/create.ts'
import { drillBackup } from '../backup/drill.ts'
import { BackupProblem, readManifest, type Manifest } from '../backup/manifest.ts'
import { openPlace, placeAndName } from '../backup/open-place.ts'
import { restoreBackup } from '../backup/restore.ts'
import { fetchBackup, sendBackup } from '../backup/send.ts'
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

/** Lets a command report the problem of a backup as its own. */
const naming =
  (work: Command): Command =>
  async (context, given) => {
    try {
      return await work(context, given)
    } catch (failure) {
      throw failure instanceof BackupProblem ? new AdminProblem(failure.message) : failure
    }
  }

const directoryOf = (given: Arguments): string => wordAt(given, 0, 'the directory of the backup')

const keepOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  if (!/^[1-9]\d*$/.test(text)) throw new AdminProblem('--keep must be a number from 1 on.')
  return Number(text)
}

const withoutLines = (missing: readonly string[]): readonly string[] =>
  missing.map(sha256 => `Without the file ${sha256}, which rows refer to.`)

/** backup create --to: encrypted, to another machine or a bucket. */
const send = async (context: AdminContext, to: string, { words, options }: Arguments) => {
  const { recipient, keep, 'leave-out-missing': leaveOut } = options
  if (words.length > 0) throw new AdminProblem('Please give a directory or --to, not both.')
  if (recipient === undefined)
    throw new AdminProblem(
      'Please give --recipient, the public key of an identity that age-keygen makes. Keep the identity elsewhere: nothing else opens the backup.',
    )
  const sent = await sendBackup(context, {
    place: openPlace(to, context.s3 ?? null, context.clock),
    recipients: recipient.split(','),
    keep: keepOf(keep),
    workDirectory: context.dataDirectory ?? '.',
    leavesOutMissing: leaveOut !== undefined,
  })
  return [
    `${to}/${sent.name}: ${countsOf(sent.manifest)}, verified, encrypted and sent.`,
    ...withoutLines(sent.missing),
    ...sent.removed.map(name => `Removed ${name}.`),
    ...(sent.notRemoved === null ? [] : [`Older ones were not removed: ${sent.notRemoved}.`]),
  ]
}

/** The commands `backup …`. */
export const backupCommands = {
  /** Writes a backup and verifies it. */
  create: naming(async (context, given) => {
    const { to, 'leave-out-missing': leaveOut } = given.options
    if (to !== undefined) return send(context, to, given)
    const directory = directoryOf(given)
    if (given.options['recipient'] !== undefined || given.options['keep'] !== undefined)
      throw new AdminProblem('--recipient and --keep belong to --to.')
    const { missing } = await createBackup(context, directory, leaveOut !== undefined)
    return [
      `${directory}: ${countsOf(await checkBackup(directory))}, verified.`,
      ...withoutLines(missing),
    ]
  }),
  check: naming(async (_context, given) => {
    const directory = directoryOf(given)
    return [`${directory}: ${countsOf(await checkBackup(directory))}, as they were written.`]
  }),
  /** Gets an encrypted backup back. */
  fetch: naming(async ({ s3 = null, clock }, given) => {
    const from = wordAt(given, 0, 'the place of the backups, or one backup there')
    const directory = wordAt(given, 1, 'a new directory for the backup')
    const { identity } = given.options
    if (identity === undefined)
      throw new AdminProblem('Please give --identity, the file that age-keygen made.')
    const [place, wanted] = placeAndName(from)
    const name = await fetchBackup(openPlace(place, s3, clock), wanted, identity, directory)
    return [`${directory}: ${name}, ${countsOf(await readManifest(directory))}, verified.`]
  }),
  /** Tries a restore. */
  drill: naming(async (context, given) => {
    const directory = directoryOf(given)
    const counts = countsOf(await drillBackup(context, directory))
    return [
      `${directory}: ${counts} were restored into a database of their own, compared, and removed.`,
    ]
  }),
  restore: naming(async (context, given) => [
    `Restored ${countsOf(await restoreBackup(context, directoryOf(given)))}.`,
    'The database has a new name: every device compares its submissions with the server and sends again what is missing.',
  ]),
} satisfies Readonly<Record<string, Command>>
