import type { BehaviorSubject, Observable } from 'rxjs'
import { databaseName } from '../../collections/database-name.ts'
import type { Database } from '../../collections/database.ts'
import { findLegacy } from '../../collections/history/find-legacy.ts'
import type { ReportProgress } from '../../collections/history/migrate.ts'
import { openCurrent } from '../../collections/open-current.ts'
import { DataLocked, type HeldKey } from '../../collections/storage/data-key.ts'
import { releaseReserve } from '../../collections/storage/reserve.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import type { OneDatabase } from '../../collections/one-database/storage.ts'
import { refuseNewer, storedVersion, wipeDatabase } from '../../collections/one-database/stored.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import { emptyExpired } from '../../collections/writes/write-bin.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import type { Api } from '../../replication/http/api.ts'
import type { Account, Client } from '../../replication/http/client.ts'
import type { SyncEnv } from '../../replication/env.ts'
import { createLazyApi } from '../../replication/http/lazy-api.ts'
import { keepUser } from '../../replication/rows/keep-user.ts'
import type { SubmitParts } from '../../replication/submit.ts'
import type { Sync } from '../../replication/sync.ts'
import { keepMediaForForms } from '../capture/keep-media.ts'
import { config } from '../config.ts'
import type { Env } from '../env.ts'
import { catchUpWhenSeen } from './catch-up-when-seen.ts'
import { createLazyBaseMaps, type LazyBaseMaps } from './lazy-base-maps.ts'
import { createLazySync } from './lazy-sync.ts'
import { openMark, whenClosedElsewhere } from './open-mark.ts'
import { watchSending, type Sending } from './watch-sending.ts'
import { recoveryKeyIfAny } from '../lock/key/recovery.ts'
import type { SessionStore } from '../session/session.ts'
import type { SignedIn } from '../session/stored-session.ts'
import { whenFinished } from '../lib/finishing.ts'
import { dropMaps } from '../ground/kept-map.ts'
import { createLateWatch, startStorageGuard, type StorageGuard } from '../storage/storage-guard.ts'
import { readMarker, removeMarker } from '../storage/work-marker.ts'
import { workspaceStorage } from '../storage/workspace-storage.ts'

/** A signed-in surveyor's own database and everything that works on it. */
export interface Workspace extends SubmitParts {
  readonly db: Database
  readonly api: Api
  /** Knows the server's extensions once it has answered. */
  readonly client: Pick<Client, 'call' | 'extensions'>
  readonly sync: Sync
  /** What is being sent; null for nothing. */
  readonly sending$: Observable<Sending | null>
  readonly env: SyncEnv
  readonly userId: string
  readonly guard: StorageGuard
  /** The base maps of the surveyor's forms. */
  readonly baseMaps: LazyBaseMaps
  /** Ends open requests, and sends and fetches nothing more; the database stays open. */
  readonly disconnect: () => void
  /** Closes the database; its data stays. */
  readonly close: () => Promise<void>
  /** Closes the database and deletes it from the device. */
  readonly wipe: () => Promise<void>
}

interface WorkspaceParts {
  readonly env: Env
  readonly syncEnv: SyncEnv
  readonly client: Client
  /** Who is signed in. */
  readonly login: Login
  /** The key of the unlocked database with a PIN. */
  readonly held$: BehaviorSubject<HeldKey | null>
  /** Wraps the storage, in development, so that RxDB checks every write. */
  readonly wrapStorage?: (storage: OneDatabase) => OneDatabase
}

/**
 * Opens the surveyor's database, migrates older data, finishes what a crash interrupted, and starts the sync. Throws
 * NewerData, MigrationFailed, DataLocked (and locks the session), or an error of the storage. Then all stored data is
 * unchanged and nothing is open.
 */
export const openWorkspace = async (
  parts: WorkspaceParts,
  session: SignedIn,
  report: ReportProgress = () => {},
): Promise<Workspace> => {
  try {
    return await open(parts, session, report)
  } catch (error) {
    if (error instanceof DataLocked) parts.login.lock(error.database)
    throw error
  }
}

