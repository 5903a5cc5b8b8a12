import type { IndexedDbPort } from '../collections/storage/raw-database.ts'

/** The port; `see` gets each connection that is opened, and `call` runs before each call of the factory. */
export const seenPort = (
  port: IndexedDbPort,
  see: (db: IDBDatabase, name: string) => void,
  call: (key: string | symbol) => void = () => {},
): IndexedDbPort => {
  const indexedDB = new Proxy(port.indexedDB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        call(key)
        const result: unknown = value.apply(target, args)
        if (key === 'open') {
          const request = result as IDBOpenDBRequest
          request.addEventListener('success', () => see(request.result, String(args[0])))
        }
        return result
      }
    },
  })
  return { ...port, indexedDB }
}
