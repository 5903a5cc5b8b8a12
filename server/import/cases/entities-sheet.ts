import type { SourceCase, SourceItem, Written } from '../source.ts'
import { ruleOf } from '../sheet/spellings.ts'
import { createUnused } from '../sheet/unused.ts'
import type { Row, Sheet } from '../sheet/workbook.ts'
import { placesOf, type Declared } from './places.ts'
import {
  listProblem,
  placedItems,
  propertyProblem,
  savedTwice,
  type PlacedItem,
} from './source-case.ts'

/** The cases of a workbook, and what is wrong with them. */
interface SheetCases {
  readonly cases: readonly SourceCase[]
  readonly problems: readonly string[]
  readonly leftOut: readonly string[]
}

const columns = /^(list_name|label|entity_id|create_if|update_if|repeat)$/

/** Reads the sheet `entities`, and the column `save_to` of the questions. */
export const readEntities = (
  sheet: Sheet | undefined,
  items: readonly SourceItem[],
): SheetCases => {
  const problems: string[] = []
  const unused = createUnused(sheet?.name ?? 'entities')
  const declared: Declared[] = []
  for (const row of sheet?.rows ?? []) {
    unused.add(row, column => columns.test(column))
    const one = readRow(row, declared, problems)
    if (one !== null) declared.push(one)
  }
  const placed = placedItems(items)
  const saved = savedIn(placed, declared, problems)
  if (problems.length > 0) return { cases: [], problems, leftOut: unused.lines() }
  const all = declared.map(one => ({ ...one, saved: saved.get(one.list) ?? [] }))
  problems.push(...all.flatMap(one => savedTwice(one.list, one.saved)))
  const places = placesOf(all, placed)
  problems.push(...places.problems)
  const cases = problems.length > 0 ? [] : places.cases
  return { cases, problems, leftOut: unused.lines() }
}

/** A row of the sheet; null when it is none, which is a problem. */
const readRow = (
  { cells, place }: Row,
  before: readonly Declared[],
  problems: string[],
): Declared | null => {
  const list = cells.get('list_name')
  if (list === undefined) {
    problems.push(`${place}: the row has no list_name.`)
    return null
  }
  const other = before.find(one => one.list === list.text)
  const wrong =
    other === undefined
      ? listProblem(list)
      : `${list.place}: the list "${list.text}" is already at ${other.place}.`
  const cell = (column: string): Written | null => ruleOf(cells.get(column) ?? null)
  const [id, label, creates, updates] = ['entity_id', 'label', 'create_if', 'update_if'].map(cell)
  const about = `the list "${list.text}"`
  const missing =
    !id && updates
      ? `${updates.place}: ${about} has update_if without entity_id, which says what is visited.`
      : id && creates && !updates
        ? `${creates.place}: ${about} has create_if and entity_id, but no update_if.`
        : !id && !label
          ? `${list.place}: ${about} has no label for its new cases.`
          : null
  problems.push(...[wrong, missing].filter(problem => problem !== null))
  return {
    list: list.text,
    place: list.place,
    id: id ?? null,
    label: label ?? null,
    creates: id ? (creates ?? 'never') : (creates ?? 'always'),
    updates: id ? (updates ?? 'always') : 'never',
    repeat: cell('repeat'),
    saved: [],
  }
}

/** What the questions save, by list. */
const savedIn = (
  placed: readonly PlacedItem[],
  declared: readonly Declared[],
  problems: string[],
): ReadonlyMap<string, Declared['saved']> => {
  const byList = new Map<string, Declared['saved']>()
  for (const { item, path } of placed) {
    const written = item.kind === 'field' ? item.saveTo : undefined
    if (written === undefined) continue
    const { place } = written
    const parts = written.text.split('#').map(part => part.trim())
    const [list, property] = parts.length > 1 ? parts : [declared[0]?.list, parts[0]]
    const problem = saveProblem(written, parts, declared)
    if (problem !== null || list === undefined || property === undefined) {
      problems.push(problem ?? '')
      continue
    }
    byList.set(list, [...(byList.get(list) ?? []), { property, path, place }])
  }
  return byList
}

const saveProblem = (
  { text, place }: Written,
  parts: readonly string[],
  declared: readonly Declared[],
): string | null => {
  if (declared.length === 0)
    return `${place}: "${text}" is saved to no list: the workbook has no sheet "entities" with one.`
  if (parts.length > 2) return `${place}: "${text}" has more than one #.`
  const [list, property = ''] = parts.length > 1 ? parts : [null, parts[0]]
  if (list === null && declared.length > 1)
    return `${place}: "${text}" must say its list, as in "${declared[0]?.list}#${text}", because there are several.`
  if (list !== null && declared.every(one => one.list !== list))
    return `${place}: there is no list "${list}" in the sheet "entities".`
  return propertyProblem({ text: property, place })
}
