import { BehaviorSubject, filter, type Observable, type Subscription } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { knownForms } from '../../collections/queries.ts'
import { changesOf } from '../../collections/query.ts'
import type { SyncEnv } from '../../replication/env.ts'
import type { Client } from '../../replication/http/client.ts'
import { loadOnce } from '../../replication/http/load-once.ts'
import type { Env } from '../env.ts'
import type { BaseMaps } from '../ground/base-maps.ts'
import { keptMaps } from '../ground/kept-map.ts'

/** The base maps, whose code is loaded when a form has one, or one is on the device. */
export interface LazyBaseMaps {
  /** Null while no form has a map and none is here, and while the code cannot be loaded. */
  readonly loaded$: Observable<BaseMaps | null>
  /** Looks again at what is here. */
  readonly look: () => Promise<void>
  readonly stop: () => void
}

interface Parts {
  readonly env: Pick<Env, 'caches' | 'estimateStorage' | 'local' | 'idle'> & SyncEnv
  readonly client: Pick<Client, 'call'>
  readonly db: Database
  readonly database: string
}

/** Waits until the page is idle, because no first screen needs a map. */
export const createLazyBaseMaps = (parts: Parts): LazyBaseMaps => {
  const { env, db, database } = parts
  let isStopped = false
  const loaded$ = new BehaviorSubject<BaseMaps | null>(null)
  let subscription: Subscription | null = null
  const load = loadOnce(async () => {
    const { createBaseMaps } = await import('../ground/base-maps.ts')
    if (isStopped) throw new Error('The workspace is closed')
    loaded$.next(createBaseMaps(parts))
  })
  const begin = async (): Promise<void> => {
    if (isStopped) return
    subscription = changesOf(db.forms)
      .pipe(filter(({ documentData }) => documentData.maps !== undefined))
      .subscribe(() => void load())
    const forms = await knownForms().build(db.forms).exec()
    const isNeeded =
      forms.some(form => form.maps !== undefined) || (await keptMaps(env, database)).length > 0
    if (isNeeded) await load()
  }
  void env
    .idle()
    .then(begin)
    // A database that is closed meanwhile, or a browser without caches.
    .catch(() => undefined)
  return {
    loaded$,
    look: async () => loaded$.value?.look(),
    stop: () => {
      isStopped = true
      subscription?.unsubscribe()
      loaded$.value?.stop()
    },
  }
}
