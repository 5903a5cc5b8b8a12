import type { Database } from '../database.ts'
import { planRefusal } from '../interview/refusals.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { withoutOwnFields } from '../operation-log.ts'
import type { Refusal } from '../schemas/refusal.ts'
import { changeSetting, planSetting, settingIn } from '../writes/write-settings.ts'
import { textOf, type OldDocument } from './ledger-changes.ts'

/**
 * Keeps a document that cannot be migrated to today's version in Recovery, unchanged and with the reason, so that the
 * surveyor and a supporter can look at it. It is never dropped, and never stops the other documents. Repeating it keeps
 * one entry.
 */

/** The entry of a document that cannot be migrated. `fileIds` are its files. */
const leftover = (
  collection: string,
  old: OldDocument,
  why: string,
  now: number,
  fileIds: readonly string[],
): Refusal => {
  const key = textOf(old['id'] ?? old['key']) || JSON.stringify(old).slice(0, 200)
  return {
    id: `document|${collection}|${key}`.slice(0, 200),
    kind: 'document',
    reason: 'migration',
    status: 0,
    message: why.slice(0, 500),
    form_id: textOf(old['form_id'] ?? old['formId']).slice(0, 200),
    formName: textOf(old['formName']),
    definition_hash: '',
    payload: { collection, document: withoutOwnFields(old) },
    file_ids: collection === 'file_uploads' ? [key] : [...fileIds],
    history: [],
    created_at: textOf(old['created_at'] ?? old['createdAt']),
    moved_at: now,
  }
}

/** Keeps a document of an opened database in Recovery. */
export const moveToRecovery = (
  db: Database,
  collection: string,
  old: OldDocument,
  why: string,
  now: number,
  fileIds: readonly string[] = [],
): Promise<void> =>
  transact(transaction =>
    planLeftover(transaction, db, leftover(collection, old, why, now, fileIds)),
  )

const planLeftover = async (
  transaction: Transaction,
  db: Database,
  entry: Refusal,
): Promise<void> => {
  if ((await transaction.read(db.submissions, entry.id)) !== null) return
  await planRefusal(transaction, db, entry.id, entry)
}

/** Notes a document during a migration, when submissions cannot be written yet. */
export const noteLeftover = async (
  db: Database,
  collection: string,
  old: OldDocument,
  why: string,
  now: number,
): Promise<void> => {
  const entry = leftover(collection, old, why, now, [])
  await changeSetting(db, 'leftovers', noted =>
    noted.some(({ id }) => id === entry.id) ? null : [...noted, entry],
  )
}

/** Moves what a migration noted to Recovery. */
export const keepLeftovers = (db: Database): Promise<void> =>
  transact(async transaction => {
    const noted = await settingIn(transaction, db, 'leftovers')
    if (noted.length === 0) return
    for (const entry of noted) await planLeftover(transaction, db, entry)
    await planSetting(transaction, db, 'leftovers', [])
  })
