import type { Texts } from '../source.ts'
import type { Row } from './workbook.ts'

/** `fr` for `French (fr)`, `French` and `Français`; an unknown name is unchanged. */
export const languageTag = (name: string): string =>
  /\(([\w-]+)\)\s*$/.exec(name)?.[1] ?? tagsByName().get(name.trim().toLowerCase()) ?? name.trim()

const letters = [...'abcdefghijklmnopqrstuvwxyz']
let tags: ReadonlyMap<string, string> | null = null

/** The two-letter tags by the languages' names, in English and in the language itself. */
const tagsByName = (): ReadonlyMap<string, string> => {
  if (tags !== null) return tags
  const found = new Map<string, string>()
  const all = letters.flatMap(first => letters.map(second => first + second))
  for (const tag of all.filter(each => Intl.getCanonicalLocales(each)[0] === each)) {
    for (const reader of ['en', tag]) {
      const names = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' })
      const name = names.of(tag)?.toLowerCase()
      if (name !== undefined && !found.has(name)) found.set(name, tag)
    }
  }
  tags = found
  return found
}

/** A text of a row in all languages: the columns `label`, `label::English (en)` and so on. */
export const textsOf = (row: Row, column: string, mainLanguage: string): Texts => {
  const byLanguage: Record<string, string> = {}
  for (const [name, { text }] of row.cells) {
    if (name.startsWith(`${column}::`))
      byLanguage[languageTag(name.slice(column.length + 2))] = text
  }
  const plain =
    row.cells.get(column)?.text ?? byLanguage[mainLanguage] ?? Object.values(byLanguage)[0] ?? ''
  return { plain, byLanguage }
}

const imagePattern = /^(?:media::)?image(?:::(.*))?$/

/** Whether a column has the pictures that are shown: those of the main language. */
export const isImageColumn = (column: string, mainLanguage: string): boolean => {
  const found = imagePattern.exec(column)
  return found !== null && (found[1] === undefined || languageTag(found[1]) === mainLanguage)
}

/** The name of the file with a row's picture; '' without one. */
export const imageOf = ({ cells }: Row, mainLanguage: string): string =>
  [...cells].find(([column]) => isImageColumn(column, mainLanguage))?.[1].text ?? ''
