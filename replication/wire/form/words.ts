import * as v from 'valibot'
import { isJsonObject } from '../envelope.ts'
import { jsonObject, scalar, text } from './values.ts'

/** The texts of a form, in its main language and in any further ones (docs/form-logic.md). */

/** A text in several languages, by language tag. */
export type Words = Readonly<Record<string, string>>

/** Languages with their texts, in their order. */
type Languages = readonly (readonly [tag: string, words: string])[]

/** A text as it is written: as one, or as a map of languages in its place, whose first one then counts. */
interface Said {
  /** Cut to a length that can be shown; '' when there are none. */
  readonly words: string
  /** Not cut; '' for a map. */
  readonly text: string
  readonly languages: Languages
}

/** Characters. The limit keeps a label of a megabyte from freezing a phone. */
const maxWords = 4000
/** More languages, or longer names of them, than any form has. */
const maxLanguages = 60
const maxTagLength = 60

/** Cuts a text to a length that can be shown. */
export const cutWords = (long: string): string =>
  long.length <= maxWords ? long : `${long.slice(0, maxWords)}…`

/** By hand, because valibot's record leaves out keys such as `constructor`. */
const entriesOf = (map: unknown): Languages =>
  isJsonObject(map)
    ? Object.entries(map)
        .map(([tag, said]) => [tag.trim(), cutWords(v.parse(text, said))] as const)
        .filter(([tag, words]) => tag !== '' && tag.length <= maxTagLength && words !== '')
        .slice(0, maxLanguages)
    : []

const nothing: Said = { words: '', text: '', languages: [] }

/** A text, or a map of languages in its place; empty for anything else. */
export const said = v.fallback(
  v.union([
    v.pipe(
      scalar,
      v.transform((one): Said => ({ words: cutWords(one), text: one, languages: [] })),
    ),
    v.pipe(
      jsonObject,
      v.transform((map): Said => {
        const languages = entriesOf(map)
        return { words: languages[0]?.[1] ?? '', text: '', languages }
      }),
    ),
  ]),
  nothing,
)

/** Reads a text that may be absent. */
export const saidIn = (raw: unknown): Said => (raw === undefined ? nothing : v.parse(said, raw))

/**
 * The languages of a text as a property to spread: from a property of their own and from a map in the text's place,
 * where the former wins. No property when there are none.
 */
export const languagesAs = <Name extends string>(
  name: Name,
  separate: unknown,
  { languages }: Said = nothing,
): { readonly [Key in Name]?: Words } => {
  // Most texts are in one language.
  if (separate === undefined && languages.length === 0) return {}
  const entries = [...languages, ...entriesOf(separate)]
  if (entries.length === 0) return {}
  return { [name]: Object.fromEntries(entries) } as { readonly [Key in Name]: Words }
}
