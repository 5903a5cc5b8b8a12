import type { Page } from 'playwright'
import { schemaVersion } from '../../collections/schemas/schema.ts'

/** The stored documents of a collection, read directly from the device's storage; empty when there are none. */
const readDocs = (page: Page, collection: string): Promise<readonly Stored[]> =>
  page.evaluate(async store => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const name = names.find(entry => /^transect-[0-9a-f]{16}$/.test(entry))
    if (name === undefined) return []
    const open = indexedDB.open(name)
    const db = await new Promise<IDBDatabase>(resolve => {
      open.addEventListener('success', () => resolve(open.result))
    })
    const all = db.transaction(store).objectStore(store).getAll()
    const docs = await new Promise<Stored[]>(resolve => {
      all.addEventListener('success', () => resolve(all.result as Stored[]))
    })
    db.close()
    return docs.map(({ definition_hash = '', hidden = 0 }) => ({ definition_hash, hidden }))
  }, `${collection}--${schemaVersion}`)

interface Stored {
  readonly definition_hash?: string
  readonly hidden?: number
}

/** How many forms on the device have their definition. */
export const storedDefinitions = async (page: Page): Promise<number> =>
  (await readDocs(page, 'forms')).filter(({ definition_hash }) => definition_hash !== '').length

/** How many submissions the lists have, so without unfinished and deleted ones. */
export const storedSubmissions = async (page: Page): Promise<number> =>
  (await readDocs(page, 'submissions')).filter(({ hidden }) => hidden === 0).length

/** How many databases of surveyors and of their keys are on the device. */
export const databaseCount = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return databases.filter(({ name = '' }) => /^transect-[0-9a-f]{16}/.test(name)).length
  })

/**
 * Writes copies of a stored submission, as if they had come from the server. Each is a minute older than the one
 * before.
 */
export const cloneSubmissions = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    async ([wanted, docs]) => {
      interface Clonable {
        readonly id: string
        readonly server_id: string
        readonly newest: number
        readonly created_at: string
        readonly _meta: { readonly lwt: number }
      }
      const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
      const open = indexedDB.open(names.find(name => /^transect-[0-9a-f]{16}$/.test(name)) ?? '')
      const db = await new Promise<IDBDatabase>(resolve => {
        open.addEventListener('success', () => resolve(open.result))
      })
      const all = db.transaction(docs).objectStore(docs).getAll(null, 1)
      const [sample] = await new Promise<Clonable[]>(resolve => {
        all.addEventListener('success', () => resolve(all.result as Clonable[]))
      })
      if (sample === undefined) throw new Error('There is no submission to copy.')
      // A seal opens only for its own document, so copies are stored unsealed.
      Reflect.deleteProperty(sample, 'sealed')
      const unsealed = {
        latitude: null,
        longitude: null,
        accuracy: null,
        address: '',
        city: '',
        answers: {},
        crdts: { operations: [], hash: '' },
        files: [],
        history: [],
      }
      const chunk = 5000
      const salt = crypto.randomUUID().slice(0, 8)
      for (let from = 0; from < wanted; from += chunk) {
        const writing = db.transaction(docs, 'readwrite')
        const store = writing.objectStore(docs)
        for (let place = from; place < Math.min(wanted, from + chunk); place += 1) {
          const minutes = (place + 1) * 60_000
          const id = `${salt}-${place}`
          store.put({
            ...sample,
            ...unsealed,
            id,
            server_id: id,
            newest: sample.newest + minutes,
            created_at: new Date(Date.parse(sample.created_at) - minutes).toISOString(),
            // Written before the replication's checkpoint, so that they count as old rows and not as changes.
            _meta: { ...sample._meta, lwt: sample._meta.lwt - minutes },
          })
        }
        await new Promise(resolve => writing.addEventListener('complete', resolve))
      }
      db.close()
    },
    [count, `submissions--${schemaVersion}`] as const,
  )
