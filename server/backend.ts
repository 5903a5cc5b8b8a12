import { createHmac } from 'node:crypto'
import type { Answer } from './http/answer.ts'
import type { BlobStore } from './files/blobs.ts'
import type { Clock } from './env/clock.ts'
import type { Db } from './db/db.ts'
import { createFileLinks, type FileLinks } from './files/file-links.ts'
import { createLater, type Later } from './env/later.ts'
import type { Log } from './env/log.ts'
import type { Mailer } from './env/mail.ts'
import { migrate } from './db/migrate.ts'
import { createPasswords, type Passwords, type ScryptCost } from './auth/passwords.ts'
import { createRateLimits, type RateLimits } from './auth/rate-limit.ts'
import { keepEpoch, fileLinkSecret } from './db/server-values.ts'
import { limits } from './http/limits.ts'
import { createTurns, type Turns } from './http/turns.ts'
import type { UserRow } from './store/users.ts'

/** The world, as the server is given it. */
export interface BackendOptions {
  readonly db: Db
  readonly blobs: BlobStore
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
  readonly scryptCost?: ScryptCost
  /** Whether there is room to write; by default there always is. */
  readonly hasRoom?: () => Promise<boolean>
}

/** What every call may use: the world and its keepers. */
export interface Backend extends Later {
  readonly hasRoom: () => Promise<boolean>
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly log: Log
  readonly mailer: Mailer
  readonly passwords: Passwords
  readonly rateLimits: RateLimits
  /** Networks from which an active surveyor has signed in since the start. */
  readonly knownNetworks: Set<string>
  /** Users whose password is being worked on: one call of each at a time. */
  readonly busyUsers: Set<string>
  /** A text as the log names it: the same each time, and no way back. */
  readonly pseudonym: (text: string) => string
  readonly fileLinks: FileLinks
  /** Bodies with files are received in turns. */
  readonly uploads: Turns
}

/** One request to a call that anybody may make. */
export interface PublicCall {
  readonly backend: Backend
  readonly request: Request
  /** The decoded path segment, or '' where the path has none. */
  readonly id: string
  readonly query: URLSearchParams
  /** Where the app is reached from outside, without a slash at the end. */
  readonly origin: string
  /** The origin for links in letters; null when it is not known for certain. */
  readonly letterOrigin: string | null
  /** Names this request in the log and in the answer. */
  readonly requestId: string
  /** The address of the other end, for rate limits and, as a pseudonym, for the log. */
  readonly remoteAddress: string
}

/** One request of a signed-in surveyor. */
export interface SurveyorCall extends PublicCall {
  readonly user: UserRow
  /** The hash of the token that came with the request. */
  readonly sessionSha256: string
}

/** Answers a call that anybody may make. */
export type PublicHandler = (call: PublicCall) => Promise<Answer>
/** Answers a call of a signed-in surveyor. */
export type SurveyorHandler = (call: SurveyorCall) => Promise<Answer>

/** Brings the tables up to date and sets the keepers up. */
export const createBackend = async (options: BackendOptions): Promise<Backend> => {
  const { db, clock } = options
  await migrate(db)
  await keepEpoch(db)
  const secret = await fileLinkSecret(db)
  return {
    ...options,
    hasRoom: options.hasRoom ?? (() => Promise.resolve(true)),
    ...createLater(options.log),
    passwords: createPasswords(options.scryptCost),
    uploads: createTurns(limits.uploadsAtOnce, limits.uploadWaitMs),
    rateLimits: createRateLimits(clock),
    knownNetworks: new Set(),
    busyUsers: new Set(),
    pseudonym: text =>
      createHmac('sha256', secret).update(`log ${text}`).digest('hex').slice(0, 12),
    fileLinks: createFileLinks(secret, clock),
  }
}
