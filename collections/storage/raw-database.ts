/** The IndexedDB that holds the databases: the browser's, or a test's. */
export interface IndexedDbPort {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange
}

/**
 * An IndexedDB database without RxDB or Dexie: for databases that neither can open, and for the earlier app's
 * database. Nothing here changes a database's version.
 */
export interface RawDatabase {
  readonly name: string
  readonly version: number
  readonly stores: readonly string[]
  readonly count: (store: string) => Promise<number>
  /** One record; undefined when there is none. */
  readonly get: (store: string, key: IDBValidKey) => Promise<unknown>
  /** Every record in the order of its keys, `size` at a time. */
  readonly pages: (store: string, size: number) => AsyncGenerator<readonly RawRecord[]>
  readonly put: (store: string, value: unknown) => Promise<void>
  readonly close: () => void
}

/** A record and its key. */
export interface RawRecord {
  readonly key: IDBValidKey
  readonly value: unknown
}

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

/** Resolves when a transaction is on the device; otherwise rejects with the transaction's own error. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The transaction was aborted.'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', fail)
    transaction.addEventListener('error', fail)
  })

/** The databases of this origin, with their native versions. */
export const listDatabases = async ({
  indexedDB,
}: IndexedDbPort): Promise<readonly { readonly name: string; readonly version: number }[]> =>
  (await indexedDB.databases()).flatMap(({ name, version }) =>
    name === undefined ? [] : [{ name, version: version ?? 0 }],
  )

/** Opens a database at its current version. It must exist, because opening would otherwise create it. */
export const openRaw = async (port: IndexedDbPort, name: string): Promise<RawDatabase> => {
  const db = await settled(port.indexedDB.open(name))
  // Another tab wants to delete or upgrade it, and this reader must not block that.
  db.addEventListener('versionchange', () => db.close())
  return rawOf(port, name, db)
}

const rawOf = (port: IndexedDbPort, name: string, db: IDBDatabase): RawDatabase => {
  const stores = [...db.objectStoreNames]
  const reading = (store: string) => db.transaction(store).objectStore(store)

  async function* pages(store: string, size: number): AsyncGenerator<readonly RawRecord[]> {
    let last: IDBValidKey | null = null
    for (;;) {
      const source = reading(store)
      const range: IDBKeyRange | null =
        last === null ? null : port.IDBKeyRange.lowerBound(last, true)
      // One transaction for both, so that keys and values match.
      const [keys, values]: readonly [IDBValidKey[], unknown[]] = await Promise.all([
        settled(source.getAllKeys(range, size)),
        settled<unknown[]>(source.getAll(range, size)),
      ])
      if (keys.length === 0) return
      yield keys.map((key, at) => ({ key, value: values[at] }))
      last = keys.at(-1) ?? null
    }
  }

  return {
    name,
    version: db.version,
    stores,
    count: store => settled(reading(store).count()),
    get: (store, key) => settled(reading(store).get(key)),
    pages,
    put: async (store, value) => {
      const writing = db.transaction(store, 'readwrite')
      writing.objectStore(store).put(value)
      await committed(writing)
    },
    close: () => db.close(),
  }
}

/**
 * Deletes a database. Resolves with false when another tab still has it open; the browser then deletes it when
 * that tab closes it.
 */
export const deleteRaw = ({ indexedDB }: IndexedDbPort, name: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve(true))
    request.addEventListener('blocked', () => resolve(false))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not deleted.')))
  })
