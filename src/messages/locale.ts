/** How numbers, days and plurals are written: Intl's rules for the language that is spoken now. */

/** A BCP 47 tag; undefined for what the device prefers. */
let tag: string | undefined

/** The tag that Intl is given wherever something is formatted for the eye. */
export const locale = (): string | undefined => tag

/** From now on numbers and days are written so. */
export const setLocale = (next: string | undefined): void => {
  tag = next
  countryNames = null
  numberFormats.clear()
  dateFormats.clear()
}

/* Making one of Intl's formats takes a millisecond, and a list needs a hundred: each is made once. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

const known = <Format>(formats: Map<string, Format>, name: string, make: () => Format): Format => {
  const format = formats.get(name) ?? make()
  formats.set(name, format)
  return format
}

/** A number as the language writes it. */
export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  known(
    numberFormats,
    JSON.stringify(options) ?? '',
    () => new Intl.NumberFormat(tag, options),
  ).format(value)

/** A time as the language writes it; '' when there is none. A format keeps its time zone, and a device may move. */
export const timeText = (time: Date, options: Intl.DateTimeFormatOptions): string =>
  Number.isNaN(time.getTime())
    ? ''
    : known(
        dateFormats,
        `${time.getTimezoneOffset()} ${JSON.stringify(options)}`,
        () => new Intl.DateTimeFormat(tag, options),
      ).format(time)

const createCountryNames = () => new Intl.DisplayNames(tag ?? 'en', { type: 'region' })
let countryNames: Intl.DisplayNames | null = null

/** What a country, given by its two letters, is called. */
export const countryText = (iso: string): string =>
  (countryNames ??= createCountryNames()).of(iso) ?? iso

/** One text for each plural form that a language has; what is not given is said as `other`. */
export type PluralForms<Form extends Intl.LDMLPluralRule = Intl.LDMLPluralRule> = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & Record<Form, string> & { other: string }
>

/** Picks the form that a language uses with a number; the forms named are those that must be given. */
export const pluralOf = <Form extends Intl.LDMLPluralRule>(language: string) => {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: PluralForms<Form>): string =>
    forms[rules.select(count)] ?? forms.other
}
