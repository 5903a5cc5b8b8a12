import type { FieldOption } from '../../../replication/wire/forms.ts'
import { line, linePx, type FieldTypeRules } from './field-type.ts'

const cardPx = 60

/** A list with more options than this opens in a dialog with a search. */
export const longList = 12

/** A label with more characters than this may not fit into one line of a phone. */
export const longLabel = 40

/** The most options that are laid out at once, because a phone takes seconds to lay out thousands. A search finds the others. */
export const mostShown = 100

/** The option of each value; a value without an option is its own label. */
const chosenOptions = (
  values: readonly string[],
  options: readonly FieldOption[],
): readonly FieldOption[] =>
  values
    .filter(value => value !== '')
    .map(value => options.find(option => option.value === value) ?? { value, label: value })

/** How many options are next to each other, as a phone shows them. */
const optionsPerLine = (words: readonly string[]): number => {
  if (words.some(word => /^(likert|list)/.test(word))) return Number.POSITIVE_INFINITY
  return words.some(word => word.startsWith('columns')) ? 2 : 1
}

/** What RADIO, CHECKBOX, SELECT and RANK share: options one below the other. */
export const choice: FieldTypeRules<never> = {
  ...line,
  withoutOptions: 'text',
  fromList: ([first = '']) => first,
  read: (answer, options) => ({
    kind: 'options',
    chosen: chosenOptions([answer].flat(), options),
  }),
  heightPx: ({ options, appearance }) =>
    Math.max(1, Math.ceil(options.length / optionsPerLine(appearance))) * cardPx,
}

/** SELECT: one line, except for several of a few options. */
export const select: FieldTypeRules<never> = {
  ...choice,
  heightPx: field =>
    field.multiple && field.options.length > 0 && field.options.length <= longList
      ? choice.heightPx(field)
      : linePx,
}

/** RADIO: one line where there are too many options. */
export const radio: FieldTypeRules<never> = {
  ...choice,
  heightPx: field => (field.options.length > mostShown ? linePx : choice.heightPx(field)),
}

/** CHECKBOX: several, or a plain Yes without options. */
export const boxes: FieldTypeRules<never> = {
  ...radio,
  withoutOptions: 'yes',
  fromList: line.fromList,
}
