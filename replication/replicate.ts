import type { WithDeleted } from 'rxdb'
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication'
import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/schemas/outbox.ts'
import type { SubmissionDoc } from '../collections/schemas/submissions.ts'
import { hasUnsentOperations, queueSubmissions } from './outbox/queue.ts'
import { nameServerWrites } from '../collections/interview/logged.ts'

/**
 * The two replications between the collections and the REST endpoints, running in every tab.
 *
 *   submissions: pull handler = GET under the lock, rebased under unsent edits
 *                push handler = durable enqueue into the outbox; RxDB's checkpoint is the transaction
 *   outbox:      push handler = wake the runner, which sends, decides and settles
 *
 * Handlers never throw and never report conflicts, because RxDB would repeat a throw for ever and has no tries of
 * single documents. The outbox has both instead (docs/decisions/0003).
 *
 * The app never depends on them, because a failed write of theirs (a full disk) stops RxDB's queues until the next
 * start. So runs queue work without an item, triggers wake the runner, and a refresh pulls without them.
 */
export interface Replications {
  readonly stop: () => Promise<void>
}

interface Handlers {
  readonly now: () => number
  /** Pulls submissions; resolves when done, also after a failure. */
  readonly pullSubmissions: () => Promise<void>
  /** Called when an item is ready to be sent. */
  readonly wake: () => void
  /**
   * Resolves when no run is in progress. A run queues all that it finds and is nudged by what becomes ready, so RxDB's
   * notes can wait for its end.
   */
  readonly runIsOver: () => Promise<void>
}

/** WARNING: persisted, as the names of RxDB's checkpoints. */
const identifiers = { submissions: 'transect-submissions', outbox: 'transect-outbox' }

const everywhere = { live: true, waitForLeadership: false, toggleOnDocumentVisible: false } as const

/** Large, so that one call of the handler gets all rows. */
const wholeBatch = 1000

/** Starts both replications of a database; they run until stopped. */
export const startReplications = (db: Database, handlers: Handlers): Replications => {
  const submissions = replicateRxCollection<SubmissionDoc, { at: number }>({
    collection: db.submissions,
    replicationIdentifier: identifiers.submissions,
    ...everywhere,
    pull: {
      handler: async () => {
        await handlers.pullSubmissions()
        // Empty, because the rows are in the collection already and RxDB would write them over edits.
        return { documents: [], checkpoint: { at: 0 } }
      },
    },
    push: {
      batchSize: wholeBatch,
      waitBeforePersist: handlers.runIsOver,
      handler: async rows => {
        const written = rows.map(row => row.newDocumentState)
        const unsent = written.filter(row => !row._deleted && hasUnsentOperations(row))
        await queueSubmissions(db, unsent, handlers.now())
        return []
      },
    },
  })

  void submissions.startPromise
    .then(() => submissions.internalReplicationState?.downstreamBulkWriteFlag)
    .then(name => {
      if (name !== undefined) nameServerWrites(db.submissions, name)
    })

  const outbox = replicateRxCollection<OutboxDoc, undefined>({
    collection: db.outbox,
    replicationIdentifier: identifiers.outbox,
    ...everywhere,
    push: {
      batchSize: wholeBatch,
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
      await Promise.all([end(submissions), end(outbox)])
    },
  }
}

/** Cancels a replication. After a failed write RxDB's `cancel` throws, and would again when the collection closes. */
const end = async <Doc, Checkpoint>(
  replication: RxReplicationState<Doc, Checkpoint>,
): Promise<void> => {
  try {
    await replication.cancel()
  } catch {
    replication.subjects.canceled.next(true)
  }
}
