import type { RxCollection, RxJsonSchema } from 'rxdb'
import { textOf, timeOf, type OldDocument } from './ledger-changes.ts'
import type { RecoveryDoc } from '../schemas/recovery.ts'
import { newestOf } from '../schemas/schema.ts'

/**
 * Where a document goes that cannot be brought to today's version: to Recovery, as it was, for the
 * surveyor and whoever helps them to look at. It is never dropped, and never stops the others.
 */

/** Why today's schema cannot hold a document; null when it can. Indexed fields must be there and fit. */
export const problemOf = (
  schema: RxJsonSchema<never>,
  doc: Readonly<Record<string, unknown>>,
): string | null => {
  const properties = schema.properties as Readonly<
    Record<string, { readonly type?: string; readonly maxLength?: number }>
  >
  for (const field of (schema.required ?? []) as readonly string[]) {
    // RxDB's own are not a strategy's business.
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

/** Keeps in Recovery what a document was, and why it could not come along. Doing it twice keeps one. */
export const quarantine = async (
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
