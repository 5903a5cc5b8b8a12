import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'

/** A port of a full disk: every transaction that puts something is aborted, until a database is deleted. */
export const fullPort = (port: IndexedDbPort): IndexedDbPort => {
  let isFull = true
  const limit = (db: IDBDatabase) => {
    const begin = db.transaction.bind(db)
    db.transaction = (...args) => {
      const transaction = begin(...args)
      const storeOf = transaction.objectStore.bind(transaction)
      transaction.objectStore = name => {
        const store = storeOf(name)
        const put = store.put.bind(store)
        store.put = (...record) => {
          const request = put(...record)
          if (isFull) {
            const error = new DOMException('The disk is full.', 'QuotaExceededError')
            Object.defineProperty(transaction, 'error', { value: error })
            transaction.abort()
          }
          return request
        }
        return store
      }
      return transaction
    }
  }
  const indexedDB = new Proxy(port.indexedDB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args)
        if (key === 'deleteDatabase') isFull = false
        if (key === 'open') {
          const request = result as IDBOpenDBRequest
          request.addEventListener('success', () => limit(request.result))
        }
        return result
      }
    },
  })
  return { ...port, indexedDB }
}
