import { isJsonObject } from '../../../replication/wire/envelope.ts'
import type { Rule } from '../../../replication/wire/logic.ts'
import type { CompiledField } from '../definition/compiled-form.ts'
import { optionKeysOf } from './field-texts.ts'

/** The name by which rules read the labels of a field. */
const labelsName = /^\$labels\.(.+)$/

const namedLabels = (rule: Rule): string | undefined =>
  isJsonObject(rule) ? labelsName.exec(String([rule['var']].flat()[0]))?.[1] : undefined

/**
 * Makes the function that adds to each `label_of` of a rule what fills the placeholders of the labels, so that the rule
 * reads these answers too: `key, rule` for each. null when no label has a placeholder. `ruleOf` returns the rule for a
 * key of a field's texts; undefined when it is part of the text.
 */
export const createLabelFills = (
  fields: readonly CompiledField[],
  fieldOf: (name: string) => CompiledField | undefined,
): ((rule: Rule, ruleOf: (key: string, field: CompiledField) => Rule | undefined) => Rule) => {
  const keysById = new Map(
    fields
      .map(field => [field.id, optionKeysOf(field)] as const)
      .filter(([, keys]) => keys.length > 0),
  )
  return (whole, ruleOf) => {
    const added = (rule: Rule, within: readonly CompiledField[]): Rule => {
      if (Array.isArray(rule)) return rule.map(part => added(part, within))
      if (!isJsonObject(rule)) return rule
      return Object.fromEntries(
        Object.entries(rule).map(([operation, given]) => [
          operation,
          operation === 'label_of' && Array.isArray(given)
            ? [...given.map(part => added(part, within)), ...fillsOf(namedLabels(given[1]), within)]
            : added(given, within),
        ]),
      )
    }
    const fillsOf = (
      name: string | undefined,
      within: readonly CompiledField[],
    ): readonly Rule[] => {
      const field = name === undefined ? undefined : fieldOf(name)
      // A label that contains itself ends here.
      if (field === undefined || within.includes(field)) return []
      return (keysById.get(field.id) ?? []).flatMap(key => {
        const rule = ruleOf(key, field)
        return rule === undefined ? [] : [key, added(rule, [...within, field])]
      })
    }
    return keysById.size === 0 ? whole : added(whole, [])
  }
}
