import type { RxJsonSchema } from 'rxdb'

/** Why today's schema cannot hold a document; null when it can. Indexed fields must be present and fit. */
export const schemaProblem = (
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
