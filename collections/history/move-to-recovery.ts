import type { RxCollection } from 'rxdb'
import { textOf, timeOf, type OldDocument } from './ledger-changes.ts'
import { withoutOwnFields } from '../operation-log.ts'
import type { RecoveryDoc } from '../schemas/recovery.ts'
import { newestOf } from '../schemas/schema.ts'

/**
 * Moves a document that cannot be migrated to today's version to Recovery, unchanged and with the reason, so that the
 * surveyor and a supporter can look at it. It is never dropped, and never stops the other documents. Repeating it keeps
 * one entry.
 */
export const moveToRecovery = async (
  recovery: RxCollection<RecoveryDoc>,
  collection: string,
  old: OldDocument,
  why: string,
  now: number,
): Promise<void> => {
  const key = textOf(old['id'] ?? old['key']) || JSON.stringify(old).slice(0, 200)
  const plain = withoutOwnFields(old)
  await recovery.insertIfNotExists({
    id: `document|${collection}|${key}`.slice(0, 300),
    kind: 'document',
    reason: 'migration',
    status: 0,
    message: why.slice(0, 500),
    form_id: textOf(old['form_id'] ?? old['formId']).slice(0, 200),
    formName: textOf(old['formName']),
    definition_hash: '',
    payload: { collection, document: plain },
    file_ids: collection === 'file_uploads' ? [key] : [],
    history: [],
    created_at: textOf(old['created_at'] ?? old['createdAt']),
    moved_at: now,
    newest: newestOf(timeOf(old['created_at'], old['createdAt']) || now),
  })
}
