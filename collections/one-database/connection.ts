import { Dexie } from 'dexie'
import type { Observable } from 'rxjs'
import { isNoRoom } from '../storage/no-room.ts'
import type { IndexedDbPort } from '../storage/raw-database.ts'
import { refuseNewer, storedVersion } from './stored.ts'
import { declare, partOf, type Layout } from './stores.ts'

/**
 * The one connection of a tab to a surveyor's database. A browser may close it at any time, to delete the database
 * or because its process died. Neither Dexie nor RxDB recovers from that by itself:
 *
 *   open ──closed by the browser──► reopening ──► open, reported as 'kept' or 'empty'
 *     │                               │ ├──refused: a pause, then again──► reopening
 *     └──kept for Back──► away ──back─┤ └──refused too often──► reported as 'failed'
 *                                     └── reads and writes wait here because RxDB's queues do not survive an error
 *
 * The transactions of a page that the browser keeps for Back would never end, and WebKit would let the next page wait
 * for them. So they are aborted, and what they did is done again when the page is back.
 */
export interface Connection {
  readonly db: Dexie
  /** Whether documents of an earlier version wait for their migration. */
  readonly hasEarlier: boolean
  /** Runs a read or a write, and repeats it after a reopening if necessary. */
  readonly run: <Value>(work: () => PromiseLike<Value>) => Promise<Value>
}

/**
 * What happened to a database that the browser closed while the app was open.
 * kept: it is open again with its contents. empty: the browser had deleted it, and it was created again. taken:
 * another tab is deleting or replacing it and must not be blocked. failed: it could not be opened again.
 */
export type ClosedUnder = 'kept' | 'empty' | 'taken' | 'failed'

/** What a connection calls. */
export interface ConnectionWatch {
  readonly closedUnder?: (what: ClosedUnder) => void
  /** Waits a moment between two tries. */
  readonly pause?: () => Promise<void>
  /** True when the page is left and the browser keeps it for Back; false when it is back. */
  readonly away$?: Observable<boolean>
}

/** Collections whose saved documents must survive a sudden power loss. */
const strict: ReadonlySet<string> = new Set(['submissions', 'outbox', 'file_uploads'])

/** With the pauses in between, enough tries to outlast the deletion of many photos. */
const reopenTries = 40

/**
 * Opens a database with the stores of a layout, and creates it when needed. Stores of earlier versions stay, for
 * the migration. Throws NewerData when a later version of the app wrote it, and what the browser throws.
 */
export const connect = async (
  name: string,
  port: IndexedDbPort,
  layout: Layout,
  watch: ConnectionWatch,
): Promise<Connection> => {
  const stored = await storedVersion(name, port)
  refuseNewer(stored, layout.version)
  const today = declare(layout)
  const isOlder = stored > 0 && stored < layout.version
  // Dexie deletes stores that are not declared when it raises the version.
  let earlier = isOlder ? await declaredIn(name, port, today) : {}
  const running = new Set<IDBTransaction>()
  let db = await open(name, port, layout.version, { ...earlier, ...today }, running)
  if (!isOlder && [...db.backendDB().objectStoreNames].some(store => isEarlier(store, layout))) {
    db.close()
    earlier = await declaredIn(name, port, today)
    db = await open(name, port, layout.version, { ...earlier, ...today }, running)
  }
  const counts = await Promise.all(Object.keys(earlier).map(store => db.table(store).count()))
  return { db, hasEarlier: counts.some(count => count > 0), run: followClosing(db, running, watch) }
}

const isEarlier = (store: string, { version }: Layout): boolean =>
  (partOf(store)?.version ?? version) < version

/** The declarations of a database's stores that are not among `known`. */
const declaredIn = async (
  name: string,
  port: IndexedDbPort,
  known: Readonly<Record<string, string>>,
): Promise<Record<string, string>> => {
  const db = await new Dexie(name, { ...port, cache: 'disabled' }).open()
  const declared = db.tables.map(({ name: store, schema: { primKey, indexes } }) => [
    store,
    [primKey, ...indexes].map(({ src }) => src).join(', '),
  ])
  // Dexie's own reading goes on, and would block a raise of the version. It ends before a later one.
  const [table] = db.tables
  if (table !== undefined) {
    await db.transaction('r', table, () => table.limit(1).primaryKeys())
  }
  db.close()
  return Object.fromEntries(declared.filter(([store = '']) => !(store in known)))
}

