import type { ReportLine } from '../report.ts'
import {
  noTexts,
  type SourceField,
  type SourceForm,
  type SourceGroup,
  type SourceItem,
  type Texts,
  type Written,
  isCalculated,
} from '../source.ts'
import { shapeOf } from './shape.ts'

/** A condition of a group, and the place from which its paths are read. */
export interface GroupCondition {
  readonly written: Written
  readonly path: readonly string[]
}

/** A field with its position: its id in the form, its path in the source, and the conditions of its groups. */
export interface Entry {
  readonly field: SourceField
  readonly id: string
  readonly path: readonly string[]
  readonly repeatId: string | null
  readonly conditions: readonly GroupCondition[]
}

/** A future section. A repeat has conditions of its own. */
export interface OutlineSection {
  readonly id: string
  readonly name: Texts
  /** The place from which its name's references are read. */
  readonly path: readonly string[]
  readonly repeat: {
    readonly group: SourceGroup
    readonly conditions: readonly GroupCondition[]
  } | null
  /** The outer repeat that a repeat is within, and how many of its entries are before it; null for none. */
  readonly nesting: { readonly outerId: string; readonly at: number } | null
  readonly entries: readonly Entry[]
}

/** What a path of the source refers to. */
export type Node =
  | { readonly kind: 'field'; readonly entry: Entry }
  | { readonly kind: 'group'; readonly path: readonly string[] }
  | { readonly kind: 'repeat'; readonly path: readonly string[]; readonly id: string }

/** The source, flattened into sections of fields. */
export interface Outline {
  readonly sections: readonly OutlineSection[]
  readonly nodes: ReadonlyMap<string, Node>
  /** The outer repeat of each repeat that is within another. */
  readonly outerById: ReadonlyMap<string, string>
  readonly lines: readonly ReportLine[]
  readonly problems: readonly string[]
}

/** A path as a map key. */
export const pathKey = (path: readonly string[]): string => path.join('/')

interface Place {
  readonly path: readonly string[]
  readonly key: string
  readonly name: Texts
  readonly repeat: OutlineSection['repeat']
  readonly nesting: OutlineSection['nesting']
  readonly repeatId: string | null
  readonly conditions: readonly GroupCondition[]
}

const top: Place = {
  path: [],
  key: '',
  name: noTexts,
  repeat: null,
  nesting: null,
  repeatId: null,
  conditions: [],
}

type Growing = OutlineSection & { readonly key: string; readonly entries: Entry[] }

const namePattern = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u
const maxIdChars = 200

const joinTexts = (outer: Texts, inner: Texts): Texts => {
  if (outer.plain === '') return inner
  const languages = new Set([...Object.keys(outer.byLanguage), ...Object.keys(inner.byLanguage)])
  const joined = [...languages].map((language): [string, string] => [
    language,
    `${outer.byLanguage[language] ?? outer.plain} – ${inner.byLanguage[language] ?? inner.plain}`,
  ])
  return { plain: `${outer.plain} – ${inner.plain}`, byLanguage: Object.fromEntries(joined) }
}

/** Flattens groups into sections. A labelled group or a repeat starts one, and its end starts the next. */
export const outlineOf = (form: SourceForm): Outline => new Outliner(form).outline()

/** Gives each section a unique id. Sections that end up empty use up none. */
const withIds = (sections: readonly Growing[]): readonly OutlineSection[] => {
  const taken = new Set<string>()
  return sections.map(section => {
    const isEmpty = section.entries.every(({ field, id }) => shapeOf(field, id).kind === 'left out')
    if (isEmpty) return section
    let { id } = section
    for (let number = 2; taken.has(id); number += 1) id = `${section.id}-${number}`
    taken.add(id)
    return { ...section, id }
  })
}

class Outliner {
  readonly #sections: Growing[] = []
  readonly #nodes = new Map<string, Node>()
  readonly #outerById = new Map<string, string>()
  readonly #placeByKey = new Map<string, string>()
  /** Calculations that come before the first visible field. They go into the first section. */
  readonly #waiting: Entry[] = []
  readonly #lines: ReportLine[] = []
  readonly #problems: string[] = []
  readonly #names = new Map<string, number>()

  constructor(readonly form: SourceForm) {}

  outline(): Outline {
    this.#countNames(this.form.items)
    this.#walk(this.form.items, top)
    if (this.#waiting.length > 0) this.#sectionFor(top)
    return {
      sections: withIds(this.#sections),
      nodes: this.#nodes,
      outerById: this.#outerById,
      lines: this.#lines,
      problems: this.#problems,
    }
  }

  #countNames(items: readonly SourceItem[]): void {
    for (const item of items) {
      this.#names.set(item.name, (this.#names.get(item.name) ?? 0) + 1)
      if (item.kind !== 'field') this.#countNames(item.items)
    }
  }

  /** The name when it is unique, otherwise the path, so that ids are the same in the next import. */
  #idOf(path: readonly string[], item: SourceItem): string {
    if (item.kind === 'field' && item.id !== undefined) return item.id
    const id = this.#names.get(item.name) === 1 ? item.name : pathKey(path)
    if (id.length > maxIdChars) {
      this.#problems.push(`${item.place}: the name is longer than ${maxIdChars} characters.`)
    }
    return id
  }

