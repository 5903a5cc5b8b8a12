import { isJsonObject } from '../../replication/wire/envelope.ts'
import type { Rule, Rules } from '../../replication/wire/logic.ts'
import { asWritten, filledText } from '../../src/form/texts/rich-text.ts'

/** The names of the fields that a rule reads. */
const namesIn = (rule: Rule): readonly string[] => {
  if (Array.isArray(rule)) return rule.flatMap(namesIn)
  if (!isJsonObject(rule)) return []
  return Object.entries(rule).flatMap(([operation, given]) =>
    operation === 'var'
      ? [String([given].flat()[0]).replace(/^\$(all|each|nested|labels)\./, '')]
      : namesIn(given),
  )
}

/**
 * A text of a form in plain words, for a table without answers: a placeholder is the columns that fill it, `<nm>`, or `<…>`
 * for anything else. `columnOf` finds the column of a field by its name; undefined for an unknown one.
 */
export const withNamedFills = (
  text: string,
  fills: Rules | undefined,
  columnOf: (name: string) => string | undefined,
): string =>
  filledText(text, key => {
    const rule = fills?.[key]
    const names = rule === undefined ? [key] : namesIn(rule)
    const columns = [...new Set(names.flatMap(name => columnOf(name) ?? []))]
    if (columns.length === 0 && rule === undefined) return asWritten(key)
    return `<${columns.length === 0 ? '…' : columns.join(', ')}>`
  })
