import type { FieldType } from '../../../replication/wire/field-types.ts'
import {
  isAppearanceWord,
  type Appearance,
  type AppearanceWord,
} from '../../../replication/wire/form/appearance.ts'
import type { SourceField, SourceItem } from '../source.ts'

/* How a question is asked, beyond its type. */

/** Older words for an appearance. */
const olderWords: Readonly<Record<string, readonly string[]>> = {
  horizontal: ['columns'],
  'horizontal-compact': ['columns-pack'],
  compact: ['columns-pack', 'no-buttons'],
}

const currentWords = (word: string): readonly string[] => {
  const [, columns] = /^compact-(\d+)$/.exec(word) ?? []
  return columns === undefined ? (olderWords[word] ?? [word]) : [`columns-${columns}`, 'no-buttons']
}

/** The words that each field type obeys. */
const wordsByType: Readonly<Partial<Record<FieldType, RegExp>>> = {
  RADIO: /^(likert|list|list-nolabel|no-buttons|columns.*)$/,
  CHECKBOX: /^(list|list-nolabel|no-buttons|columns.*)$/,
  TEXT: /^masked$/,
  NUMBER: /^counter$/,
  DATE: /^(month-year|year)$/,
}

/** The words of the form for a word of the source; empty when a field of this type does not obey it. */
const obeyedWords = (type: FieldType, word: string): readonly AppearanceWord[] => {
  const words = currentWords(word).filter(isAppearanceWord)
  return words.filter(one => wordsByType[type]?.test(one) === true)
}

/** Whether a field of this type obeys a word of its appearance. */
export const isObeyed = (type: FieldType, word: string): boolean =>
  obeyedWords(type, word).length > 0

/** Whether the words of an appearance place the options of a choice, so that they are all shown. */
export const placesOptions = (appearance: readonly string[]): boolean =>
  appearance.some(word => isObeyed('RADIO', word))

/** The appearance of a field's JSON; no property when it has none. */
export const appearanceJson = (field: SourceField, type: FieldType): Appearance => {
  const appearance = [...new Set(field.appearance.flatMap(word => obeyedWords(type, word)))]
  return appearance.length === 0 ? {} : { appearance }
}

/** The head of a table is no question: its words are a note, and its options are those of the rows. */
const headOf = (field: SourceField): readonly SourceField[] => {
  if (field.label.plain === '' && field.hint.plain === '') return []
  const rules = { required: null, constraint: null, choiceFilter: null, initial: null }
  const choice = { options: null, hasOther: false, appearance: [], parameters: {} }
  return [{ ...field, ...rules, ...choice, type: 'note' }]
}

const isChoice = ({ type }: SourceField): boolean =>
  type === 'select_one' || type === 'select_multiple'

/** Turns each table, a group with `table-list` or questions below one with `label`, into rows with `list-nolabel`. */
export const withTables = (items: readonly SourceItem[], isTable = false): readonly SourceItem[] =>
  items.flatMap((item): readonly SourceItem[] => {
    if (item.kind !== 'field') {
      const inner = item.appearance.some(word => /^table-list$/i.test(word))
      return [{ ...item, items: withTables(item.items, inner) }]
    }
    if (!isChoice(item)) return [item]
    if (item.appearance.includes('label')) return headOf(item)
    return [isTable ? { ...item, appearance: [...item.appearance, 'list-nolabel'] } : item]
  })
