import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { isNoRoom } from './no-room.ts'

/**
 * A browser may close a database at any time, to delete it or because its process died. Neither Dexie nor
 * RxDB goes on after that by itself:
 *
 *   open ──closed under us──► reopening ──► open, told 'kept' or 'empty'
 *                               │ ├──refused: a pause, and again──► reopening
 *                               │ └──refused too often──► told 'failed'
 *                               └── reads and writes wait here, for RxDB's queues do not outlive an error
 */

/**
 * What became of a database that was closed under the app.
 * kept: it is open again, with what was in it. empty: the browser had deleted it, and it was made anew.
 * taken: another tab deletes or replaces it, and must not be hindered. failed: it could not be opened again.
 */
export type ClosedUnder = 'kept' | 'empty' | 'taken' | 'failed'

/** Who is told, and what lets time pass. */
export interface ReopenWatch {
  readonly closedUnder?: (what: ClosedUnder) => void
  /** Lets a moment pass between two tries. */
  readonly pause?: () => Promise<void>
}

type Instance = RxStorageInstanceDexie<{ id: string }>
type Dexie = Awaited<Instance['internals']>['dexieDb']

/** Those under way. */
const reopenings = new WeakMap<object, Promise<void>>()

/** With the pause between them enough for the deletion of many photos. */
const reopenTries = 40

/** Opens the database again whenever it was closed by somebody else than us. */
export const reopenWhenClosedUnder = (db: Dexie, { closedUnder, pause }: ReopenWatch): void => {
  let isTaken = false
  let isNew = false
  db.on('versionchange', () => {
    isTaken = true
  })
  db.on('populate', () => {
    isNew = true
  })
  const reopen = async (): Promise<ClosedUnder> => {
    isNew = false
    for (let tries = 0; tries < reopenTries; tries += 1) {
      try {
        await db.open()
        return isNew ? 'empty' : 'kept'
      } catch {
        // While it is being deleted, the browser refuses to open it.
        await pause?.()
      }
    }
    return 'failed'
  }
  const follow = async (): Promise<void> => {
    const what = await reopen()
    reopenings.delete(db)
    closedUnder?.(what)
  }
  db.on('close', () => {
    // Whether it was we who closed it, Dexie knows only after this event.
    queueMicrotask(() => {
      if (db.hasFailed() || reopenings.has(db)) return
      if (isTaken) closedUnder?.('taken')
      else reopenings.set(db, follow())
    })
  })
}

/** What Dexie and the browser call a transaction that the closing cut off. */
const closings: ReadonlySet<unknown> = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'AbortError',
])

const isCutOff = (error: unknown): boolean =>
  error instanceof Error && closings.has(error.name) && !isNoRoom(error)

/** Lets reads and writes wait until a database that was closed is open again. */
export const waitForReopening = (instance: Instance, { pause }: ReopenWatch): void => {
  const whenOpen = async <Value>(run: () => Promise<Value>): Promise<Value> => {
    const { dexieDb } = await instance.internals
    await reopenings.get(dexieDb)
    try {
      return await run()
    } catch (error) {
      // What was under way is cut off before the closing itself is told.
      if (isCutOff(error)) await pause?.()
      const reopening = reopenings.get(dexieDb)
      if (reopening === undefined || !isCutOff(error)) throw error
      await reopening
      return run()
    }
  }
  const { bulkWrite, findDocumentsById, query, count, getAttachmentData } = instance
  const { getChangedDocumentsSince: since } = instance as { getChangedDocumentsSince?: Since }
  Object.assign(instance, {
    bulkWrite: (...args: Parameters<typeof bulkWrite>) =>
      whenOpen(() => bulkWrite.apply(instance, args)),
    findDocumentsById: (...args: Parameters<typeof findDocumentsById>) =>
      whenOpen(() => findDocumentsById.apply(instance, args)),
    query: (...args: Parameters<typeof query>) => whenOpen(() => query.apply(instance, args)),
    count: (...args: Parameters<typeof count>) => whenOpen(() => count.apply(instance, args)),
    getAttachmentData: (...args: Parameters<typeof getAttachmentData>) =>
      whenOpen(() => getAttachmentData.apply(instance, args)),
    ...(since === undefined
      ? {}
      : {
          getChangedDocumentsSince: (...args: Parameters<Since>) => whenOpen(() => since(...args)),
        }),
  })
}

type Since = (limit: number, checkpoint?: unknown) => Promise<unknown>
