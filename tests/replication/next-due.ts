import type { Database } from '../../collections/database.ts'
import { itemsToTry } from '../../collections/queries.ts'
import { inOrder } from '../../collections/query.ts'

/** When the next try of an item is due, epoch ms; null when nothing waits. */
export const nextDue = async (db: Database): Promise<number | null> => {
  const [first] = await itemsToTry(inOrder, 1).build(db.outbox).exec()
  return first?.nextRetryAt ?? null
}
