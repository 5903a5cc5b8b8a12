import type { SourceCase, Written } from '../source.ts'
import { isUnder, type PlacedItem } from './source-case.ts'

/** A case of a workbook, before its group or repeat is known. */
export interface Declared extends Omit<SourceCase, 'at'> {
  /** The repeat that the author names, as `${member}`. */
  readonly repeat: Written | null
}

/** A group or repeat that a case reads or saves from. */
interface Reading {
  readonly at: readonly string[]
  readonly place: string
  /** What is read there, for a problem. */
  readonly what: string
  readonly isSaved: boolean
}

/**
 * Finds the group or repeat of each case, as the reference converter does (pyxform, entities_parsing.py): the innermost
 * repeat that anything of it is in, and within that the groups that all its properties share. Where they are not relevant,
 * there is no case. A list that is alone and in no repeat is in no group either.
 */
export const placesOf = (
  declared: readonly Declared[],
  placed: readonly PlacedItem[],
): { readonly cases: readonly SourceCase[]; readonly problems: readonly string[] } => {
  const problems: string[] = []
  const taken = new Map<string, string>()
  const repeats = placed.flatMap(({ item, path }) => (item.kind === 'repeat' ? [path] : []))
  const cases = declared.map((one): SourceCase => {
    const readings = readingsOf(one, placed)
    const depths = readings.map(({ at }) => repeats.filter(path => isUnder(at, path)).length)
    const deepest = readings[depths.indexOf(Math.max(...depths))]
    const boundary = innermost(repeats, deepest?.at ?? [])
    for (const { at, place, what, isSaved } of readings) {
      const own = innermost(repeats, at)
      const isInside = isSaved ? own.length === boundary.length : true
      if (isInside && isUnder(boundary, own)) continue
      const other = deepest?.what ?? ''
      problems.push(
        `${place}: ${what} of the list "${one.list}" must be in the same repeat as ${other}, which is in "${boundary.at(-1)}".`,
      )
    }
    const at = freePlace(one, declared.length, boundary, readings, taken)
    if (at === null) {
      problems.push(
        `${one.place}: the list "${one.list}" has no group of its own: put the questions of each list into one.`,
      )
    }
    return { ...one, at: at ?? [] }
  })
  return { cases, problems }
}

/** The innermost of some paths that leads to another one; the root when there is none. */
const innermost = (
  paths: readonly (readonly string[])[],
  to: readonly string[],
): readonly string[] =>
  paths
    .filter(path => isUnder(to, path))
    .reduce<readonly string[]>((a, b) => (b.length > a.length ? b : a), [])

const readingsOf = (one: Declared, placed: readonly PlacedItem[]): readonly Reading[] => {
  const whens = [one.creates, one.updates].filter(when => typeof when !== 'string')
  const written = [one.id, one.label, ...whens].filter(text => text !== null)
  const read = written.flatMap(({ text, place }) =>
    [...text.matchAll(/\$\{\s*([^{}]+?)\s*\}/g)].flatMap(([, name = '']) =>
      placed
        .filter(({ item }) => item.name === name)
        .map(({ parent }) => ({ at: parent, place, what: `"${name}"`, isSaved: false })),
    ),
  )
  const named = /^\$\{\s*([^{}]+?)\s*\}$/.exec(one.repeat?.text ?? '')?.[1]
  const inside = placed
    .filter(({ item }) => item.kind === 'repeat' && item.name === named)
    .map(({ path }) => ({
      at: path,
      place: one.repeat?.place ?? one.place,
      what: `the repeat "${named}"`,
      isSaved: false,
    }))
  const saved = one.saved.map(({ property, path, place }) => ({
    at: path.slice(0, -1),
    place,
    what: `the property "${property}"`,
    isSaved: true,
  }))
  return [...inside, ...read, ...saved]
}

/** The innermost group or repeat that no other list has; null when there is none. `taken` has those of earlier lists. */
const freePlace = (
  { list }: Declared,
  lists: number,
  boundary: readonly string[],
  readings: readonly Reading[],
  taken: Map<string, string>,
): readonly string[] | null => {
  const saved = readings.filter(({ isSaved }) => isSaved).map(({ at }) => at)
  const within = readings.map(({ at }) => at).filter(at => isUnder(at, boundary))
  const longest = within.reduce((a, b) => (b.length > a.length ? b : a), boundary)
  const wanted = lists === 1 && boundary.length === 0 ? [] : (shared(saved) ?? longest)
  for (let { length } = wanted; length >= boundary.length; length -= 1) {
    const at = wanted.slice(0, length)
    if (taken.has(at.join('/'))) {
      if (saved.length > 0) return null
      continue
    }
    taken.set(at.join('/'), list)
    // A property belongs to the case of the innermost group around it, so these groups are for no other list.
    for (const path of saved) {
      for (let end = path.length; end > length; end -= 1)
        taken.set(path.slice(0, end).join('/'), list)
    }
    return at
  }
  return null
}

/** The steps that all paths begin with; null without any path. */
const shared = (paths: readonly (readonly string[])[]): readonly string[] | null => {
  const [first, ...others] = paths
  if (first === undefined) return null
  const end = first.findIndex((step, n) => others.some(path => path[n] !== step))
  return end < 0 ? first : first.slice(0, end)
}
