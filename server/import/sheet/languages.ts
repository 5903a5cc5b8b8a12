import { mediaKinds } from '../../../replication/wire/form/media.ts'
import type { SourceMedia, Texts } from '../source.ts'
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

/** Whether a column has the pictures, sounds or films of labels. */
export const isMediaColumn = (column: string): boolean =>
  /^(media::)?(image|audio|video)(::.*)?$/.test(column)

/** The names of the files that a row's label shows. */
export const mediaOf = (row: Row, mainLanguage: string): SourceMedia =>
  Object.fromEntries(
    mediaKinds
      .map(kind => {
        const named = textsOf(row, `media::${kind}`, mainLanguage)
        return [kind, named.plain === '' ? textsOf(row, kind, mainLanguage) : named] as const
      })
      .filter(([, { plain }]) => plain !== ''),
  )
