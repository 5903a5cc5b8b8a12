import { isJsonObject } from './envelope.ts'

/** The texts of a form, in its main language and in any further ones (docs/form-logic.md). */

/** A text in several languages, by language tag. */
export type Words = Readonly<Record<string, string>>

/** Characters. The limit keeps a label of a megabyte from freezing a phone. */
const maxWords = 4000
/** More languages, or longer names of them, than any form has. */
const maxLanguages = 60
const maxTagLength = 60

const scalarOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** The first of the candidates that is a text or a number, trimmed; '' when none is. */
export const textOf = (...candidates: readonly unknown[]): string => {
  for (const candidate of candidates) {
    const text = scalarOf(candidate)
    if (text !== '') return text
  }
  return ''
}

const cutWords = (words: string): string =>
  words.length <= maxWords ? words : `${words.slice(0, maxWords)}…`

const entriesOf = (map: unknown): readonly (readonly [string, string])[] =>
  isJsonObject(map)
    ? Object.entries(map)
        .map(([tag, text]) => [tag.trim(), cutWords(scalarOf(text))] as const)
        .filter(([tag, text]) => tag !== '' && tag.length <= maxTagLength && text !== '')
        .slice(0, maxLanguages)
    : []

/**
 * The first candidate that is a text, cut to a length that can be shown; '' when none is. A map of languages in
 * the place of a text counts as its first language.
 */
export const wordsOf = (...candidates: readonly unknown[]): string => {
  for (const candidate of candidates) {
    const text = scalarOf(isJsonObject(candidate) ? entriesOf(candidate)[0]?.[1] : candidate)
    if (text !== '') return cutWords(text)
  }
  return ''
}

/**
 * The languages of a text: from a property of their own and from a map in the text's place, where the former wins;
 * undefined when there are none.
 */
const languagesOf = (separate: unknown, inPlace: unknown): Words | undefined => {
  const entries = [...entriesOf(inPlace), ...entriesOf(separate)]
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** The languages of a text as a property to spread; no property when there are none. */
export const languagesAs = <Name extends string>(
  name: Name,
  separate: unknown,
  inPlace: unknown,
): { readonly [Key in Name]?: Words } => {
  // Most texts are in one language.
  if (separate === undefined && typeof inPlace === 'string') return {}
  const words = languagesOf(separate, inPlace)
  return words === undefined ? {} : ({ [name]: words } as { readonly [Key in Name]: Words })
}
