import type { WithDeleted } from 'rxdb'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/schemas/outbox.ts'

/**
 * The replication of the outbox, running in every tab: its push handler wakes the runner, which sends, decides and
 * settles.
 *
 * The handler never throws, because RxDB would repeat a throw for ever and has no tries of single documents. The outbox
 * has both instead (docs/decisions/0003). The app never depends on it, because a failed write of its own (a full disk)
 * stops RxDB's queue until the next start. So triggers wake the runner without it.
 */
export interface Replications {
  readonly stop: () => Promise<void>
}

interface Handlers {
  /** Called when an item is ready to be sent. */
  readonly wake: () => void
  /**
   * Resolves when no run is in progress. A run is nudged by what becomes ready, so RxDB's notes can wait for its end.
   */
  readonly runIsOver: () => Promise<void>
}

/** Starts the replication of a database's outbox; it runs until stopped. */
export const startReplications = (db: Database, handlers: Handlers): Replications => {
  const outbox = replicateRxCollection<OutboxDoc, undefined>({
    collection: db.outbox,
    // WARNING: persisted, as the name of RxDB's checkpoint.
    replicationIdentifier: 'transect-outbox',
    live: true,
    waitForLeadership: false,
    toggleOnDocumentVisible: false,
    push: {
      // Large, so that one call of the handler gets all rows.
      batchSize: 1000,
      waitBeforePersist: handlers.runIsOver,
      modifier: (item: WithDeleted<OutboxDoc>) =>
        !item._deleted && item.state === 'ready' ? item : null,
      handler: () => {
        handlers.wake()
        return Promise.resolve([])
      },
    },
  })

  return {
    stop: async () => {
      try {
        await outbox.cancel()
      } catch {
        // After a failed write RxDB's `cancel` throws, and would again when the collection closes.
        outbox.subjects.canceled.next(true)
      }
    },
  }
}
