import type { CompiledField, CompiledForm } from './compile.ts'

/** What became of a form's questions between two versions, each list in the order of its form. */
export interface DefinitionDiff {
  readonly added: readonly CompiledField[]
  readonly removed: readonly CompiledField[]
  /** As they are in the newer version. */
  readonly changed: readonly CompiledField[]
}

/** Everything that a surveyor would see differ; where a question stands is no change of it. */
const essence = (field: CompiledField): string => JSON.stringify({ ...field, index: 0 })

/** Compares two versions of a form, question by question; pure. */
export const diffDefinitions = (older: CompiledForm, newer: CompiledForm): DefinitionDiff => ({
  added: newer.fields.filter(({ id }) => !older.fieldById.has(id)),
  removed: older.fields.filter(({ id }) => !newer.fieldById.has(id)),
  changed: newer.fields.filter(field => {
    const before = older.fieldById.get(field.id)
    return before !== undefined && essence(before) !== essence(field)
  }),
})
