import { createHmac } from 'node:crypto'
import type { Answer } from './http/answer.ts'
import { createAppends, type Appends } from './files/appends.ts'
import type { BlobStore } from './files/blobs.ts'
import type { Clock } from './env/clock.ts'
import type { Db } from './db/db.ts'
import { createFileLinks, type FileLinks } from './files/file-links.ts'
import { sweepFreed } from './files/sweep.ts'
import { createLater, type Later } from './env/later.ts'
import type { Log } from './env/log.ts'
import type { MailCounts, Mailer } from './env/mail.ts'
import { migrate } from './db/migrate.ts'
import { createNodeShares, type NodeShares } from './db/node-shares.ts'
import { createInProgress, type InProgress } from './auth/in-progress.ts'
import { createPasswords, type Passwords, type ScryptCost } from './auth/passwords.ts'
import { createRateLimits, type RateLimits } from './auth/rate-limit.ts'
import { createRecoveryKeys } from './auth/recovery-keys.ts'
import { keepEpoch, fileLinkSecret, recoverySecret } from './db/server-values.ts'
import { limits } from './limits.ts'
import { createTurns, type Turns } from './env/turns.ts'
import type { UserRow } from './store/users.ts'

/** The process of a server: what the office shows of it, and lets an administrator start. */
export interface Machine {
  readonly version: string
  readonly dataDirectory: string
  /** Whether a file may be written at a path; absent where it always may. */
  readonly leavesRoom?: (path: string) => Promise<boolean>
  /** Sends an e-mail and waits until the mail server has it; null without one. */
  readonly sendNow: Mailer | null
  readonly mailCounts: MailCounts
}

/** The server's dependencies on the outside world. */
export interface BackendOptions {
  readonly db: Db
  readonly blobs: BlobStore
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
  readonly scryptCost?: ScryptCost
  /** Whether there is room to write; true by default. */
  readonly hasRoom?: () => Promise<boolean>
  /** Null where there is nothing to show, as in a test. */
  readonly machine?: Machine | null
}

/** What every call may use: the dependencies and the shared services. */
export interface Backend extends Later {
  readonly hasRoom: () => Promise<boolean>
  readonly machine: Machine | null
  /** In a call, the share of its statements. */
  readonly db: Db
  readonly shares: NodeShares
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly log: Log
  readonly mailer: Mailer
  readonly passwords: Passwords
  readonly rateLimits: RateLimits
  /** Networks from which an active surveyor has signed in since the start. */
  readonly knownNetworks: Set<string>
  /** The logins in progress of each network and address. */
  readonly logins: InProgress
  /** The password calls in progress of each user. */
  readonly passwordCalls: InProgress
  /** The pseudonym of a text in the log: the same text always has the same one, and it cannot be reversed. */
  readonly pseudonym: (text: string) => string
  readonly fileLinks: FileLinks
  /** The recovery key of a user's account: 32 bytes in base64. */
  readonly recoveryKeyOf: (userId: string) => Promise<string>
  /** Deletes the bytes that were freed, after the answer. */
  readonly sweepLater: () => void
  readonly appends: Appends
  /** Limits how many bodies with files are received at once. */
  readonly uploads: Turns
  /** Limits how many large bodies of JSON are in the memory at once. */
  readonly largeBodies: Turns
  /** Limits how many answers to reads are in the memory at once. */
  readonly reads: Turns
}

/** One request to a call that needs no login. */
export interface PublicCall {
  readonly backend: Backend
  readonly request: Request
  /** The decoded path segment; '' when the path has none. */
  readonly id: string
  readonly query: URLSearchParams
  /** The public origin of the app, without a trailing slash. */
  readonly origin: string
  /** The origin for links in e-mails; null when it is not certain. */
  readonly mailOrigin: string | null
  /** The id of this request in the log and in the answer. */
  readonly requestId: string
  /** Resolves when the answer was sent, or its connection is gone. */
  readonly sent: Promise<unknown>
  /** The client's address, for rate limits and, as a pseudonym, for the log. */
  readonly remoteAddress: string
}

/** One request of a signed-in surveyor. */
export interface SurveyorCall extends PublicCall {
  readonly user: UserRow
  /** The hash of the request's token. */
  readonly sessionSha256: string
}

/** Answers a call that needs no login. */
export type PublicHandler = (call: PublicCall) => Promise<Answer>
/** Answers a call of a signed-in surveyor. */
export type SurveyorHandler = (call: SurveyorCall) => Promise<Answer>

/** Migrates the tables and creates the shared services. */
export const createBackend = async (options: BackendOptions): Promise<Backend> => {
  const { db, clock } = options
  await migrate(db)
  await keepEpoch(db)
  const secret = await fileLinkSecret(db)
  const shares = await createNodeShares(db, clock)
  const { later, settled } = createLater(options.log)
  return {
    ...options,
    hasRoom: options.hasRoom ?? (() => Promise.resolve(true)),
    machine: options.machine ?? null,
    shares,
    later,
    settled,
    sweepLater: () => later(() => sweepFreed({ ...options, db: shares.everyNode })),
    passwords: createPasswords(options.scryptCost),
    appends: createAppends(),
    uploads: createTurns(limits.uploadsAtOnce, limits.uploadsOfOne, limits.uploadWaitMs),
    largeBodies: createTurns(limits.uploadsAtOnce, limits.uploadsOfOne, limits.uploadWaitMs),
    reads: createTurns(limits.uploadsAtOnce, limits.uploadsOfOne, limits.uploadWaitMs),
    rateLimits: createRateLimits(clock),
    knownNetworks: new Set(),
    // Several devices of one person may sign in together.
    logins: createInProgress(3),
    passwordCalls: createInProgress(1),
    pseudonym: text =>
      createHmac('sha256', secret).update(`log ${text}`).digest('hex').slice(0, 12),
    fileLinks: createFileLinks(secret, clock),
    // Read at each use, because a restore replaces it while the server runs, and a key of the former secret opens no device.
    recoveryKeyOf: async userId => createRecoveryKeys(await recoverySecret(db))(userId),
  }
}
