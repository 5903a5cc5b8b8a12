import type { Rule } from '../../../replication/wire/logic.ts'
import { kindByHolds, type Meaning, type Scope } from './names.ts'
import { asCondition, asNumber, asText, perhaps, type Kind, type Term } from './terms.ts'
import { CannotSay, type Translation } from './translation.ts'
import type { Expression, Path, Reference } from './tree.ts'

/*
 * Paths that lead to several places: the occurrences of a repeat, or the rows of a list, of which a condition in
 * brackets keeps some. JsonLogic filters rows that are objects, and within a filter a name speaks of the row
 * alone; so whatever a condition reads is made a column of the rows first.
 */

type Repeat = Meaning & { readonly kind: 'repeat' }

/** The rows that a path leads to, and how a column of them is read. */
export interface Rows {
  /** Before the conditions are applied; made last, as it lists the columns that were read. */
  readonly all: () => Rule
  /** What a name within a condition means; null for what is outside of the rows. */
  readonly column: (steps: readonly string[]) => Column | null
  readonly own: (meaning: Meaning) => Column | null
  /** What is outside of the rows, as a column that is the same in each of them. */
  readonly constant: (rule: Rule) => Rule
  /** The list whose rows they are; null for occurrences. */
  readonly list: Rule | null
}

interface Column {
  readonly key: string
  readonly kind: Kind
}

/** The place of a row among all of them, from 1. */
export const rowKey = '$row'

const isPlain = (step: string): boolean => !['', '.', '..', '*'].includes(step) && step[0] !== '@'

const rowsOfRepeat = (repeat: Repeat): Rows => {
  const columns = new Map<string, { readonly key: string; readonly rule: Rule }>()
  const keyOf = (name: string, rule: Rule): string => {
    const known = columns.get(name) ?? { key: `c${columns.size}`, rule }
    columns.set(name, known)
    return known.key
  }
  const own = (meaning: Meaning): Column | null =>
    meaning.kind === 'field' && meaning.repeatId === repeat.id
      ? {
          key: keyOf(meaning.id, { var: `$each.${meaning.id}` }),
          kind: kindByHolds[meaning.holds],
        }
      : null
  return {
    all: () => ({
      rows: [
        { var: `$count.${repeat.id}` },
        ...[...columns.values()].flatMap(({ key, rule }) => [key, rule]),
      ],
    }),
    own,
    column: steps => own(repeat.child(steps)),
    constant: rule => ({ var: keyOf(`= ${JSON.stringify(rule)}`, rule) }),
    list: null,
  }
}

