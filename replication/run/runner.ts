import { filter, type Observable } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import type { Recovered } from '../../collections/schemas/outbox.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import type { Api } from '../http/api.ts'
import type { SyncEnv } from '../env.ts'
import type { Lock } from '../lock.ts'
import { qualityOf } from '../http/network-quality.ts'
import { paceOf, packetOf } from '../outbox/packets.ts'
import type { Extension } from '../wire/calls.ts'
import { workOff, type Run } from './work-off.ts'

/** Works the outbox off, one run at a time over all tabs and the worker. */
export interface Runner {
  /** Runs once; `stopped` is 'busy' when another tab or the worker is running. Throws only defects. */
  readonly run: (notify: (recovered: Recovered) => void) => Promise<Run>
  readonly stop: () => void
}

/** What the runner works with. */
export interface RunnerParts {
  readonly db: Database
  readonly api: Api
  readonly env: Pick<SyncEnv, 'clock' | 'network'>
  readonly lock: Lock
  readonly extensions: () => ReadonlySet<Extension> | null
}

/** Creates a runner. */
export const createRunner = (parts: RunnerParts): Runner => {
  const { db, env, lock } = parts
  let nudge = () => {}
  const nudged = () =>
    new Promise<void>(resolve => {
      nudge = resolve
    })

  const ready = becomesReady(db).subscribe(() => nudge())

  return {
    stop: () => ready.unsubscribe(),
    run: async notify => {
      const summary = await lock.run(async lease => {
        const isForced = await readSetting(db, 'slowConnection')
        const pace = paceOf(packetOf(qualityOf(env.network), isForced))
        return workOff({ ...parts, lease, pace }, { notify, nudged })
      })
      return summary === 'busy'
        ? {
            synced: 0,
            sent: [],
            retried: 0,
            recovered: [],
            stopped: 'busy',
            tried: new Map(),
            isRestored: false,
          }
        : summary
    },
  }
}

/** Emits when an item becomes ready, here or in another tab, so that a run in progress sends it next. */
const becomesReady = (db: Database): Observable<unknown> =>
  db.outbox.eventBulks$.pipe(
    filter(({ events }) =>
      events.some(
        ({ documentData, previousDocumentData }) =>
          documentData.state === 'ready' && previousDocumentData?.state !== 'ready',
      ),
    ),
  )
