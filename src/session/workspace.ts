import { databaseName } from '../../collections/database-name.ts'
import { openDatabase, type Database } from '../../collections/database.ts'
import { finishInterrupted } from '../../collections/finish-interrupted.ts'
import { dexieStorage, wipeDatabase } from '../../collections/storage.ts'
import type { Api } from '../../replication/api.ts'
import type { Client } from '../../replication/client.ts'
import type { SyncEnv } from '../../replication/env.ts'
import { finishRecoveryWork } from '../../replication/finish-returns.ts'
import { keepOrganization, keepUser } from '../../replication/pull-account.ts'
import type { SubmitParts } from '../../replication/submit.ts'
import { startSync, type Sync } from '../../replication/sync.ts'
import type { Env } from '../env.ts'
import type { SignedIn } from './session.ts'

/** A signed-in surveyor's own database and everything that works on it. */
export interface Workspace extends SubmitParts {
  readonly db: Database
  readonly api: Api
  readonly sync: Sync
  readonly env: SyncEnv
  readonly userId: string
  /** Closes the database; what it holds stays. */
  readonly close: () => Promise<void>
  /** Closes the database and leaves nothing of it on the device. */
  readonly wipe: () => Promise<void>
}

export interface WorkspaceParts {
  readonly env: Env
  readonly syncEnv: SyncEnv
  readonly client: Client
  readonly api: Api
  /** Wraps the storage in development, where RxDB checks every write. */
  readonly wrapStorage?: (
    storage: ReturnType<typeof dexieStorage>,
  ) => ReturnType<typeof dexieStorage>
}

/** Opens the surveyor's database, finishes what a crash interrupted, and starts synchronizing. */
export const openWorkspace = async (
  { env, syncEnv, client, api, wrapStorage }: WorkspaceParts,
  session: SignedIn,
): Promise<Workspace> => {
  const name = await databaseName(syncEnv.apiUrl(), session.user.id)
  const storage = dexieStorage(env.indexedDb)
  const db = await openDatabase(name, wrapStorage?.(storage) ?? storage)
  await finishInterrupted(db, env.clock.now())
  await finishRecoveryWork(db, env.clock.now())
  await keepUser(db, session.user)
  const sync = startSync({ db, client, api, env: syncEnv })
  void keepOrganization(db, syncEnv, session.user)
  const close = async () => {
    await sync.stop()
    await db.close()
  }
  return {
    db,
    api,
    sync,
    env: syncEnv,
    userId: session.user.id,
    close,
    wipe: async () => {
      await close()
      await wipeDatabase(name, env.indexedDb)
    },
  }
}
