import type { PageKey } from '../../../../collections/queries.ts'

interface Row {
  readonly id: string
  readonly newest: number
}

/** The rows of a page without those of the page before, because rows with an equal sort key can be on both. */
export const rowsBehind = <Doc extends Row>(
  docs: readonly Doc[],
  after: PageKey | null,
): readonly Doc[] =>
  after === null ? docs : docs.filter(({ id, newest }) => newest !== after.newest || id > after.id)

/** Where the next page begins: after the last row of a full page. Null when this page is the last. */
export const nextKey = (
  docs: readonly Row[],
  after: PageKey | null,
  pageSize: number,
): PageKey | null => {
  const rows = rowsBehind(docs, after)
  const last = rows.at(-1)
  if (last === undefined || rows.length < pageSize) return null
  const ties = docs.filter(({ newest }) => newest === last.newest).length
  return { newest: last.newest, id: last.id, ties }
}

/** The keys of all pages, once page `index` knows where the next one begins. */
export const withNextKey = (
  keys: readonly (PageKey | null)[],
  index: number,
  next: PageKey | null,
): readonly (PageKey | null)[] => {
  if (next === null) return keys.length === index + 1 ? keys : keys.slice(0, index + 1)
  const known = keys[index + 1]
  if (known?.id === next.id && known.newest === next.newest && known.ties === next.ties) return keys
  return [...keys.slice(0, index + 1), next, ...keys.slice(index + 2)]
}
