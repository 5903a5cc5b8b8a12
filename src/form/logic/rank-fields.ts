import type { CompiledField, FieldRules } from '../definition/compiled-form.ts'
import { answerKeyOf, setKeysOf } from '../definition/value-keys.ts'

/** The order of a form's fields, by id, and the fields without one because they are part of a cycle. */
interface Ranks {
  readonly rankById: ReadonlyMap<string, number>
  readonly cyclic: readonly CompiledField[]
}

/**
 * Orders fields so that a field comes after all fields that its value depends on. Rules that only check a value do not
 * count, because they may read the field itself.
 */
export const rankFields = (
  fields: readonly CompiledField[],
  bound: readonly FieldRules[],
): Ranks => {
  const byKey = new Map(
    fields.flatMap(field => [
      [answerKeyOf(field), field] as const,
      ...setKeysOf(field).map(key => [key, field] as const),
    ]),
  )
  const rulesById = new Map(bound.map(rules => [rules.field.id, rules]))
  const rankById = new Map<string, number>()
  const onPath: CompiledField[] = []
  const cyclic = new Set<CompiledField>()

  const visit = (field: CompiledField): void => {
    if (rankById.has(field.id)) return
    const begun = onPath.indexOf(field)
    if (begun >= 0) {
      onPath.slice(begun).forEach(member => cyclic.add(member))
      return
    }
    onPath.push(field)
    const rules = rulesById.get(field.id)
    for (const rule of [rules?.repeatIf, rules?.visibleIf, rules?.calculate]) {
      for (const key of rule?.reads ?? []) {
        const read = byKey.get(key)
        if (read !== undefined) visit(read)
      }
    }
    onPath.pop()
    rankById.set(field.id, rankById.size)
  }
  fields.forEach(visit)
  return { rankById, cyclic: [...cyclic] }
}
