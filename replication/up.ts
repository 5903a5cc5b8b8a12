import type { RxCollection, WithDeleted } from 'rxdb'
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication'
import { begun, cancelled, everywhere, hasNotes } from './rx-replication.ts'

/** WARNING: persisted, as the name of RxDB's checkpoint. The worker goes on where a tab ended. */
export const outboxReplication = 'transect-up'

/** A replication of RxDB that pushes one collection. */
export interface Up {
  /**
   * Resolves when RxDB has handed over all that is written by now, and that was carried out. Begins again first if a failure
   * had ended it.
   */
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
  /** Makes the calls for documents, and writes what became of each. What it throws is a failed write. */
  readonly carry: (documents: readonly WithDeleted<Doc>[]) => Promise<void>
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
  carry,
  failed,
}: UpParts<Doc>): Up => {
  type Replication = RxReplicationState<Doc, undefined>
  let replication: Replication | null = null
  let isStopped = false

  const end = async (ended: Replication, error: unknown): Promise<void> => {
    if (replication !== ended) return
    replication = null
    await cancelled(ended)
    if (!isStopped) failed(error)
  }

  const begin = (): Replication => {
    const begins: Replication = replicateRxCollection<Doc, undefined>({
      ...everywhere,
      collection,
      replicationIdentifier: identifier,
      push: {
        // Large, so that one call of the handler gets all that is due.
        batchSize: 1000,
        modifier: (document: WithDeleted<Doc>) => (isDue(document) ? document : null),
        handler: async rows => {
          try {
            await carry(rows.map(({ newDocumentState }) => newDocumentState))
            // What was not carried out must not be noted.
            if (isStopped) await cancelled(begins)
          } catch (error) {
            await end(begins, error)
          }
          return []
        },
      },
    })
    begins.error$.subscribe(error => void end(begins, error))
    return begins
  }

  replication = begin()

  return {
    settled: async () => {
      if (isStopped) return
      if (replication !== null && !(await hasNotes(replication))) {
        const ended = replication
        replication = null
        await cancelled(ended)
      }
      replication ??= begin()
      const settling = replication
      await begun(settling)
      try {
        await settling.internalReplicationState?.streamQueue.up
      } catch (error) {
        await end(settling, error)
      }
    },
    stop: async () => {
      isStopped = true
      if (replication !== null) await cancelled(replication)
    },
  }
}
