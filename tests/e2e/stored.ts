import type { Page } from 'playwright'

/** How many forms on the device carry their definition, read from its own storage. */
export const storedDefinitions = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const name = names.find(candidate => /^rxdb-dexie-.*--forms$/.test(candidate))
    if (name === undefined) return 0
    const open = indexedDB.open(name)
    const db = await new Promise<IDBDatabase>(resolve => {
      open.addEventListener('success', () => resolve(open.result))
    })
    const all = db.transaction('docs').objectStore('docs').getAll()
    const docs = await new Promise<{ definition_hash?: string }[]>(resolve => {
      all.addEventListener('success', () => resolve(all.result))
    })
    db.close()
    return docs.filter(doc => (doc.definition_hash ?? '') !== '').length
  })

/** How many of the app's databases are on the device. */
export const databaseCount = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return databases.filter(({ name = '' }) => name.startsWith('rxdb-dexie-transect-')).length
  })
