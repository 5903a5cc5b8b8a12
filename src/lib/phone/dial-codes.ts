import { countryAliases } from './dial-aliases.ts'
import { callingCodes } from './dial-table.ts'

/** A country of the table. */
interface DialCountry {
  /** ISO 3166-1, two letters. */
  readonly iso: string
  /** With its plus sign: '+91'. */
  readonly code: string
}

/** Every country of the table; of those that share a code, the main one is first. */
export const dialCountries: readonly DialCountry[] = Object.entries(callingCodes).map(
  ([iso, code]) => ({ iso, code: `+${code}` }),
)

const mainByCode: ReadonlyMap<string, DialCountry> = new Map(
  [...dialCountries].reverse().map(country => [country.code, country]),
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

/** A country under one of its names, which is plain. */
interface Named {
  readonly name: string
  readonly country: DialCountry
}

/** Every country by its English name in the browser's data, and by other names; the longest name first. */
const nameCountries = (): readonly Named[] => {
  const regionNames = new Intl.DisplayNames(['en'], { type: 'region' })
  const countryByIso = new Map(dialCountries.map(country => [country.iso, country]))
  const others = Object.entries(countryAliases).flatMap(([name, iso]) => {
    const country = countryByIso.get(iso)
    return country === undefined ? [] : [{ name, country }]
  })
  return [
    ...dialCountries.map(country => ({
      name: plain(regionNames.of(country.iso) ?? country.iso),
      country,
    })),
    ...others,
  ].sort((a, b) => b.name.length - a.name.length)
}

let named: readonly Named[] | null = null
/** Named at first use, because a browser takes up to 50 ms for its first names and few forms ask for telephones. */
const namedCountries = (): readonly Named[] => (named ??= nameCountries())

const contains = (text: string, words: string) => ` ${text} `.includes(` ${words} `)

/** The one country whose name begins with the text or has it as a word; null when several match. */
const startingWith = (wanted: string): DialCountry | null => {
  if (wanted.length < 4) return null
  const found = namedCountries().filter(
    ({ name }) => name.startsWith(wanted) || contains(name, wanted),
  )
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
  const exact = namedCountries().find(({ name }) => name === wanted)
  const within = namedCountries().find(({ name }) => contains(wanted, name))
  return (exact ?? within)?.country ?? startingWith(wanted)
}

const knownCodes: ReadonlySet<string> = new Set(Object.values(callingCodes))

/** The calling code at the start of the digits; '' when there is none. No code is the start of another. */
export const leadingCode = (digits: string): string =>
  [1, 2, 3].map(length => digits.slice(0, length)).find(code => knownCodes.has(code)) ?? ''
