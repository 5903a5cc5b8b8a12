import { shownAsUtc } from '../lib/local-time.ts'

/** Formats numbers, days and plurals by Intl's rules for the chosen language. */

/** A BCP 47 tag; undefined for the device's preference. */
let tag: string | undefined

/** The tag for Intl, wherever something is formatted to be shown. */
export const locale = (): string | undefined => tag

/** Changes the locale of all later formatting. */
export const setLocale = (next: string | undefined): void => {
  tag = next
  countryNames = null
  numberFormats.clear()
  dateFormats.clear()
}

/* Each format is made once, because making one takes a millisecond and a list needs a hundred. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

const known = <Format>(formats: Map<string, Format>, name: string, make: () => Format): Format => {
  const format = formats.get(name) ?? make()
  formats.set(name, format)
  return format
}

/** A number in the language's format. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  known(
    numberFormats,
    JSON.stringify(options) ?? '',
    () => new Intl.NumberFormat(tag, options),
  ).format(value)

/**
 * A time in the language's format; '' for an invalid time. What the device's clock showed is formatted as if it were UTC,
 * because a format keeps its zone and a device may move.
 */
export const timeText = (time: Date, options: Intl.DateTimeFormatOptions): string =>
  Number.isNaN(time.getTime())
    ? ''
    : known(
        dateFormats,
        JSON.stringify(options),
        () => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }),
      ).format(shownAsUtc(time))

const createCountryNames = () => new Intl.DisplayNames(tag ?? 'en', { type: 'region' })
let countryNames: Intl.DisplayNames | null = null

/** Whether the language writes the day of a date before its month: 20/11, not 11/20. */
export const isDayFirst = (): boolean => {
  const parts = new Intl.DateTimeFormat(tag).formatToParts(0).map(({ type }) => type)
  return parts.indexOf('day') < parts.indexOf('month')
}

/** The name of a country, by its two letters. */
export const countryText = (iso: string): string =>
  (countryNames ??= createCountryNames()).of(iso) ?? iso

/** One text per plural form of a language; `other` serves for the missing ones. */
type PluralForms<Form extends Intl.LDMLPluralRule = Intl.LDMLPluralRule> = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & Record<Form, string> & { other: string }
>

/**
 * Returns a function that picks the plural form for a number; `Form` names the forms that must be given. The rules are
 * read at the first number, because a start loads words that it may not show.
 */
export const pluralOf = <Form extends Intl.LDMLPluralRule>(language: string) => {
  let rules: Intl.PluralRules | null = null
  return (count: number, forms: PluralForms<Form>): string =>
    forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other
}
