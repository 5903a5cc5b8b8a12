import type { Database } from '../../collections/database.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { planSetting, settingIn } from '../../collections/writes/write-settings.ts'

/**
 * Lists and backups bring interviews that another device may have made. Each decides by what it finds on this device
 * whether an interview is new here, so two of them at once would both add it. Therefore each reads this count before
 * it decides, and raises it in the transaction that adds: if another one was faster, the transaction does not hold.
 */

/** The count as the transaction finds it. */
export const arrivalsIn = (transaction: Transaction, db: Database): Promise<number> =>
  settingIn(transaction, db, 'arrivals')

/** Plans to raise the count that was `seen`. */
export const planArrival = (transaction: Transaction, db: Database, seen: number): Promise<void> =>
  planSetting(transaction, db, 'arrivals', seen + 1)
