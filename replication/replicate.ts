import type { WithDeleted } from 'rxdb'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { endWith, filter, firstValueFrom, Subject, takeUntil } from 'rxjs'
import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/outbox.ts'
import type { SubmissionDoc } from '../collections/submissions.ts'
import { hasUnsentOperations, queueSubmission } from './queue.ts'
import { nameServerWrites } from './rest-crdt.ts'

/**
 * The two replications between the collections and the REST endpoints, running in every tab.
 *
 *   submissions: pull handler = GET under the lock, rebased under unsent edits
 *                push handler = durable enqueue into the outbox; RxDB's checkpoint is the transaction
 *   outbox:      push handler = wake the runner, which sends, decides and settles
 *
 * Handlers never throw and never report conflicts: RxDB would repeat a throw for ever, and knows no
 * tries of single documents. Both live in the outbox instead (docs/decisions/0003).
 */
export interface Replications {
  /** Asks for a pull of the submissions, and waits for it. */
  readonly pull: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Handlers {
  readonly now: () => number
  /** Pulls submissions; resolves when done, whatever came of it. */
  readonly pullSubmissions: () => Promise<void>
  /** Something in the outbox is ready to be sent. */
  readonly wake: () => void
}

/** WARNING: persisted; they name RxDB's checkpoints. */
const identifiers = { submissions: 'transect-submissions', outbox: 'transect-outbox' }

const everywhere = { live: true, waitForLeadership: false, toggleOnDocumentVisible: false } as const

/** One call of the handler with everything there is, instead of several at a time. */
const wholeBatch = 1000

export const startReplications = (db: Database, handlers: Handlers): Replications => {
  const pulled$ = new Subject<void>()
  const resync$ = new Subject<'RESYNC'>()

  const submissions = replicateRxCollection<SubmissionDoc, { at: number }>({
    collection: db.submissions,
    replicationIdentifier: identifiers.submissions,
    ...everywhere,
    pull: {
      stream$: resync$,
      handler: async () => {
        await handlers.pullSubmissions()
        pulled$.next()
        // The rows were rebased into the collection already: RxDB's own way would overwrite edits.
        return { documents: [], checkpoint: { at: 0 } }
      },
    },
    push: {
      batchSize: wholeBatch,
      handler: async rows => {
        for (const { newDocumentState: submission } of rows) {
          if (!submission._deleted && hasUnsentOperations(submission)) {
            await queueSubmission(db, submission, handlers.now())
          }
        }
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
      modifier: (item: WithDeleted<OutboxDoc>) =>
        !item._deleted && item.state === 'ready' ? item : null,
      handler: () => {
        handlers.wake()
        return Promise.resolve([])
      },
    },
  })

  return {
    pull: async () => {
      // Once canceled, the replication's streams are complete, and no pull will ever come.
      const ended$ = submissions.canceled$.pipe(filter(Boolean), endWith(true))
      const done = firstValueFrom(pulled$.pipe(takeUntil(ended$)), {
        defaultValue: undefined,
      })
      resync$.next('RESYNC')
      await done
    },
    stop: async () => {
      await Promise.all([submissions.cancel(), outbox.cancel()])
    },
  }
}
