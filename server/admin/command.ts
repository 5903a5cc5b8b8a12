import { parseArgs } from 'node:util'
import type { BlobStore } from '../files/blobs.ts'
import type { S3Account } from '../files/s3.ts'
import type { Clock } from '../env/clock.ts'
import type { Db } from '../db/db.ts'
import type { Passwords } from '../auth/passwords.ts'

/** What an administrator's command works on. */
export interface AdminContext {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly passwords: Passwords
  /** The administrator's name, for the trail. */
  readonly who?: string
  /** The public address, for links to files; absent when unknown. */
  readonly publicUrl?: string | null
  /** The S3 store of the settings, for backups; absent without one. */
  readonly s3?: S3Account | null
  /** The data directory, in which commands may write what they remove afterwards. */
  readonly dataDirectory?: string
  /** Whether there is room to write; absent where that does not matter. */
  readonly hasRoom?: () => Promise<boolean>
  /** Whether a file may be written at a path without taking that room; absent where it always may. */
  readonly leavesRoom?: (path: string) => Promise<boolean>
}

/** The words and the `--name value` pairs of a command line. A flag without a value is 'true'. */
export interface Arguments {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** Runs a command and returns the lines to print. Throws AdminProblem when it cannot. */
export type Command = (context: AdminContext, given: Arguments) => Promise<readonly string[]>

/** The words and options that a command accepts after its name. */
export interface Accepts {
  /** The maximum number of words. */
  readonly words: number
  readonly texts?: readonly string[]
  readonly flags?: readonly string[]
  /** The words and options that are paths, for a command that runs in another process. */
  readonly paths?: readonly (number | string)[]
  /** Whether it needs exclusive access to the database, with the server stopped. */
  readonly isAlone?: boolean
  /** Whether it also reads a database of an earlier version. */
  readonly readsEarlier?: boolean
  /** Whether it writes so little to the database that it may do so on a nearly full disk. */
  readonly writesLittle?: boolean
}

/** An error whose text is for the administrator. */
export class AdminProblem extends Error {}

/** One that was found when a part was done. */
export class PartlyDone extends AdminProblem {}

/** The text of a failure, within a message for the administrator. */
export const whyOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure)

/** Parses a command line strictly: an unknown word or option is an error, never ignored. */
export const parseArguments = (line: readonly string[], accepts: Accepts): Arguments => {
  const options = Object.fromEntries([
    ...(accepts.texts ?? []).map(name => [name, { type: 'string' as const }] as const),
    ...(accepts.flags ?? []).map(name => [name, { type: 'boolean' as const }] as const),
  ])
  const parsed = (() => {
    try {
      return parseArgs({
        args: [...line],
        options,
        allowPositionals: true,
        strict: true,
        tokens: true,
      })
    } catch (failure) {
      throw new AdminProblem(whyOf(failure))
    }
  })()
  const names = parsed.tokens.flatMap(token => (token.kind === 'option' ? [token.name] : []))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  // Only the last one would count, as if the others had not been given.
  if (twice !== undefined) throw new AdminProblem(`--${twice} is given twice.`)
  const extra = parsed.positionals[accepts.words]
  if (extra !== undefined) throw new AdminProblem(`"${extra}" is one word too many.`)
  const given = Object.entries(parsed.values).map(([name, value]) => [name, String(value)] as const)
  return { words: parsed.positionals, options: Object.fromEntries(given) }
}

/** The word at a position. Throws AdminProblem with the name of a missing word. */
export const wordAt = (given: Arguments, index: number, what: string): string => {
  const word = given.words[index]
  if (word === undefined) throw new AdminProblem(`Please give ${what}.`)
  return word
}

/** Like `wordAt`, for a name that is stored: trimmed, and an empty one is missing. */
export const nameAt = (given: Arguments, index: number, what: string): string => {
  const name = wordAt(given, index, what).trim()
  if (name === '') throw new AdminProblem(`Please give ${what}: an empty one was given.`)
  return name
}

/** A number with its noun. */
export const counted = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`
