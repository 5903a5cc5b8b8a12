import { countryAliases } from './dial-aliases.ts'
import { callingCodes } from './dial-table.ts'

/** A country as the dial-code picker shows it. */
export interface DialCountry {
  /** ISO 3166-1, two letters. */
  readonly iso: string
  /** English, as the browser's own data tell it. */
  readonly name: string
  /** With its plus sign: '+91'. */
  readonly code: string
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every country of the table, by name. */
export const dialCountries: readonly DialCountry[] = Object.entries(callingCodes)
  .map(([iso, code]) => ({ iso, name: regionNames.of(iso) ?? iso, code: `+${code}` }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

// The table names the main country of a code first.
const mainByCode: ReadonlyMap<string, DialCountry> = new Map(
  Object.keys(callingCodes)
    .toReversed()
    .flatMap(iso => dialCountries.filter(country => country.iso === iso))
    .map(country => [country.code, country]),
)

/** Lower case, without accents and punctuation, one space between words. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z]+/g, ' ')
    .trim()

/** The country that a code is shown as: the main one of those that share it ('+1' is the United States). */
export const countryOfCode = (code: string): DialCountry | null => mainByCode.get(code) ?? null

const countryByIso = new Map(dialCountries.map(country => [country.iso, country]))

const named = [
  ...dialCountries.map(country => ({ name: plain(country.name), country })),
  ...Object.entries(countryAliases).flatMap(([name, iso]) => {
    const country = countryByIso.get(iso)
    return country === undefined ? [] : [{ name, country }]
  }),
]

const longestFirst = [...named].sort((a, b) => b.name.length - a.name.length)
const contains = (text: string, words: string) => ` ${text} `.includes(` ${words} `)

/** The one country whose name begins like that or has it as a word; null when several do. */
const begunBy = (wanted: string): DialCountry | null => {
  if (wanted.length < 4) return null
  const found = named.filter(({ name }) => name.startsWith(wanted) || contains(name, wanted))
  const countries = new Set(found.map(({ country }) => country))
  return countries.size === 1 ? (found[0]?.country ?? null) : null
}

/**
 * The country that a text names, whole or in part: 'india', 'Ahmedabad, India', 'Tanz' (5.14).
 * The longest name within the text wins ('South Sudan' is not Sudan); a part of a name counts from four
 * letters on, when it fits one country only. Null when no country is meant.
 */
export const findCountry = (text: string): DialCountry | null => {
  const wanted = plain(text)
  if (wanted === '') return null
  const exact = named.find(({ name }) => name === wanted)
  const within = longestFirst.find(({ name }) => contains(wanted, name))
  return (exact ?? within)?.country ?? begunBy(wanted)
}

const knownCodes: ReadonlySet<string> = new Set(Object.values(callingCodes))

/** The calling code that digits begin with; '' when none of the table does. No code begins another. */
export const leadingCode = (digits: string): string =>
  [1, 2, 3].map(length => digits.slice(0, length)).find(code => knownCodes.has(code)) ?? ''
