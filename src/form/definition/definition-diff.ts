import type { CompiledField, CompiledForm } from './compiled-form.ts'

/** What changed in a form's questions between two versions. Each list is in the order of its form. */
export interface DefinitionDiff {
  readonly added: readonly CompiledField[]
  readonly removed: readonly CompiledField[]
  /** In their newer version. */
  readonly changed: readonly CompiledField[]
}

/** A text of everything in a field whose change a surveyor would notice, except its position in the form. */
const essence = (field: CompiledField): string => JSON.stringify({ ...field, index: 0, number: 0 })

/** Compares two versions of a form, question by question; pure. */
export const diffDefinitions = (
  { template: older }: CompiledForm,
  { template: newer }: CompiledForm,
): DefinitionDiff => {
  const olderById = new Map(older.fields.map(field => [field.id, field]))
  const newerIds = new Set(newer.fields.map(({ id }) => id))
  return {
    added: newer.fields.filter(({ id }) => !olderById.has(id)),
    removed: older.fields.filter(({ id }) => !newerIds.has(id)),
    changed: newer.fields.filter(field => {
      const before = olderById.get(field.id)
      return before !== undefined && essence(before) !== essence(field)
    }),
  }
}
