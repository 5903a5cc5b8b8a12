import type { IndexedDbPort } from '../collections/storage/raw-database.ts'
import { seenPort } from './seen-port.ts'

/** The port with access to its connections: to close them as a browser does, and to refuse new ones. */
export const watchedPort = (port: IndexedDbPort) => {
  const connections = new Map<string, IDBDatabase>()
  const refusals = { left: 0 }
  const seen = seenPort(
    port,
    (db, name) => connections.set(name, db),
    key => {
      if (key !== 'open' || refusals.left === 0) return
      refusals.left -= 1
      throw new DOMException('The connection was closed.', 'AbortError')
    },
  )
  const closeUnder = (ending: string) => {
    for (const [name, connection] of connections) {
      if (!name.endsWith(ending)) continue
      connection.close()
      connection.onclose?.(new Event('close'))
    }
  }
  return { port: seen, refusals, closeUnder }
}
