import { Subject } from 'rxjs'
import type { SyncEvent } from '../../replication/outbox/events.ts'
import type { Sync } from '../../replication/sync.ts'

/** A sync whose code loads after the first screen; calls wait for it. If it cannot be loaded, each call tries again. */
export const createLazySync = (load: () => Promise<Sync>): Sync => {
  const events$ = new Subject<SyncEvent>()
  let loading: Promise<Sync> | null = null

  const start = async (): Promise<Sync> => {
    try {
      const sync = await load()
      sync.events$.subscribe(events$)
      return sync
    } catch (error) {
      loading = null
      throw error
    }
  }
  const sync = (): Promise<Sync> => (loading ??= start())
  void sync().catch(() => {})

  return {
    events$,
    run: async selection => (await sync()).run(selection),
    wake: async () => (await sync()).wake(),
    runIfAutomatic: async () => (await sync()).runIfAutomatic(),
    refresh: {
      ifStale: async kind => (await sync()).refresh.ifStale(kind),
      now: async kind => (await sync()).refresh.now(kind),
      afterSync: async () => (await sync()).refresh.afterSync(),
      account: async () => (await sync()).refresh.account(),
      fetchedAt: async kind => (await sync()).refresh.fetchedAt(kind),
    },
    stop: async () => {
      const running = await loading?.catch(() => null)
      await running?.stop()
    },
  }
}
