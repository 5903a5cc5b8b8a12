import type { Texts } from '../source.ts'
import type { Row } from './workbook.ts'

/** `en` for `English (en)`, otherwise the unchanged name. */
export const languageTag = (name: string): string =>
  /\(([\w-]+)\)\s*$/.exec(name)?.[1] ?? name.trim()

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
