import type { RxCollection, WithDeleted } from 'rxdb'
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication'
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import { everywhere, keepReplication } from './rx-replication.ts'

/** WARNING: persisted, as the name of RxDB's checkpoint. The worker goes on where a tab ended. */
export const outboxReplication = 'transect-up'

/** A replication of RxDB that pushes one collection. */
export interface Up {
  /** Whether documents are being pushed, first what is now. RxDB's own `active$` does not say so for what a start finds. */
  readonly active$: Observable<boolean>
  /** Resolves when all that is due by now was carried out. Begins again first if a failure had ended it. */
  readonly settled: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** What is pushed, and how. */
interface UpParts<Doc> {
  readonly collection: RxCollection<Doc>
  /** WARNING: persisted, as the name of RxDB's checkpoint. */
  readonly identifier: string
  /** Whether a document is to be pushed. */
  readonly isDue: (document: WithDeleted<Doc>) => boolean
  /**
   * Writes one of what is due again; false when nothing is. RxDB does not hand over what a tab missed because it slept or
   * its clock was set, and what was noted as pushed by one that died.
   */
  readonly renewDue: () => Promise<boolean>
  /** Makes the calls for documents, and writes what became of each. What it throws is a failed write. */
  readonly carry: (documents: readonly Doc[]) => Promise<void>
  /** Called when a failed write has ended it. What was not carried out is handed over again when it begins again. */
  readonly failed: (error: unknown) => void
}

/**
 * Starts the push of a collection.
 *
 *   a document is due ──► RxDB hands it to `carry`, with all that became due meanwhile ──► RxDB notes that it was pushed
 *                            ▲                         └── a write fails: ended, nothing is noted
 *                            └────────── begins again ────────────┘
 *
 * RxDB repeats a handler that throws for ever, with its whole batch, and knows no tries of single documents. So `carry`
 * writes into each document when it is due again, and a new version of it is pushed then.
 */
export const createUp = <Doc>({
  collection,
  identifier,
  isDue,
  renewDue,
  carry,
  failed,
}: UpParts<Doc>): Up => {
  const carrying$ = new BehaviorSubject(0)

  const carryAll = async (
    replication: RxReplicationState<Doc, undefined>,
    documents: readonly Doc[],
  ): Promise<void> => {
    carrying$.next(carrying$.value + 1)
    try {
      await carry(documents)
      // What was not carried out must not be noted.
      if (kept.isStopped()) await kept.stop()
    } catch (error) {
      await kept.end(replication, error)
    } finally {
      carrying$.next(carrying$.value - 1)
    }
  }

  const kept = keepReplication<Doc, undefined>({
    failed,
    isEarly: true,
    create: () => {
      const replication = replicateRxCollection<Doc, undefined>({
        ...everywhere,
        collection,
        replicationIdentifier: identifier,
        push: {
          // Large, so that one call of the handler gets all that is due.
          batchSize: 1000,
          modifier: (document: WithDeleted<Doc>) => (isDue(document) ? document : null),
          handler: async rows => {
            await carryAll(
              replication,
              rows.map(({ newDocumentState }) => newDocumentState),
            )
            return []
          },
        },
      })
      return replication
    },
  })

  return {
    active$: carrying$.pipe(
      map(calls => calls > 0),
      distinctUntilChanged(),
    ),
    stop: kept.stop,
    settled: async () => {
      const replication = await kept.going()
      if (replication === null) return
      try {
        await replication.internalReplicationState?.streamQueue.up
        // Nothing if it was stopped or ended meanwhile.
        if (replication.isStopped() || !(await renewDue())) return
        await replication.internalReplicationState?.streamQueue.up
      } catch (error) {
        await kept.end(replication, error)
      }
    },
  }
}
