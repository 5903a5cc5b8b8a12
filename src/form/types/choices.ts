import type { FieldOption } from '../../../replication/wire/forms.ts'
import { line, linePx, type FieldTypeRules } from './field-type.ts'

const cardPx = 60

/** A list with more options than this is not shown in the form itself: it opens, and can be searched. */
export const longList = 12

/** An option for each value; one that the form does not have (any more) is shown as its value. */
const chosenOptions = (
  values: readonly string[],
  options: readonly FieldOption[],
): readonly FieldOption[] =>
  values
    .filter(value => value !== '')
    .map(value => options.find(option => option.value === value) ?? { value, label: value })

/** What RADIO, CHECKBOX and SELECT have in common: their options one under the other. */
export const choice: FieldTypeRules<never> = {
  ...line,
  withoutOptions: 'text',
  fromList: ([first = '']) => first,
  read: (answer, options) => ({
    kind: 'options',
    chosen: chosenOptions([answer].flat(), options),
  }),
  heightPx: ({ options }) => options.length * cardPx,
}

/** SELECT: one line, except for several of a few options. */
export const select: FieldTypeRules<never> = {
  ...choice,
  heightPx: field =>
    field.multiple && field.options.length <= longList ? choice.heightPx(field) : linePx,
}