  #claim(path: readonly string[], item: SourceItem): boolean {
    const key = pathKey(path)
    const before = this.#placeByKey.get(key)
    if (before !== undefined) {
      this.#problems.push(`${item.place}: "${item.name}" is already used at ${before}.`)
      return false
    }
    this.#placeByKey.set(key, item.place)
    const isOurs = item.kind === 'field' && item.id !== undefined
    if (isOurs || namePattern.test(item.name)) return true
    this.#problems.push(
      `${item.place}: "${item.name}" is not a valid name: it must begin with a letter or _, followed by letters, digits, _, - and dots.`,
    )
    return false
  }

  #walk(items: readonly SourceItem[], place: Place): void {
    for (const item of items) {
      const isNamed = item.name !== ''
      const path = item.path ?? (isNamed ? [...place.path, item.name] : place.path)
      if (isNamed && !this.#claim(path, item)) continue
      if (item.kind === 'field') this.#addField(item, path, place)
      else this.#addGroup(item, path, place)
    }
  }

  #addField(field: SourceField, path: readonly string[], place: Place): void {
    const { repeatId, conditions } = place
    const entry: Entry = { field, id: this.#idOf(path, field), path, repeatId, conditions }
    this.#nodes.set(pathKey(path), { kind: 'field', entry })
    if (this.#sections.length === 0 && repeatId === null && isCalculated(field)) {
      this.#waiting.push(entry)
    } else this.#sectionFor(place).entries.push(entry)
  }

  #sectionFor(place: Place): Growing {
    const last = this.#sections.at(-1)
    if (last?.key === place.key) return last
    // The questions after a repeat within it are in the section of those before.
    const begun =
      place.repeat === null ? undefined : this.#sections.find(({ key }) => key === place.key)
    if (begun !== undefined) return begun
    const base = place.repeatId ?? (place.key === '' ? 'form' : place.key.replaceAll(' ', '-'))
    const section = {
      id: base,
      key: place.key,
      name: place.name,
      path: place.path,
      repeat: place.repeat,
      nesting: place.nesting,
      entries: place.repeat === null ? this.#waiting.splice(0) : [],
    }
    this.#sections.push(section)
    return section
  }

  #addGroup(group: SourceGroup, path: readonly string[], place: Place): void {
    for (const what of group.leftOut)
      this.#lines.push({ name: group.name, outcome: 'left out', what })
    const own = group.relevant === null ? [] : [{ written: group.relevant, path }]
    const conditions = [...place.conditions, ...own]
    const isNested = place.repeatId !== null
    if (group.kind === 'repeat' && place.nesting === null) {
      const id = this.#idOf(path, group)
      this.#nodes.set(pathKey(path), { kind: 'repeat', path, id })
      const title = group.label.plain === '' ? place.name : joinTexts(place.name, group.label)
      this.#walk(group.items, {
        path,
        key: pathKey(path),
        // Shown within the outer occurrence, which has its own title.
        name: isNested ? group.label : title,
        repeat: { group, conditions },
        nesting: this.#nestIn(place, id),
        repeatId: id,
        // The section has the conditions, so its fields need not repeat them.
        conditions: [],
      })
      return
    }
    if (group.name !== '') this.#nodes.set(pathKey(path), { kind: 'group', path })
    if (group.kind === 'repeat') {
      this.#simplify(group, 'the repeat is within two others: it is asked once for each inner one')
    }
    const beginsSection = !isNested && group.label.plain !== ''
    if (isNested && group.label.plain !== '') {
      this.#simplify(group, `its heading "${group.label.plain}" is not shown within the repeat`)
    }
    const section = beginsSection
      ? { key: this.#keyOf(group, path), name: joinTexts(place.name, group.label) }
      : { key: place.key, name: place.name }
    this.#walk(group.items, { ...place, ...section, path, conditions })
  }

  /** The place of a repeat in the outer one that it is within; null when it is within none. */
  #nestIn(place: Place, id: string): Place['nesting'] {
    if (place.repeatId === null) return null
    this.#outerById.set(id, place.repeatId)
    return { outerId: place.repeatId, at: this.#sectionFor(place).entries.length }
  }

  /** Groups without a name are distinguished by their labels. */
  #keyOf(group: SourceGroup, path: readonly string[]): string {
    return group.name === '' ? `${pathKey(path)} ${group.place}` : pathKey(path)
  }

  #simplify({ name, place }: SourceGroup, what: string): void {
    this.#lines.push({ name, outcome: 'simplified', what: `${place}: ${what}` })
  }
}
