import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { seenPort } from '../seen-port.ts'

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
  return seenPort(port, limit, key => {
    if (key === 'deleteDatabase') isFull = false
  })
}
