import { readFileSync } from 'node:fs'
import { access, constants, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listenForCommands } from './admin/socket.ts'
import { newToken, tokenSha256 } from './auth/tokens.ts'
import { createApp, type App } from './app.ts'
import { createDiskBlobs } from './files/blobs-disk.ts'
import type { BlobStore } from './files/blobs.ts'
import { systemClock, type Clock } from './env/clock.ts'
import type { Config } from './config.ts'
import { lockDataDirectory, makeDirectory } from './db/data-lock.ts'
import { openPglite } from './db/pglite.ts'
import { openPostgres } from './db/postgres.ts'
import type { Db } from './db/db.ts'
import { emptyTables, isEmptyDatabase, seedDemo } from './demo/seed.ts'
import { createDiskRoom, leavesRoom } from './env/disk-room.ts'
import { removeCutUploads } from './files/spool.ts'
import { sweepFreed } from './files/sweep.ts'
import { sweepUploads } from './files/sweep-uploads.ts'
import { failureText, type Log } from './env/log.ts'
import {
  removeOldEmails,
  createFolderMailer,
  createSmtpMailer,
  keepAndSend,
  type MailCounts,
  type Mailer,
} from './env/mail.ts'
import { migrate } from './db/migrate.ts'
import { limits } from './limits.ts'
import { officeAccounts } from './store/office/accounts.ts'
import { putFirstLink } from './store/office/sessions.ts'
import { canRemoveTrail } from './store/trail.ts'
import { createPasswords } from './auth/passwords.ts'
import { namingDatabase, namingFolder } from './start-problems.ts'