const rowsOfList = (key: string): Rows => {
  const constants = new Map<string, { readonly key: string; readonly rule: Rule }>()
  const list: Rule = { var: `$list.${key}` }
  return {
    all: () =>
      constants.size === 0
        ? list
        : {
            rows_with: [list, ...[...constants.values()].flatMap(({ key: k, rule }) => [k, rule])],
          },
    own: () => null,
    column: steps => {
      const [name, ...rest] = steps.filter(step => step !== '.')
      if (name === undefined || rest.length > 0 || !isPlain(name)) return null
      return { key: name.replaceAll('.', '_'), kind: 'text' }
    },
    constant: rule => {
      const name = JSON.stringify(rule)
      const known = constants.get(name) ?? { key: `=${constants.size}`, rule }
      constants.set(name, known)
      return { var: known.key }
    },
    list,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Puts columns in place of what a condition reads outside of its rows. */
const hoist = (rule: Rule, isColumn: (key: string) => boolean, rows: Rows): Rule => {
  if (Array.isArray(rule)) return rule.map(part => hoist(part, isColumn, rows))
  if (!isRecord(rule)) return rule
  if (['filter', 'map', 'reduce'].some(name => name in rule)) {
    throw new CannotSay('a condition in brackets has another one within')
  }
  const name = rule['var']
  if (typeof name === 'string') return isColumn(name) ? rule : rows.constant(rule)
  return Object.fromEntries(
    Object.entries(rule).map(([operation, given]) => [operation, hoist(given, isColumn, rows)]),
  )
}

/** Translates within the rows: a bare name is a column of them. */
const withinRows = (rows: Rows, outer: Translation, used: Set<string>): Translation => {
  const scope: Scope = {
    ...outer.scope,
    isInRows: true,
    meaning: of => {
      if (of.kind === 'path' && of.from === 'here' && of.conditions.length === 0) {
        const column = rows.column(of.steps)
        if (column === null) throw new CannotSay('a condition in brackets leaves its row')
        used.add(column.key)
        return { kind: 'column', key: column.key, holds: column.kind }
      }
      const meaning = outer.scope.meaning(of)
      const isOuter = of.kind === 'path' && typeof of.from === 'object'
      const own = isOuter ? null : rows.own(meaning)
      if (own === null) return meaning
      used.add(own.key)
      return { kind: 'column', key: own.key, holds: own.kind }
    },
  }
  return outer.within(scope)
}

type Equality = readonly [column: string, value: Rule]

/** `column = something outside`, joined by `and`: what an index of the list answers at once. */
const equalities = (
  expression: Expression,
  rows: Rows,
  outer: Translation,
): readonly Equality[] | null => {
  if (expression.kind !== 'binary') return null
  const { operator, left, right } = expression
  if (operator === 'and') {
    const [a, b] = [equalities(left, rows, outer), equalities(right, rows, outer)]
    return a === null || b === null ? null : [...a, ...b]
  }
  if (operator !== '=') return null
  const columnOf = (side: Expression) =>
    side.kind === 'path' && side.from === 'here' && side.conditions.length === 0
      ? rows.column(side.steps)
      : null
  const [column, other] =
    columnOf(left) === null ? [columnOf(right), left] : [columnOf(left), right]
  if (column === null || columnOf(other) !== null) return null
  const term = outer.term(other)
  if (term.is === 'either' || !['text', 'choice', 'date'].includes(term.is)) return null
  return [[column.key, asText(term)]]
}

/** Applies the conditions of a path to its rows, each to what the one before it left. */
const filtered = (rows: Rows, conditions: readonly Expression[], outer: Translation): Rule => {
  const found =
    rows.list === null ? null : conditions.map(condition => equalities(condition, rows, outer))
  if (found !== null && found.length > 0 && found.every(one => one !== null)) {
    return { find_rows: [rows.list, ...found.flat(2)] }
  }
  const used = new Set<string>([rowKey])
  const inner = withinRows(rows, outer, used)
  const rules = conditions.map(condition => {
    const term = inner.term(condition)
    const isPlace = term.is === 'number'
    const rule = isPlace ? { '==': [{ var: rowKey }, asNumber(term)] } : asCondition(term)
    return hoist(rule, key => used.has(key), rows)
  })
  // The rows list the columns that were read, so they are made after the conditions.
  const [only, ...others] = rules
  return { filter: [rows.all(), others.length === 0 ? only : { and: rules }] }
}

/** What a path with conditions, or into a list, leads to: rows, and the column that is read of each. */
export interface Found {
  readonly rows: Rule
  readonly column: Column | null
}

const instanceName = ({ from }: Path): string | null => {
  if (typeof from !== 'object' || from.kind !== 'call' || from.name !== 'instance') return null
  const [name] = from.given
  return name?.kind === 'text' ? name.value : null
}

/** The path up to a condition, without any. */
const upTo = (path: Path, count: number): Path | Reference =>
  count === 0 && typeof path.from === 'object' && path.from.kind === 'reference'
    ? path.from
    : { ...path, steps: path.steps.slice(0, count), conditions: [] }

/** Reads a path that leads to several places; null for one that leads to a single field. */
export const findRows = (path: Path, translation: Translation): Found | null => {
  const { scope } = translation
  const name = instanceName(path)
  if (name !== null) {
    const key = scope.list(name)
    if (key === null) throw new CannotSay(`it looks something up in "${name}", which is not there`)
    const rows = rowsOfList(key)
    const [, , ...rest] = path.steps
    const column = rest.length === 0 ? null : rows.column(rest)
    if (rest.length > 0 && column === null) throw new CannotSay('it reads no column of a list')
    const conditions = path.conditions.map(({ of }) => of)
    const all = conditions.length === 0 ? rows.all() : filtered(rows, conditions, translation)
    return { rows: all, column }
  }
  if (path.conditions.length === 0) return null
  const last = Math.max(...path.conditions.map(({ after }) => after))
  const meaning = scope.meaning(upTo(path, last + 1))
  if (meaning.kind !== 'repeat') {
    throw new CannotSay('a condition in brackets stands after something that does not repeat')
  }
  const rows = rowsOfRepeat(meaning)
  const rest = path.steps.slice(last + 1)
  const column = rest.length === 0 ? null : rows.column(rest)
  if (rest.length > 0 && column === null) throw new CannotSay('it reads no question of a repeat')
  const conditions = path.conditions.map(({ of }) => of)
  return { rows: filtered(rows, conditions, translation), column }
}

/** What the rows hold in the column that is read, without those that hold nothing. */
export const valuesOf = ({ rows, column }: Found): Rule => {
  if (column === null) throw new CannotSay('it reads a whole row as if it were an answer')
  return { map: [rows, { var: column.key }] }
}

/** The first of them, as XPath reads several where one is needed. */
export const firstOf = (found: Found): Term =>
  perhaps(found.column?.kind ?? 'text', { item: [valuesOf(found), 0] })
