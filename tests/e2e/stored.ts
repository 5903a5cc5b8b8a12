import type { Page } from 'playwright'

/** The stored documents of a collection, read from the device's own storage; none when there is none. */
const readDocs = (page: Page, collection: string): Promise<readonly Stored[]> =>
  page.evaluate(async ending => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const name = names.find(entry => entry.startsWith('rxdb-dexie-') && entry.endsWith(ending))
    if (name === undefined) return []
    const open = indexedDB.open(name)
    const db = await new Promise<IDBDatabase>(resolve => {
      open.addEventListener('success', () => resolve(open.result))
    })
    const all = db.transaction('docs').objectStore('docs').getAll()
    const docs = await new Promise<Stored[]>(resolve => {
      all.addEventListener('success', () => resolve(all.result as Stored[]))
    })
    db.close()
    return docs.map(({ definition_hash = '' }) => ({ definition_hash }))
  }, `--${collection}`)

interface Stored {
  readonly definition_hash?: string
}

/** How many forms on the device carry their definition. */
export const storedDefinitions = async (page: Page): Promise<number> =>
  (await readDocs(page, 'forms')).filter(({ definition_hash }) => definition_hash !== '').length

/** How many submissions are on the device. */
export const storedSubmissions = async (page: Page): Promise<number> =>
  (await readDocs(page, 'submissions')).length

/** How many of the app's databases are on the device. */
export const databaseCount = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return databases.filter(({ name = '' }) => name.startsWith('rxdb-dexie-transect-')).length
  })
