import type { Saved, SourceItem, Written } from '../source.ts'

/* The rules of ODK for cases, and the paths of a source. */

const namePattern = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u
const anyName = 'begin with a letter or _, followed by letters, digits, _, - and dots'

/** Why a list of cases cannot have a name; null when it can. */
export const listProblem = ({ text, place }: Written): string | null => {
  if (text.startsWith('__')) return `${place}: a list of cases must not begin with "__".`
  if (text.includes('.')) return `${place}: the list "${text}" must not have a dot in its name.`
  return namePattern.test(text)
    ? null
    : `${place}: "${text}" is not a valid name of a list: it must ${anyName}.`
}

/** Why a property cannot have a name; null when it can. */
export const propertyProblem = ({ text, place }: Written): string | null => {
  if (/^(name|label)$/i.test(text))
    return `${place}: the property "${text}" is a case's own: it must have another name.`
  if (text.startsWith('__')) return `${place}: the property "${text}" must not begin with "__".`
  return namePattern.test(text)
    ? null
    : `${place}: "${text}" is not a valid name of a property: it must ${anyName}.`
}

/** Properties that one list saves twice. */
export const savedTwice = (list: string, saved: readonly Saved[]): readonly string[] =>
  saved.flatMap(({ property, place }, n) => {
    const before = saved.slice(0, n).find(one => one.property === property)
    return before === undefined
      ? []
      : [`${place}: "${property}" of "${list}" is already saved at ${before.place}.`]
  })

/** An item with its path below the root, and the group that has it. */
export interface PlacedItem {
  readonly item: SourceItem
  readonly path: readonly string[]
  readonly parent: readonly string[]
}

/** All items with their paths. */
export const placedItems = (
  items: readonly SourceItem[],
  parent: readonly string[] = [],
): readonly PlacedItem[] =>
  items.flatMap((item): readonly PlacedItem[] => {
    const path = pathOf(item, parent)
    const placed = { item, path, parent }
    return item.kind === 'field' ? [placed] : [placed, ...placedItems(item.items, path)]
  })

/** The path of an item in a group. */
export const pathOf = (item: SourceItem, parent: readonly string[]): readonly string[] =>
  item.path ?? (item.name === '' ? parent : [...parent, item.name])

/** Whether a path is another one or leads into it. */
export const isUnder = (path: readonly string[], above: readonly string[]): boolean =>
  above.every((step, n) => path[n] === step)
