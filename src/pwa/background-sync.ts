import { databaseName } from '../../collections/database-name.ts'
import { openStored } from '../../collections/open-stored.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { createClient } from '../../replication/http/client.ts'
import { drain } from '../../replication/drain.ts'
import type { SyncEnv } from '../../replication/env.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { syncedNotices } from '../messages/background-sync.ts'
import { languageFor } from '../messages/languages.ts'
import type { SessionMirror } from '../env.ts'
import { openSession } from '../session/open-session.ts'
import { workspaceStorage } from '../storage/workspace-storage.ts'

/** The environment in which the worker sends without a window. */
export interface BackgroundEnv extends Omit<SyncEnv, 'token' | 'apiUrl' | 'registerSync'> {
  readonly indexedDb: IndexedDbPort
  readonly deviceKey: () => Promise<CryptoKey>
  readonly sessionMirror: Pick<SessionMirror, 'read'>
  /** The browser's language, as a tag. */
  readonly language: string
  /** Shows a notification, if the surveyor has allowed them. */
  readonly notify: (title: string, body: string) => Promise<void>
}

/** The outcome of a background sync. */
export interface BackgroundOutcome {
  /** False when the browser should wake the worker again, which it does with growing pauses. */
  readonly isDone: boolean
  /** Interviews that are now complete on the server. */
  readonly syncedCount: number
}

const nothingToDo: BackgroundOutcome = { isDone: true, syncedCount: 0 }

/**
 * Sends what waits while no window is open (4.7, 4.18).
 *
 *   signed out, or the session expired ─────► done: the next login sends it
 *   the database absent, older or newer ────► done: only a window creates or migrates one
 *   Auto Sync off, or nothing waits ────────► done
 *   else: the window's own engine, once ────► done, or again while something is left that time will solve
 */
export const syncInBackground = async (env: BackgroundEnv): Promise<BackgroundOutcome> => {
  const mirrored = await env.sessionMirror.read()
  if (mirrored === null) return nothingToDo
  const { authData, apiUrl } = mirrored
  const session = await openSession(authData, await env.deviceKey())
  if (session === null || session.expiresAt <= env.clock.now()) return nothingToDo
  const name = await databaseName(apiUrl, session.user.id)
  const db = await openStored(name, env.indexedDb, workspaceStorage(env))
  if (db === null) return nothingToDo
  try {
    const syncEnv: SyncEnv = {
      ...env,
      apiUrl: () => apiUrl,
      token: () => session.token,
      registerSync: () => {},
    }
    const client = createClient(syncEnv)
    const drained = await drain({ db, client, env: syncEnv })
    if (drained.synced > 0) {
      const { title, body } =
        syncedNotices[languageFor(await readSetting(db, 'language'), env.language)]
      await env.notify(title, body(drained.synced))
    }
    return {
      isDone: drained.left === 0 || drained.stopped === 'login',
      syncedCount: drained.synced,
    }
  } finally {
    await db.close()
  }
}
