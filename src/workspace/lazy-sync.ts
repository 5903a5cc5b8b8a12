import { BehaviorSubject, Subject } from 'rxjs'
import type { SyncEvent } from '../../replication/outbox/events.ts'
import type { Sync } from '../../replication/sync.ts'

/**
 * A sync that begins, and whose code loads, when the page is idle after the first screen; calls wait for it. If it cannot
 * be loaded, each call tries again.
 *
 *   waiting ──the page is idle──► loading ──► running
 *      │                             └──failed, then a call──► waiting
 *      └──stopped──► never begun: its calls never settle, because their screens are gone
 */
export const createLazySync = (
  load: () => Promise<() => Sync>,
  idle: () => Promise<void>,
): Sync => {
  const events$ = new Subject<SyncEvent>()
  const active$ = new BehaviorSubject(false)
  const shown = idle()
  let waiting: Promise<Sync> | null = null
  let loading: Promise<() => Sync> | null = null
  let running: Sync | null = null
  let isStopped = false

  const start = async (): Promise<Sync> => {
    await shown
    try {
      loading = isStopped ? null : load()
      const begin = await loading
      // The session has ended, and nothing may be sent or fetched for it.
      if (begin === null || isStopped) return await new Promise(() => {})
      running = begin()
      running.events$.subscribe(events$)
      running.active$.subscribe(active$)
      return running
    } catch (error) {
      waiting = null
      throw error
    }
  }
  const sync = (): Promise<Sync> => (waiting ??= start())
  void sync().catch(() => {})

  return {
    events$,
    active$,
    run: async selection => (await sync()).run(selection),
    wake: async () => (await sync()).wake(),
    runIfAutomatic: async () => (await sync()).runIfAutomatic(),
    refresh: {
      ifStale: async kind => (await sync()).refresh.ifStale(kind),
      now: async kind => (await sync()).refresh.now(kind),
      afterSync: async () => (await sync()).refresh.afterSync(),
      account: async () => (await sync()).refresh.account(),
      form: async id => (await sync()).refresh.form(id),
      fetchedAt: async kind => (await sync()).refresh.fetchedAt(kind),
    },
    stop: async () => {
      isStopped = true
      // What a crash left is finished with the code, and the database must not close meanwhile.
      await loading?.catch(() => null)
      await running?.stop()
    },
  }
}
