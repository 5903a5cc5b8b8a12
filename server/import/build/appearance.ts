import type { FieldType } from '../../../replication/wire/field-types.ts'
import {
  isAppearanceWord,
  isParameterName,
  type Appearance,
  type AppearanceWord,
  type ParameterName,
  type Parameters,
} from '../../../replication/wire/form/appearance.ts'
import type { NumberRange } from '../../../replication/wire/forms.ts'
import { rangeOf, type SourceField, type SourceItem } from '../source.ts'

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
  RADIO: /^(likert|list|list-nolabel|no-buttons|columns.*|map)$/,
  CHECKBOX: /^(list|list-nolabel|no-buttons|columns.*|map)$/,
  SELECT: /^map$/,
  TEXT: /^masked$/,
  NUMBER: /^counter$/,
  DATE: /^(month-year|year)$/,
  GEOPOINT: /^(maps|placement-map)$/,
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
  appearance.some(word => word !== 'map' && isObeyed('RADIO', word))

/** Whether numbers are a whole number of steps apart, although a step such as 0.1 is none of binary digits. */
const isOnStep = (distance: number, step: number): boolean =>
  Math.abs(distance / step - Math.round(distance / step)) < 1e-6

/** Whether a line that goes on in these steps has a number. */
export const isOnLine = ({ min, max }: NumberRange, number: number, step: number): boolean =>
  number >= min && number <= max && isOnStep(number - min, step)

/** Whether the answers of a type are lines or areas. */
const isDrawn = (type: FieldType): boolean => type === 'GEOTRACE' || type === 'GEOSHAPE'

/** Whether a field of this type obeys a parameter with this value. */
const isObeyedNumber = (
  field: SourceField,
  type: FieldType,
  name: ParameterName,
  number: number,
): boolean => {
  const range = rangeOf(field)
  switch (name) {
    case 'capture-accuracy':
      return (type === 'GEOPOINT' || isDrawn(type)) && number > 0
    case 'warning-accuracy':
      return type === 'GEOPOINT' && number > 0
    case 'incremental':
      return isDrawn(type) && number === 1
    case 'max-pixels':
      return ['IMAGE', 'SIGNATURE', 'SKETCH'].includes(type) && number >= 1
    case 'tick_interval':
      return (
        type === 'RANGE' &&
        !field.appearance.includes('no-ticks') &&
        number > 0 &&
        number <= range.max - range.min &&
        isOnStep(number, range.step)
      )
    case 'placeholder':
      return type === 'RANGE' && isOnLine(range, number, range.step)
  }
}

/** The number of a parameter. */
const numberOf = (name: string, text: string): number => {
  if (name === 'incremental') return Number(/^(true(\(\))?|yes)$/i.test(text))
  // A line may go from the larger number to the smaller one, in steps below 0.
  return name === 'tick_interval' ? Math.abs(Number(text)) : Number(text)
}

/** The parameters that a field of this type obeys. */
export const obeyedParameters = (field: SourceField, type: FieldType): Parameters =>
  Object.fromEntries(
    Object.entries(field.parameters).flatMap(([name, text]) => {
      const number = numberOf(name, text)
      const isKnown = isParameterName(name) && Number.isFinite(number)
      return isKnown && isObeyedNumber(field, type, name, number) ? [[name, number]] : []
    }),
  )

/** The appearance and the parameters of a field's JSON; no property where it has none. */
export const appearanceJson = (field: SourceField, type: FieldType): Appearance => {
  const appearance = [...new Set(field.appearance.flatMap(word => obeyedWords(type, word)))]
  const parameters = obeyedParameters(field, type)
  return {
    ...(appearance.length === 0 ? {} : { appearance }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  }
}

/** A field without those of its options that label a number which its line does not have, or has no tick at. */
export const withTickLabels = (
  field: SourceField,
  type: FieldType,
  leaveOut: (what: string) => void,
): SourceField => {
  const { options } = field
  if (field.type !== 'range' || options?.kind !== 'list') return field
  const range = rangeOf(field)
  const step = obeyedParameters(field, type).tick_interval ?? range.step
  const isTick = (value: string): boolean =>
    type === 'RANGE' && value.trim() !== '' && isOnLine(range, Number(value), step)
  for (const { value, place } of options.options) {
    if (!isTick(value)) leaveOut(`the label of ${value}, at ${place}: it is at no tick of the line`)
  }
  return {
    ...field,
    options: { kind: 'list', options: options.options.filter(({ value }) => isTick(value)) },
  }
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
