import { isJsonObject } from './envelope.ts'

/**
 * The texts of a form, in the one language that every server has and in whatever further ones it brings
 * (docs/form-logic.md).
 */

/** A text in several languages, by language tag. */
export type Words = Readonly<Record<string, string>>

/** Longer words are no words any more: a label of a megabyte must not freeze a phone. */
const maxWords = 4000
/** More languages, or longer names of them, than any form has. */
const maxLanguages = 60
const maxTagLength = 60

const scalarOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** The first of the candidates that is a text or a number, trimmed; '' when none is. */
export const textOf = (...candidates: readonly unknown[]): string =>
  candidates.map(scalarOf).find(text => text !== '') ?? ''

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
 * Words to be shown, cut where they are longer than anybody reads. Of a map of languages in the place of a
 * text it is the first one.
 */
export const wordsOf = (...candidates: readonly unknown[]): string =>
  cutWords(textOf(...candidates.map(one => (isJsonObject(one) ? entriesOf(one)[0]?.[1] : one))))

/** The languages of a text: the map beside it, else one that stands in its place; undefined for none. */
const languagesOf = (beside: unknown, inPlace: unknown): Words | undefined => {
  const entries = [...entriesOf(inPlace), ...entriesOf(beside)]
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** The same as a property to spread: nothing of it where there is no language. */
export const languagesAs = <Name extends string>(
  name: Name,
  beside: unknown,
  inPlace: unknown,
): { readonly [Key in Name]?: Words } => {
  const words = languagesOf(beside, inPlace)
  return words === undefined ? {} : ({ [name]: words } as { readonly [Key in Name]: Words })
}
