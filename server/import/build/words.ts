import type { Texts } from '../source.ts'

/** Longer ones would be cut by every client (replication/wire/form-words.ts). */
const maxWords = 4000

/** A text, and what of it is not as it was. */
export interface Told {
  readonly texts: Texts
  readonly simplified: readonly string[]
}

const referencePattern = /\$\{\s*([^{}]+?)\s*\}/g

/**
 * A label or hint as a form can show it: an answer within it (`How old is ${name}?`) becomes the label of the
 * question it comes from, in brackets.
 */
export const plainTexts = (
  texts: Texts,
  labelOf: (name: string) => Texts | null,
  what: string,
): Told => {
  const names = new Set<string>()
  const put = (text: string, language: string | null): string => {
    const filled = text.replace(referencePattern, (_whole, name: string) => {
      names.add(name)
      const label = labelOf(name)
      return `[${(language === null ? undefined : label?.byLanguage[language]) ?? label?.plain ?? name}]`
    })
    return filled.slice(0, maxWords)
  }
  const byLanguage = Object.entries(texts.byLanguage).map(([language, text]): [string, string] => [
    language,
    put(text, language),
  ])
  const isLong = [texts.plain, ...Object.values(texts.byLanguage)].some(
    ({ length }) => length > maxWords,
  )
  const plain = put(texts.plain, null)
  return {
    texts: { plain, byLanguage: Object.fromEntries(byLanguage) },
    simplified: [
      ...(isLong ? [`the ${what} is cut at ${maxWords} characters`] : []),
      ...[...names].map(name => `the answer to "${name}" is not put into the ${what}`),
    ],
  }
}

/** A text as properties of the form's JSON: `label` and, where there are languages, `labels`. */
export const wordsJson = (
  plainName: string,
  mapName: string,
  { plain, byLanguage }: Texts,
): Readonly<Record<string, unknown>> => ({
  [plainName]: plain,
  ...(Object.keys(byLanguage).length === 0 ? {} : { [mapName]: byLanguage }),
})
