import type { IndexedDbPort } from '../collections/storage/raw-database.ts'
import { seenPort } from './seen-port.ts'

/**
 * A port of a tab that dies: after so many writing transactions nothing works any more. The number may change while the
 * tab lives, and may count other writes too.
 */
export const dyingPort = (port: IndexedDbPort, writes: number | { left: number }) => {
  const connections: IDBDatabase[] = []
  const budget = typeof writes === 'number' ? { left: writes } : writes
  const live = () => {
    if (budget.left < 0) throw new DOMException('The tab is gone.', 'InvalidStateError')
  }
  const mortal = (db: IDBDatabase) => {
    connections.push(db)
    const begin = db.transaction.bind(db)
    db.transaction = (...args) => {
      if (args[1] === 'readwrite') budget.left -= 1
      live()
      return begin(...args)
    }
  }
  const called = (key: string | symbol) => {
    live()
    if (key === 'deleteDatabase') budget.left -= 1
  }
  /** Closes what the tab had open, as the browser does. */
  const bury = () => {
    budget.left = -1
    for (const db of connections) db.close()
  }
  return { port: seenPort(port, mortal, called), bury }
}
