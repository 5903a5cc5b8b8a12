/**
 * Operations that forms from elsewhere need to look things up: the occurrences of a repeat as rows, the rows of a
 * list, and the labels of options. Each is total: whatever it is given it gives something back.
 */

type Row = Readonly<Record<string, unknown>>

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** `name, value, name, value` as pairs. */
const pairsOf = (given: readonly unknown[]): readonly (readonly [string, unknown])[] =>
  given.flatMap((name, place) =>
    place % 2 === 0 ? [[String(name), given[place + 1]] as const] : [],
  )

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value)

/** What an index of a list is looked up by: the values of its columns, which no text of a form holds together. */
const indexKey = (values: readonly unknown[]): string => values.map(textOf).join('\u0000')

const indexes = new WeakMap<object, Map<string, ReadonlyMap<string, readonly Row[]>>>()

/** The rows of a list by what some of its columns hold; made once for each list and choice of columns. */
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

/** Their names are part of what forms hold (docs/form-logic.md): a name stays, and keeps its meaning. */
export const rowOperations: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  /** One of a list, counted from 0; null where there is none. */
  item: (list, place) => listOf(list)[Number(place)] ?? null,
  /** So many rows: each column is a list, of which a row has its own item, or one value for all of them. */
  rows: (count, ...columns) => {
    const pairs = pairsOf(columns)
    return Array.from({ length: Math.max(0, Number(count) || 0) }, (_, place) => ({
      $row: place + 1,
      ...Object.fromEntries(
        pairs.map(([name, value]) => [name, Array.isArray(value) ? (value[place] ?? null) : value]),
      ),
    }))
  },
  /** The rows of a list, each with further columns of one value. */
  rows_with: (list, ...columns) => {
    const more = Object.fromEntries(pairsOf(columns))
    return listOf(list)
      .filter(isRow)
      .map((row, place) => ({ ...row, ...more, $row: place + 1 }))
  },
  /** The rows of a list whose columns hold certain texts: an index answers, however long the list is. */
  find_rows: (list, ...columns) => {
    const pairs = pairsOf(columns)
    const index = indexOf(
      listOf(list),
      pairs.map(([name]) => name),
    )
    return index.get(indexKey(pairs.map(([, value]) => value))) ?? []
  },
  /** The label of an option; '' for what is none. */
  label_of: (value, labels) =>
    labels instanceof Map
      ? textOf((labels as ReadonlyMap<string, unknown>).get(textOf(value)))
      : '',
}
