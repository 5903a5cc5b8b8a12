import type { Database } from '../collections/database.ts'
import { unsentSubmissions, waitingItemCount } from '../collections/queries.ts'
import { readSetting, writeSetting } from '../collections/writes/write-settings.ts'
import type { Api } from './http/api.ts'
import type { Client } from './http/client.ts'
import type { SyncEnv } from './env.ts'
import type { StopReason } from './outbox/events.ts'
import type { Failure } from './http/failure.ts'
import { createLock } from './lock.ts'
import { makeReady } from './outbox/outbox-states.ts'
import { queueUnsent } from './outbox/queue.ts'
import { createRunner } from './outbox/runner.ts'

/** What became of one run without a window. */
export interface Drained {
  /** Submissions that the server has whole now, and had not before. */
  readonly synced: number
  /** Outbox items that are still to be sent. */
  readonly left: number
  readonly stopped: StopReason | null
}

interface DrainParts {
  readonly db: Database
  readonly client: Client
  readonly api: Api
  readonly env: SyncEnv
}

/**
 * Works the outbox off once, for the worker that was woken with no window open: the same queue, lease and
 * runner as a window's sync, without its replications and timers. Heeds Auto Sync (4.18).
 */
export const drain = async ({ db, client, api, env }: DrainParts): Promise<Drained> => {
  const left = () => waitingItemCount.count(db.outbox).exec()
  if (!(await readSetting(db, 'autoSync'))) return { synced: 0, left: 0, stopped: null }
  await queueUnsent(db, env.clock.now())
  if ((await left()) === 0) return { synced: 0, left: 0, stopped: null }
  // Asked first: it tells whether the session still holds, and what the server can do beyond the spec's calls.
  const account = await api.account()
  if (!account.ok) return { synced: 0, left: await left(), stopped: stopOf(account.failure) }
  if (!account.value.is_active) return { synced: 0, left: await left(), stopped: 'login' }

  const pending = await pendingIds(db)
  await makeReady(db, { all: true })
  const runner = createRunner({
    db,
    api,
    env,
    lock: createLock(db, env),
    extensions: client.extensions,
  })
  const summary = await runner.run(() => {})
  if (summary.synced > 0) await writeSetting(db, 'lastSyncTime', env.clock.now())
  return {
    synced: await countSynced(db, pending),
    left: await left(),
    stopped: summary.stopped,
  }
}

const stopOf = (failure: Failure): StopReason => {
  switch (failure.kind) {
    case 'unauthorized':
    case 'permanent':
      return 'login'
    case 'malformed':
      return 'portal'
    case 'offline':
    case 'temporary':
      return 'offline'
  }
}

const pendingIds = async (db: Database): Promise<readonly string[]> =>
  (await unsentSubmissions('pending').build(db.submissions).exec()).map(({ id }) => id)

/** Asked of the storage itself: what was just written there reaches the collection a moment later. */
const countSynced = async (db: Database, ids: readonly string[]): Promise<number> => {
  const stored = await db.submissions.storageInstance.findDocumentsById([...ids], false)
  return stored.filter(({ syncStatus }) => syncStatus === 'synced').length
}
