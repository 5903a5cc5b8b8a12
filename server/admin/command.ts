import { parseArgs } from 'node:util'
import type { BlobStore } from '../files/blobs.ts'
import type { Clock } from '../env/clock.ts'
import type { Db } from '../db/db.ts'
import type { Passwords } from '../auth/passwords.ts'

/** What a command of the administrator works on. */
export interface AdminContext {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly passwords: Passwords
  /** Who gives the command, for the trail. */
  readonly who?: string
  /** Where the server is reached, for addresses of files; absent where that is not known. */
  readonly publicUrl?: string | null
}

/** Words and `--name value` pairs of a command line. A flag that is given is 'true'. */
export interface Arguments {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** Does its work and gives the lines to print. Throws AdminProblem when it cannot. */
export type Command = (context: AdminContext, given: Arguments) => Promise<readonly string[]>

/** What a command may be given beyond its name. */
export interface Accepts {
  /** How many words at most. */
  readonly words: number
  readonly texts?: readonly string[]
  readonly flags?: readonly string[]
  /** Which words and options name files, for a command that another process carries out. */
  readonly paths?: readonly (number | string)[]
  /** Whether it needs the database for itself, with the server stopped. */
  readonly isAlone?: boolean
}

/** What went wrong, in words for the administrator. */
export class AdminProblem extends Error {}

/** Reads a command line strictly: what a command does not know is a problem, and never passed over. */
export const parseArguments = (line: readonly string[], accepts: Accepts): Arguments => {
  const options = Object.fromEntries([
    ...(accepts.texts ?? []).map(name => [name, { type: 'string' as const }] as const),
    ...(accepts.flags ?? []).map(name => [name, { type: 'boolean' as const }] as const),
  ])
  const parsed = (() => {
    try {
      return parseArgs({ args: [...line], options, allowPositionals: true, strict: true })
    } catch (failure) {
      throw new AdminProblem(failure instanceof Error ? failure.message : String(failure))
    }
  })()
  const extra = parsed.positionals[accepts.words]
  if (extra !== undefined) throw new AdminProblem(`"${extra}" is one word too many.`)
  const given = Object.entries(parsed.values).map(([name, value]) => [name, String(value)] as const)
  return { words: parsed.positionals, options: Object.fromEntries(given) }
}

/** The word at a place, or a problem that says what is missing. */
export const wordAt = (given: Arguments, index: number, what: string): string => {
  const word = given.words[index]
  if (word === undefined) throw new AdminProblem(`Please give ${what}.`)
  return word
}
