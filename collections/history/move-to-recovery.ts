import type { RxCollection, RxJsonSchema } from 'rxdb'
import { textOf, timeOf, type OldDocument } from './ledger-changes.ts'
import type { RecoveryDoc } from '../schemas/recovery.ts'
import { newestOf } from '../schemas/schema.ts'

/**
 * A document that cannot be migrated to today's version moves to Recovery unchanged, so that the surveyor and a
 * supporter can look at it. It is never dropped, and never stops the other documents.
 */

/** Why today's schema cannot hold a document; null when it can. Indexed fields must be present and fit. */
export const problemOf = (
  schema: RxJsonSchema<never>,
  doc: Readonly<Record<string, unknown>>,
): string | null => {
  const properties = schema.properties as Readonly<
    Record<string, { readonly type?: string; readonly maxLength?: number }>
  >
  for (const field of (schema.required ?? []) as readonly string[]) {
    // RxDB sets its own fields itself.
    if (field.startsWith('_')) continue
    const value = doc[field]
    const { type, maxLength = Number.POSITIVE_INFINITY } = properties[field] ?? {}
    if (value === undefined) return `${field} is missing`
    if ((type === 'string' || type === 'number') && typeof value !== type) {
      return `${field} is no ${type}`
    }
    if (typeof value === 'number' && !Number.isFinite(value)) return `${field} is no number`
    if (typeof value === 'string' && value.length > maxLength) return `${field} is too long`
    if (field === schema.primaryKey && value === '') return `${field} is empty`
  }
  return null
}

/** Moves a document to Recovery, with the reason. Repeating it keeps one entry. */
export const moveToRecovery = async (
  recovery: RxCollection<RecoveryDoc>,
  collection: string,
  old: OldDocument,
  why: string,
  now: number,
): Promise<void> => {
  const key = textOf(old['id'] ?? old['key']) || JSON.stringify(old).slice(0, 200)
  const plain = Object.fromEntries(Object.entries(old).filter(([field]) => !field.startsWith('_')))
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
