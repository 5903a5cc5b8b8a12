import { countryAliases } from './dial-aliases.ts'
import { callingCodes } from './dial-table.ts'

/** A country as the dial-code picker shows it. */
interface DialCountry {
  /** ISO 3166-1, two letters. */
  readonly iso: string
  /** The English name in the browser's data. */
  readonly name: string
  /** With its plus sign: '+91'. */
  readonly code: string
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every country of the table, by name. */
export const dialCountries: readonly DialCountry[] = Object.entries(callingCodes)
  .map(([iso, code]) => ({ iso, name: regionNames.of(iso) ?? iso, code: `+${code}` }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

// The table lists the main country of each code first.
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

/** The country shown for a code: the main one of those that share it ('+1' is the United States). */
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

/** The one country whose name begins with the text or has it as a word; null when several match. */
const startingWith = (wanted: string): DialCountry | null => {
  if (wanted.length < 4) return null
  const found = named.filter(({ name }) => name.startsWith(wanted) || contains(name, wanted))
  const countries = new Set(found.map(({ country }) => country))
  return countries.size === 1 ? (found[0]?.country ?? null) : null
}

/**
 * The country that a text names, whole or in part: 'india', 'Ahmedabad, India', 'Tanz' (5.14). The longest name in the
 * text wins ('South Sudan' is not Sudan). A part of a name needs at least four letters and must fit one country only.
 * Null when no country matches.
 */
export const findCountry = (text: string): DialCountry | null => {
  const wanted = plain(text)
  if (wanted === '') return null
  const exact = named.find(({ name }) => name === wanted)
  const within = longestFirst.find(({ name }) => contains(wanted, name))
  return (exact ?? within)?.country ?? startingWith(wanted)
}

const knownCodes: ReadonlySet<string> = new Set(Object.values(callingCodes))

/** The calling code at the start of the digits; '' when there is none. No code is the start of another. */
export const leadingCode = (digits: string): string =>
  [1, 2, 3].map(length => digits.slice(0, length)).find(code => knownCodes.has(code)) ?? ''
