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
import { createRateLimit, type RateLimit } from './auth/rate-limit.ts'
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
}

/** What every call may use: the world and its keepers. */
export interface Backend extends Later {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly log: Log
  readonly mailer: Mailer
  readonly passwords: Passwords
  readonly rateLimit: RateLimit
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
  /** The address of the other end, for rate limits only. */
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
  return {
    ...options,
    ...createLater(options.log),
    passwords: createPasswords(options.scryptCost),
    uploads: createTurns(limits.uploadsAtOnce, limits.uploadWaitMs),
    rateLimit: createRateLimit(clock),
    fileLinks: createFileLinks(await fileLinkSecret(db), clock),
  }
}
