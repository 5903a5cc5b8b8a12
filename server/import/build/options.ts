import type { ReportLine } from '../report.ts'
import type { SourceField, SourceMedia, SourceOption, Texts } from '../source.ts'
import { wordsJson } from './words.ts'

type Say = (outcome: ReportLine['outcome'], what: string) => void

/** The option that `or_other` adds. */
export const otherOption: SourceOption = {
  value: 'other',
  label: { plain: 'Other', byLanguage: {} },
  media: {},
  place: '',
  columns: {},
}

/** Removes an option that no filter could distinguish from an earlier one. */
const distinct = (
  options: readonly SourceOption[],
  isFiltered: boolean,
  say: Say,
): readonly SourceOption[] => {
  const seen = new Map<string, SourceOption>()
  return options.filter(option => {
    const key = JSON.stringify([option.value, isFiltered ? option.columns : null])
    const before = seen.get(key)
    if (before === undefined) {
      seen.set(key, option)
      return true
    }
    say('left out', `a second option "${option.value}", at ${option.place}`)
    return false
  })
}

/** The options of a field's JSON; empty when it has none. */
export const optionsJson = (
  field: SourceField,
  words: (texts: Texts, what: string) => Texts,
  shown: (media: SourceMedia) => object,
  say: Say,
): object => {
  if (field.options?.kind !== 'list') return {}
  const { options } = field.options
  const isAdded = field.hasOther && options.every(({ value }) => value !== otherOption.value)
  const all = isAdded ? [...options, otherOption] : options
  return {
    options: distinct(all, field.choiceFilter !== null, say).map(
      ({ value, label, media, columns }) => ({
        value,
        ...wordsJson('label', 'labels', words(label, `option "${value}"`)),
        ...shown(media),
        ...(Object.keys(columns).length === 0 ? {} : { more: columns }),
      }),
    ),
  }
}

/** A filter by a position that is known, such as `3`, as one by the name of that option. */
export const optionAt = ({ options }: SourceField, filter: string): string => {
  const place = /^\s*\d+\s*$/.test(filter) ? Number(filter) : null
  if (place === null || options?.kind !== 'list') return filter
  const value = options.options[place - 1]?.value
  return value === undefined ? 'false()' : `name = "${value}"`
}
