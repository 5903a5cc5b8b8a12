import type { IndexedDbPort } from '../collections/storage/raw-database.ts'

/** The port with access to its connections: to close them as a browser does, and to refuse new ones. */
export const watchedPort = (port: IndexedDbPort) => {
  const connections = new Map<string, IDBDatabase>()
  const refusals = { left: 0 }
  const indexedDB = new Proxy(port.indexedDB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (key === 'open' && refusals.left > 0) {
          refusals.left -= 1
          throw new DOMException('The connection was closed.', 'AbortError')
        }
        const result: unknown = value.apply(target, args)
        if (key === 'open') {
          const request = result as IDBOpenDBRequest
          request.addEventListener('success', () =>
            connections.set(String(args[0]), request.result),
          )
        }
        return result
      }
    },
  })
  const closeUnder = (ending: string) => {
    for (const [name, connection] of connections) {
      if (!name.endsWith(ending)) continue
      connection.close()
      connection.onclose?.(new Event('close'))
    }
  }
  return { port: { ...port, indexedDB }, refusals, closeUnder }
}
