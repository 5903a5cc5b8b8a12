import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { isNoRoom } from './no-room.ts'

/**
 * A browser may close a database at any time, to delete it or because its process died. Neither Dexie nor RxDB
 * recovers from that by itself:
 *
 *   open ──closed by the browser──► reopening ──► open, reported as 'kept' or 'empty'
 *                                     │ ├──refused: a pause, then again──► reopening
 *                                     │ └──refused too often──► reported as 'failed'
 *                                     └── reads and writes wait here because RxDB's queues do not survive an error
 */

/**
 * What happened to a database that the browser closed while the app was open.
 * kept: it is open again with its contents. empty: the browser had deleted it, and it was created again. taken:
 * another tab is deleting or replacing it and must not be blocked. failed: it could not be opened again.
 */
export type ClosedUnder = 'kept' | 'empty' | 'taken' | 'failed'

/** What the reopening calls. */
export interface ReopenWatch {
  readonly closedUnder?: (what: ClosedUnder) => void
  /** Waits a moment between two tries. */
  readonly pause?: () => Promise<void>
}

type Instance = RxStorageInstanceDexie<{ id: string }>
type Dexie = Awaited<Instance['internals']>['dexieDb']

/** The reopenings in progress. */
const reopenings = new WeakMap<object, Promise<void>>()

/** With the pauses in between, enough tries to outlast the deletion of many photos. */
const reopenTries = 40

/** Opens the database again whenever anyone but this app closed it. */
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
        // The browser refuses to open a database while it deletes it.
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
    // Dexie knows only after this event whether the app itself closed it.
    queueMicrotask(() => {
      if (db.hasFailed() || reopenings.has(db)) return
      if (isTaken) closedUnder?.('taken')
      else reopenings.set(db, follow())
    })
  })
}

/** The names that Dexie and the browsers use for the error of a transaction that the closing aborted. */
const closings: ReadonlySet<unknown> = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'AbortError',
])

const isCutOff = (error: unknown): boolean =>
  error instanceof Error && closings.has(error.name) && !isNoRoom(error)

/** Makes reads and writes wait until a closed database is open again. */
export const waitForReopening = (instance: Instance, { pause }: ReopenWatch): void => {
  const whenOpen = async <Value>(run: () => Promise<Value>): Promise<Value> => {
    const { dexieDb } = await instance.internals
    await reopenings.get(dexieDb)
    try {
      return await run()
    } catch (error) {
      // A transaction in progress fails before the close event arrives.
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
