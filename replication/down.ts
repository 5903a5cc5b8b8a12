import type { RxCollection, WithDeleted } from 'rxdb'
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication'
import { NEVER, Subject } from 'rxjs'
import { takeArrivals } from '../collections/one-database/joint.ts'
import type { Failure } from './http/failure.ts'
import { err, ok, type Result } from './http/result.ts'
import { everywhere, keepReplication } from './rx-replication.ts'

/** A page of what the server has, and where the next one begins. */
export interface Page<Doc, Checkpoint> {
  readonly documents: readonly WithDeleted<Doc>[]
  readonly checkpoint: Checkpoint
  readonly isLast: boolean
}

/** Fetches the page behind a checkpoint; undefined for the first one. */
export type FetchPage<Doc, Checkpoint> = (
  checkpoint: Checkpoint | undefined,
) => Promise<Result<Page<Doc, Checkpoint>, Failure>>

/** A replication of RxDB that pulls one collection. */
export interface Down<Doc, Checkpoint> {
  /**
   * Has RxDB pull, page by page, until the last one is stored; each is fetched when the one before it is stored. A failure
   * ends it; the pages before it are stored. Pulls wait for each other. Throws what a write throws; the next pull then
   * begins behind the last page that was stored.
   */
  readonly pull: (fetch: FetchPage<Doc, Checkpoint>) => Promise<Result<void, Failure>>
  readonly stop: () => Promise<void>
}

/** What is pulled, and what becomes of it. */
interface DownParts<Doc, Checkpoint> {
  readonly collection: RxCollection<Doc>
  /** WARNING: persisted, as the name of RxDB's checkpoint. */
  readonly identifier: string
  /** Whether it must begin before the browser may delete the database (rx-replication.ts). */
  readonly isEarly?: boolean
  /** Stores the documents of a page, and what follows from them. */
  readonly arrive: (documents: readonly WithDeleted<Doc>[], checkpoint: Checkpoint) => Promise<void>
}

/** A pull that goes on. */
interface Round<Doc, Checkpoint> {
  readonly replication: RxReplicationState<Doc, Checkpoint>
  readonly fetch: FetchPage<Doc, Checkpoint>
  readonly succeed: (result: Result<void, Failure>) => void
  readonly fail: (error: unknown) => void
  /** Whether the server was asked for its last page. */
  isOver: boolean
}

/** The result of a pull that was stopped. */
const unasked = err({ kind: 'offline' } as const)

/**
 * Prepares the pull of a collection.
 *
 *   pull ──► RxDB asks its handler for a page ──► it writes the documents ──► the storage hands them to `arrive`
 *                      ▲                                                                │
 *                      └── not the last page ◄── RxDB stores the checkpoint ◄───────────┘
 *
 * The handler never throws, because RxDB would repeat it for ever. A failure ends the round, and who asked says when to
 * pull again.
 */
export const createDown = <Doc, Checkpoint>({
  collection,
  identifier,
  isEarly = false,
  arrive,
}: DownParts<Doc, Checkpoint>): Down<Doc, Checkpoint> => {
  const when$ = new Subject<'RESYNC'>()
  let round: Round<Doc, Checkpoint> | null = null
  /** The checkpoint of the page that RxDB writes. */
  let checkpoint: Checkpoint | undefined
  /** Pending while RxDB writes a page. It would ask for the next one meanwhile, and write one document of both. */
  let stored: Promise<void> = Promise.resolve()
  let isStored = () => {}
  let last: Promise<unknown> = Promise.resolve()

  /** The next page with documents, or the last one; null where there is nothing to ask for. */
  const nextPage = async (from: Checkpoint | undefined): Promise<Page<Doc, Checkpoint> | null> => {
    await stored
    const asked = round
    if (asked === null || asked.isOver) return null
    try {
      const page = await asked.fetch(from)
      // RxDB writes nothing of a round that was ended meanwhile.
      if (round !== asked || asked.isOver) return null
      if (!page.ok) return finish(page)
      if (page.value.isLast) finish(ok(undefined))
      const isEmpty = page.value.documents.length === 0 && !page.value.isLast
      return isEmpty ? nextPage(page.value.checkpoint) : page.value
    } catch (error) {
      asked.fail(error)
      return null
    }
  }

  const handOut = (page: Page<Doc, Checkpoint>): void => {
    checkpoint = page.checkpoint
    stored = new Promise(resolve => {
      isStored = resolve
    })
  }

  /** Ends the round without another page. */
  const breakOff = (): void => {
    if (round !== null) round.isOver = true
    isStored()
  }

  /** Ends the round once RxDB has written what it has of it. */
  const finish = (result: Result<void, Failure>): null => {
    if (round === null) return null
    round.isOver = true
    void written(round, result)
    return null
  }

  const written = async (
    { replication, succeed }: Round<Doc, Checkpoint>,
    result: Result<void, Failure>,
  ): Promise<void> => {
    const state = replication.internalReplicationState
    try {
      await state?.streamQueue.down
      await state?.checkpointQueue
      succeed(result)
    } catch (error) {
      await kept.end(replication, error)
    }
  }

  const kept = keepReplication<Doc, Checkpoint>({
    isEarly,
    create: () =>
      replicateRxCollection<Doc, Checkpoint>({
        collection: withoutChanges(collection),
        replicationIdentifier: identifier,
        ...everywhere,
        pull: {
          // RxDB asks on until a page is empty.
          batchSize: 1,
          stream$: when$,
          handler: async from => {
            const page = await nextPage(from)
            if (page !== null && page.documents.length > 0) handOut(page)
            return {
              documents: [...(page?.documents ?? [])],
              checkpoint: page?.checkpoint ?? (from as Checkpoint),
            }
          },
        },
      }),
    prepare: async ({ internalReplicationState: state }) => {
      const context = await state?.downstreamBulkWriteFlag
      if (context === undefined) return
      takeArrivals(collection, context, async documents => {
        try {
          await arrive(documents, checkpoint as Checkpoint)
          isStored()
        } catch (error) {
          breakOff()
          throw error
        }
      })
    },
    failed: error => {
      breakOff()
      round?.fail(error)
    },
  })

  const pullOnce = async (fetch: FetchPage<Doc, Checkpoint>): Promise<Result<void, Failure>> => {
    const replication = await kept.going()
    if (replication === null) return unasked
    try {
      return await new Promise<Result<void, Failure>>((succeed, fail) => {
        round = { replication, fetch, succeed, fail, isOver: false }
        when$.next('RESYNC')
      })
    } finally {
      round = null
    }
  }

  return {
    pull: fetch => {
      const pulling = last.then(() => pullOnce(fetch))
      last = pulling.catch(() => {})
      return pulling
    },
    stop: async () => {
      breakOff()
      round?.succeed(unasked)
      await kept.stop()
    },
  }
}

/**
 * A collection of which RxDB's push sees no change. It runs without a handler too, and would read every changed document
 * with its files and write a note of it.
 */
const withoutChanges = <Doc>(collection: RxCollection<Doc>): RxCollection<Doc> =>
  Object.create(collection, {
    storageInstance: {
      value: Object.create(collection.storageInstance, {
        changeStream: { value: () => NEVER },
        getChangedDocumentsSince: {
          value: async (_: number, checkpoint: unknown) => ({ documents: [], checkpoint }),
        },
      }),
    },
  }) as RxCollection<Doc>