const open = (
  name: string,
  port: IndexedDbPort,
  version: number,
  stores: Readonly<Record<string, string>>,
  running: Set<IDBTransaction>,
): PromiseLike<Dexie> => {
  const db = new Dexie(name, { ...port, autoOpen: false, cache: 'disabled' })
  db.version(version).stores({ ...stores })
  db.use({ stack: 'dbcore', name: 'durability', create: durable(running) as never })
  return db.open()
}

interface Core {
  readonly transaction: (stores: string[], mode: string, options?: object) => IDBTransaction
}

/**
 * A transaction is on the device before it counts as done when the fate of an interview depends on it. What is only being
 * filled in is as durable as its answers, because a write to the disk at every pause would wear it out. `running` is the
 * transactions that have not ended.
 */
const durable =
  (running: Set<IDBTransaction>) =>
  (core: Core): Core => ({
    ...core,
    transaction: (stores, mode) => {
      const names = new Set(stores.map(store => partOf(store)?.collection ?? ''))
      const isFilling = names.has('form_responses') && !names.has('outbox')
      const isStrict = !isFilling && [...names].some(each => strict.has(each))
      const durability = isStrict ? 'strict' : 'relaxed'
      const transaction = core.transaction(stores, mode, { durability })
      running.add(transaction)
      for (const end of ['complete', 'abort']) {
        transaction.addEventListener(end, () => running.delete(transaction))
      }
      return transaction
    },
  })

/** The names that Dexie and the browsers use for the error of a transaction that the closing aborted. */
const closings: ReadonlySet<unknown> = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'AbortError',
])

const isCutOff = (error: unknown): boolean =>
  error instanceof Error && closings.has(error.name) && !isNoRoom(error)

/**
 * Whether a transaction began after Dexie had closed a lost connection and before it opened another. Nothing of it was
 * done. The app itself closed the database when there is an inner error.
 */
const isBetween = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'OpenFailedError' &&
  'inner' in error &&
  error.inner === null

// Dexie would close the database of a page that is left, and `followClosing` would open it again in that page.
Dexie.disableBfCache = true

/** Opens the database again whenever anyone but this app closed it, and makes work wait meanwhile. */
const followClosing = (
  db: Dexie,
  running: ReadonlySet<IDBTransaction>,
  { closedUnder, pause, away$ }: ConnectionWatch,
): Connection['run'] => {
  let isTaken = false
  let isNew = false
  let losses = 0
  let reopening: Promise<void> | null = null
  let back: Promise<void> | null = null
  let comeBack = () => {}
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
    await back
    const what = await reopen()
    reopening = null
    closedUnder?.(what)
  }
  const leave = () => {
    back ??= new Promise(resolve => {
      comeBack = resolve
    })
    for (const transaction of running) {
      try {
        transaction.abort()
      } catch {
        // It is being committed, which needs nothing more from this page.
      }
    }
    if (db.isOpen()) db.close({ disableAutoOpen: false })
  }
  const leaving = away$?.subscribe(isAway => {
    if (isAway) return leave()
    back = null
    comeBack()
  })
  db.on('close', () => {
    // Dexie knows only after this event whether the app itself closed it.
    queueMicrotask(() => {
      if (db.hasFailed()) return leaving?.unsubscribe()
      if (reopening !== null) return
      if (isTaken) return closedUnder?.('taken')
      losses += 1
      reopening = follow()
    })
  })
  return async work => {
    for (let isClosed = false; ;) {
      await back
      await reopening
      if (isClosed) await db.open()
      const known = losses
      try {
        return await work()
      } catch (error) {
        isClosed = isBetween(error) && !db.hasFailed()
        if (isClosed) continue
        if (!isCutOff(error)) throw error
        // A transaction in progress fails before the close event arrives.
        if (losses === known) await pause?.()
        if (losses === known) throw error
      }
    }
  }
}
