import type { Page } from 'playwright'

/** Everything that an origin stores in a browser, as texts. */
interface StoredEverything {
  /** Every record of every IndexedDB database, file bytes included, with its location. */
  readonly records: readonly string[]
  readonly databases: readonly string[]
  /** The addresses in Cache Storage. */
  readonly cached: readonly string[]
  readonly local: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
}

/** Reads it directly, not through the app. */
export const readEverything = (page: Page): Promise<StoredEverything> =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text()
      if (value instanceof CryptoKey) return 'a key'
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
        return new TextDecoder().decode(value as ArrayBuffer)
      }
      if (typeof value === 'object' && value !== null) {
        return (await Promise.all(Object.entries(value).flat().map(textOf))).join(' ')
      }
      return String(value)
    }
    const databases = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const records: string[] = []
    for (const name of databases) {
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        for (const record of await done(db.transaction(store).objectStore(store).getAll())) {
          records.push(`${name}/${store}: ${await textOf(record)}`)
        }
      }
      db.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) cached.push(url)
    }
    return {
      records,
      databases,
      cached,
      local: { ...localStorage } as Record<string, string>,
      session: { ...sessionStorage } as Record<string, string>,
    }
  })
