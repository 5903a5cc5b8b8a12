import type { Database } from '../collections/database.ts'
import { unsentSubmissions, waitingItemCount } from '../collections/queries.ts'
import type { OutboxDoc } from '../collections/schemas/outbox.ts'
import { readSetting, writeSetting } from '../collections/writes/write-settings.ts'
import type { StopReason } from './outbox/events.ts'
import { createApi, type Api } from './http/api.ts'
import type { Failure } from './http/failure.ts'
import { syncTimeoutMs } from './limits.ts'
import { createLock } from './lock.ts'
import { isReady, makeReady, renewReady } from './outbox/outbox-states.ts'
import { queueUnsent } from './outbox/queue.ts'
import { createRunner } from './run/runner.ts'
import { createUp, outboxReplication } from './up.ts'
import type { SyncParts } from './sync.ts'

/** The result of one run without a window. */
export interface Drained {
  /** How many submissions became fully synced in this run. */
  readonly synced: number
  /** How many outbox items are still to be sent. */
  readonly left: number
  readonly stopped: StopReason | null
}

/**
 * Has RxDB push what is ready once, in a worker that was woken while no window is open. It uses the same queue, lease,
 * push and runner as a window's sync, without its pull and its timers. Does nothing when Auto Sync is off (4.18).
 */
export const drain = async ({ db, client, env }: SyncParts): Promise<Drained> => {
  const api = createApi(client, syncTimeoutMs)
  const left = () => waitingItemCount.count(db.outbox).exec()
  if (!(await readSetting(db, 'autoSync'))) return { synced: 0, left: 0, stopped: null }
  await queueUnsent(db, env.clock.now())
  if ((await left()) === 0) return { synced: 0, left: 0, stopped: null }
  // The account comes first, because its answer shows whether the session is valid and which extensions there are.
  const account = await api.account()
  if (!account.ok) return { synced: 0, left: await left(), stopped: stopOf(account.failure) }
  if (!account.value.is_active) return { synced: 0, left: await left(), stopped: 'login' }

  const pending = await pendingIds(db)
  await makeReady(db, { all: true })
  const stopped = await pushOnce({ db, client, env }, api)
  const synced = await countSynced(db, pending)
  if (synced > 0) await writeSetting(db, 'lastSyncTime', env.clock.now())
  return { synced, left: await left(), stopped }
}

/** Has RxDB push what is ready, once. Throws what a write throws. */
const pushOnce = async ({ db, client, env }: SyncParts, api: Api): Promise<StopReason | null> => {
  const lock = createLock(db, env, client.moved$)
  const runner = createRunner({ db, api, env, lock, extensions: client.extensions })
  let stopped: StopReason | null = null
  const thrown: unknown[] = []
  const up = createUp<OutboxDoc>({
    collection: db.outbox,
    identifier: outboxReplication,
    isDue: isReady,
    renewDue: () => renewReady(db),
    carry: async () => {
      stopped = (await runner.run(() => {})).stopped
      // The tab that has the lease may die. The next start finds what it left.
      if (stopped !== null) await up.stop()
    },
    failed: error => thrown.push(error),
  })
  await up.settled()
  await up.stop()
  runner.stop()
  if (thrown.length > 0) throw thrown[0]
  return stopped
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

/** Reads the storage itself, because writes reach the collection a moment later. */
const countSynced = async (db: Database, ids: readonly string[]): Promise<number> => {
  const stored = await db.submissions.storageInstance.findDocumentsById([...ids], false)
  return stored.filter(({ syncStatus }) => syncStatus === 'synced').length
}
