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
  /** Where the server is reached, for addresses of files; absent where that is not known. */
  readonly publicUrl?: string | null
}

/** Words and `--name value` pairs of a command line. */
export interface Arguments {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** Does its work and gives the lines to print. Throws AdminProblem when it cannot. */
export type Command = (context: AdminContext, given: Arguments) => Promise<readonly string[]>

/** What went wrong, in words for the administrator. */
export class AdminProblem extends Error {}

/** Splits a command line; `--all` alone counts as 'true'. */
export const parseArguments = (line: readonly string[]): Arguments => {
  const words: string[] = []
  const options: Record<string, string> = {}
  for (let index = 0; index < line.length; index += 1) {
    const part = line[index] ?? ''
    const next = line[index + 1]
    if (!part.startsWith('--')) words.push(part)
    else if (next === undefined || next.startsWith('--')) options[part.slice(2)] = 'true'
    else {
      options[part.slice(2)] = next
      index += 1
    }
  }
  return { words, options }
}

/** The word at a place, or a problem that says what is missing. */
export const wordAt = (given: Arguments, index: number, what: string): string => {
  const word = given.words[index]
  if (word === undefined) throw new AdminProblem(`Please give ${what}.`)
  return word
}
