/**
 * Lookup operations of imported forms: the occurrences of a repeat as rows, the rows of a list, and the labels of
 * options. Each is total: it returns a value for any input.
 */

import { asWritten, fillWords, filledText } from '../texts/rich-text.ts'

type Row = Readonly<Record<string, unknown>>

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** `name, value, name, value` as pairs. */
const pairsOf = (given: readonly unknown[]): readonly (readonly [string, unknown])[] =>
  given.flatMap((name, place) =>
    place % 2 === 0 ? [[String(name), given[place + 1]] as const] : [],
  )

const cellText = (value: unknown): string => String(value ?? '')

/** The key of an index: the values of its columns, joined by a character that never occurs in a form's texts. */
const indexKey = (values: readonly unknown[]): string => values.map(cellText).join('\u0000')

const indexes = new WeakMap<object, Map<string, ReadonlyMap<string, readonly Row[]>>>()

/** The rows of a list by the values of some of its columns; made once per list and choice of columns. */
const indexOf = (list: readonly unknown[], columns: readonly string[]) => {
  const byColumns = indexes.get(list) ?? new Map<string, ReadonlyMap<string, readonly Row[]>>()
  indexes.set(list, byColumns)
  const name = indexKey(columns)
  const known = byColumns.get(name)
  if (known !== undefined) return known
  const made = new Map<string, Row[]>()
  for (const row of list.filter(isRow)) {
    const key = indexKey(columns.map(column => row[column]))
    const members = made.get(key)
    if (members === undefined) made.set(key, [row])
    else members.push(row)
  }
  byColumns.set(name, made)
  return made
}

/** WARNING: forms contain these names (docs/form-logic.md), so a name must stay and keep its meaning. */
export const rowOperations: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  /** The item at a place of a list, from 0; null where there is none. */
  item: (list, place) => listOf(list)[Number(place)] ?? null,
  /** Makes `count` rows. Each column is a list with one item per row, or one value for all rows. */
  rows: (count, ...columns) => {
    const pairs = pairsOf(columns)
    return Array.from({ length: Math.max(0, Number(count) || 0) }, (_, place) => ({
      $row: place + 1,
      ...Object.fromEntries(
        pairs.map(([name, value]) => [name, Array.isArray(value) ? (value[place] ?? null) : value]),
      ),
    }))
  },
  /** Adds columns to the rows of a list, each with one value. */
  rows_with: (list, ...columns) => {
    const more = Object.fromEntries(pairsOf(columns))
    return listOf(list)
      .filter(isRow)
      .map((row, place) => ({ ...row, ...more, $row: place + 1 }))
  },
  /** The rows of a list with the given values in the given columns, found through an index. */
  find_rows: (list, ...columns) => {
    const pairs = pairsOf(columns)
    const index = indexOf(
      listOf(list),
      pairs.map(([name]) => name),
    )
    return index.get(indexKey(pairs.map(([, value]) => value))) ?? []
  },
  /** The label of the first of these rows, in the given language if the list has it. */
  row_label: (rows, language) => {
    const [first] = listOf(rows)
    if (!isRow(first)) return null
    return first[`label::${cellText(language)}`] ?? first['label'] ?? null
  },
  /** The label of an option as it is shown, with `key, value` for each of its fills; '' for an unknown value. */
  label_of: (value, labels, ...fills) => {
    if (!(labels instanceof Map)) return ''
    const label = (labels as ReadonlyMap<string, unknown>).get(cellText(value))
    const fillByKey = new Map(pairsOf(fills))
    return filledText(cellText(label), key =>
      fillByKey.has(key) ? fillWords(fillByKey.get(key)) : asWritten(key),
    )
  },
}