/** The opened database and file store of a configuration. */
interface Storage {
  readonly db: Db
  readonly blobs: BlobStore
  readonly isEmbedded: boolean
  /** Whether there is room to write, for the embedded engine. */
  readonly hasRoom?: () => Promise<boolean>
  /** Whether a command may write at a path, for the embedded engine. */
  readonly leavesRoom?: (path: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** The folder of the embedded database in the data directory. */
export const databaseFolder = 'postgres'
const blobFolder = 'files'

const openBlobs = async (config: Config): Promise<BlobStore> => {
  const { dataDirectory, s3, bucket } = config
  if (s3 === null || bucket === null) return createDiskBlobs(join(dataDirectory, blobFolder))
  const { createS3Blobs } = await import('./files/blobs-s3.ts')
  const spoolDirectory = join(dataDirectory, 'incoming')
  return createS3Blobs({ ...s3, bucket, clock: systemClock, spoolDirectory })
}

const openEmbedded = async (config: Config, log: Log): Promise<Storage> => {
  const lock = lockDataDirectory(config.dataDirectory)
  try {
    if (config.reset) {
      for (const folder of [databaseFolder, blobFolder]) {
        await rm(join(config.dataDirectory, folder), { recursive: true, force: true })
      }
    }
    const db = await openPglite(join(config.dataDirectory, databaseFolder))
    return {
      db,
      blobs: await openBlobs(config),
      isEmbedded: true,
      hasRoom: createDiskRoom(config.dataDirectory, systemClock, log),
      leavesRoom: path => leavesRoom(config.dataDirectory, path),
      close: () => db.close().finally(lock.release),
    }
  } catch (failure) {
    lock.release()
    throw failure
  }
}

/** Opens the database and the file store. Throws DataDirectoryBusy when another process has them open. */
export const openStorage = async (config: Config, log: Log): Promise<Storage> => {
  if (config.databaseUrl === null)
    return namingDatabase(config, () =>
      namingFolder(config.dataDirectory, () => openEmbedded(config, log)),
    )
  const url = config.databaseUrl
  const db = await namingDatabase(config, () =>
    openPostgres({
      url,
      onBroken: failure => log('warn', 'database-connection', { failure: failureText(failure) }),
    }),
  )
  return {
    db,
    blobs: await openBlobs(config),
    isEmbedded: false,
    close: () => db.close(),
  }
}

/** Fills the tables with the demo. The caller makes sure that they contain no real work. */
export const fillWithDemo = (storage: Pick<Storage, 'db' | 'blobs'>, clock: Clock) =>
  seedDemo({ ...storage, clock, passwords: createPasswords() })

const mailFolderOf = (config: Config): string => join(config.dataDirectory, 'outbox-mail')

/** Keeps every e-mail as a file, and also sends it if there is a mail server. */
const mailerOf = (config: Config, log: Log, counts: MailCounts, send: Mailer | null): Mailer => {
  const keep = createFolderMailer(mailFolderOf(config), systemClock, log)
  return send === null ? keep : keepAndSend(keep, send, log, counts)
}

/** The version in package.json. */
const ownVersion = (): string => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}

/** A server that is ready to answer. */
export interface Started {
  readonly app: App
  readonly isEmbedded: boolean
  /** The token of the link by which the first administrator is made; null where there are accounts. */
  readonly firstToken: string | null
  /** Where the files are. */
  readonly filesPlace: string
  readonly close: () => Promise<void>
}

/** A token for the first administrator of a database without surveyors and without accounts of the office. */
const offerFirst = async (db: Db, clock: Clock): Promise<string | null> => {
  if (!(await isEmptyDatabase(db)) || (await officeAccounts(db.query)).length > 0) return null
  const token = newToken()
  await putFirstLink(db.query, tokenSha256(token), new Date(clock() + limits.firstLinkMs))
  return token
}

/**
 * Opens the configured storage and creates the app. An empty embedded database gets the demo, unless configured
 * otherwise.
 */
export const startServer = async (config: Config, log: Log): Promise<Started> => {
  // Otherwise a server with a DATABASE_URL would notice at the first photo.
  await namingFolder(config.dataDirectory, async () => {
    makeDirectory(config.dataDirectory)
    await access(config.dataDirectory, constants.W_OK)
  })
  const storage = await openStorage(config, log)
  try {
    await namingDatabase(config, async () => {
      await migrate(storage.db)
      if (storage.isEmbedded && config.demo && (await isEmptyDatabase(storage.db))) {
        await fillWithDemo(storage, systemClock)
      }
    })
    if (!storage.isEmbedded && (await canRemoveTrail(storage.db.query)))
      log('warn', 'trail-not-kept', { why: 'The user of DATABASE_URL is a superuser.' })
    const resetDemo = async () => {
      await emptyTables(storage.db)
      await fillWithDemo(storage, systemClock)
    }
    const mailCounts = { sending: 0, failed: 0 }
    const sendNow = config.smtp === null ? null : createSmtpMailer(config.smtp, log)
    const { dataDirectory } = config
    const app = await createApp({
      ...config,
      ...storage,
      clock: systemClock,
      log,
      mailer: mailerOf(config, log, mailCounts, sendNow),
      mailCounts,
      machine: {
        version: ownVersion(),
        dataDirectory,
        sendNow,
        mailCounts,
        ...(storage.leavesRoom && { leavesRoom: storage.leavesRoom }),
      },
      // Only an embedded database, because a test mode left on by mistake must not empty a real one.
      reset: storage.isEmbedded ? resetDemo : null,
    })
    const sweep = () =>
      Promise.all([
        sweepFreed({ ...storage, clock: systemClock }),
        sweepUploads({ ...storage, clock: systemClock }),
        removeOldEmails(mailFolderOf(config), systemClock()),
        removeCutUploads(storage.blobs.spool.directory, systemClock()),
      ]).catch((failure: unknown) => {
        log('error', 'sweep-failed', { failure: failureText(failure) })
      })
    void sweep()
    const sweeping = setInterval(sweep, 60 * 60_000)
    const context = {
      ...storage,
      s3: config.s3,
      dataDirectory,
      clock: systemClock,
      passwords: createPasswords(),
      publicUrl: config.publicUrl,
    }
    const stopCommands = storage.isEmbedded
      ? listenForCommands(config.dataDirectory, context, log)
      : () => undefined
    const close = async () => {
      clearInterval(sweeping)
      stopCommands()
      await app.settled()
      await storage.close()
    }
    const firstToken = await offerFirst(storage.db, systemClock)
    const { isEmbedded, blobs } = storage
    return { app, isEmbedded, filesPlace: blobs.place, firstToken, close }
  } catch (failure) {
    await storage.close()
    throw failure
  }
}