const open = async (
  { env, syncEnv: pageEnv, client: pageClient, login, held$, wrapStorage }: WorkspaceParts,
  session: SignedIn,
  report: ReportProgress,
): Promise<Workspace> => {
  const syncEnv: SyncEnv = { ...pageEnv, ...accountOf(session, pageEnv.apiUrl(), login) }
  const client = pageClient.forAccount(syncEnv)
  const api = createLazyApi(async () =>
    (await import('../../replication/http/api.ts')).createApi(client),
  )
  const name = await databaseName(syncEnv.apiUrl(), session.user.id)
  const stored = await storedVersion(name, env.indexedDb)
  refuseNewer(stored, schemaVersion)
  const missing = stored === 0 ? readMarker(env.local, name) : null
  const watch = createLateWatch(env)
  const storage = workspaceStorage(env, watch.watch, {
    held: () => held$.value,
    recoveryKey: () => recoveryKeyIfAny(client, pageClient.extensions()),
  })
  const now = env.clock.now()
  // In development RxDB's checks need the migration strategies.
  const isCurrent = wrapStorage === undefined && !(await storage.open(name)).hasEarlier
  const db = isCurrent
    ? await openCurrent(name, storage)
    : await (
        await import('../../collections/open-database.ts')
      ).openDatabase(name, wrapStorage?.(storage) ?? storage, { now, report })
  try {
    // A cleared database has a new key without a PIN.
    if (held$.value !== null) {
      await (await import('../lock/lock.ts')).reopen({ env, held$, session: login }, name)
    }
    await bringOver({ db, env, now, report }, session)
    if (stored === 0) await writeSetting(db, 'migrated_v12', true)
    await keepFirstUser(db, session)
  } catch (error) {
    await db.close()
    throw error
  }
  const release = await env.liveness.hold(openMark(name))
  const baseMaps = createLazyBaseMaps({ env: { ...env, ...syncEnv }, client, db, database: name })
  const mapDropped = () => void baseMaps.look()
  const guard = startStorageGuard({ env, db, name, missing, storage: watch, mapDropped })
  // What is on the device is shown before anything is fetched or sent.
  const sync = createLazySync(async () => {
    const [{ startSync }, { finishLateAnswers }, { keepOrganization }] = await Promise.all([
      import('../../replication/sync.ts'),
      import('../../collections/writes/write-work.ts'),
      import('../../replication/pull/keep-images.ts'),
    ])
    await emptyExpired(db, env.clock.now())
    // A full device must still send; the next start tries again.
    await finishLateAnswers(db, env.clock.now()).catch(() => undefined)
    return () => {
      keepOrganization(db, syncEnv, session.user).catch(() => undefined)
      return startSync({ db, client, env: syncEnv, describeDevice: () => describe(env) })
    }
  }, env.idle)
  const seen = catchUpWhenSeen(db, env)
  seen.add(keepMediaForForms(db, env))
  const disconnect = (): Promise<void> => {
    // Ends open requests without an answer. Their outcome stays in doubt until the same surveyor's next run.
    client.close()
    return sync.stop()
  }
  const close = async (finish = () => Promise.resolve()) => {
    seen.unsubscribe()
    baseMaps.stop()
    void guard.stop()
    await disconnect()
    // Asked for after the screens have gone, because they write the last keystrokes then.
    await finish()
    await db.close()
    release()
  }
  return {
    db,
    api,
    client,
    sync,
    sending$: watchSending(db, sync),
    env: syncEnv,
    userId: session.user.id,
    guard,
    baseMaps,
    disconnect: () => void disconnect(),
    close: () => close(() => whenFinished(env.clock, db)),
    wipe: async () => {
      await close()
      removeMarker(env.local, name)
      await guard.stop()
      await releaseReserve(env.indexedDb)
      // They are no one's work, so they keep nothing else on the device.
      await dropMaps(env, name).catch(() => undefined)
      await whenClosedElsewhere(env, name)
      await wipeDatabase(name, env.indexedDb)
    },
  }
}

const describe = async (env: Pick<Env, 'estimateStorage'>) => {
  const { usedBytes, quotaBytes } = await env.estimateStorage()
  return {
    appVersion: config.version,
    freeBytes: quotaBytes > 0 ? Math.max(0, quotaBytes - usedBytes) : null,
  }
}

/**
 * The account of a workspace's calls. The server never changes after the opening, and the token is null once another
 * surveyor signs in, because work must never be sent under another surveyor's name.
 */
const accountOf = ({ user }: SignedIn, apiUrl: string, login: Login): Account => ({
  apiUrl: () => apiUrl,
  token: () => {
    const now = login.current()
    return now.kind === 'signed-in' && now.user.id === user.id ? login.token() : null
  },
})

type Login = Pick<SessionStore, 'current' | 'hydrate' | 'lock' | 'token'>

interface BringOverParts {
  readonly db: Database
  readonly env: Env
  readonly now: number
  readonly report: ReportProgress
}

/** Migrates what earlier versions and the earlier app left on this device. */
const bringOver = async (
  { db, env, now, report }: BringOverParts,
  { user }: SignedIn,
): Promise<void> => {
  const isMigrated = await readSetting(db, 'migrated_v12')
  if (!isMigrated || (await findLegacy(env.indexedDb)).length > 0) {
    // Loaded on demand, because it is large and seldom needed.
    const { finishBringingOver } = await import('./finish-bringing-over.ts')
    const legacy = { port: env.indexedDb, legacyName: config.legacyDatabase }
    await finishBringingOver({ db, now, uuid: env.uuid, report, ...legacy }, user.email)
  }
}

/** Stores the session's user if none is stored yet. Later, the stored user is never older than the session's. */
const keepFirstUser = async (db: Database, { user }: SignedIn): Promise<void> => {
  const stored = await db.user_profile.findOne(currentUser).exec()
  if (stored === null || stored.user_id === '') await keepUser(db, user)
}
