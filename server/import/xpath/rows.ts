import type { Rule } from '../../../replication/wire/logic.ts'
import { kindByHolds, type Meaning, type Scope } from './names.ts'
import { asCondition, asNumber, asText, perhaps, type Kind, type Term } from './terms.ts'
import { Untranslatable, type Translation } from './translation.ts'
import type { Expression, Path, Reference } from './tree.ts'

/*
 * Paths with several results: the occurrences of a repeat, or the rows of a list, filtered by conditions in brackets.
 * JsonLogic filters rows that are objects, and within a filter a name can refer only to the row. So everything that a
 * condition reads is first added to the rows as a column.
 */

type Repeat = Meaning & { readonly kind: 'repeat' }

/** The rows that a path refers to, and how to read their columns. */
interface Rows {
  /**
   * The rows before any condition, or those of a list that an index found. Built last, because they contain the
   * columns that were read.
   */
  readonly all: (found?: Rule) => Rule
  /** What a name within a condition refers to; null when it is not in the rows. */
  readonly column: (steps: readonly string[]) => Column | null
  readonly own: (meaning: Meaning) => Column | null
  /** A value from outside the rows, as a column with the same value in each row. */
  readonly constant: (rule: Rule) => Rule
  /** The list of the rows; null for occurrences. */
  readonly list: Rule | null
}

interface Column {
  readonly key: string
  readonly kind: Kind
}

/** The number of a row among all rows, from 1. */
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
    all: (found = list) =>
      constants.size === 0
        ? found
        : {
            rows_with: [found, ...[...constants.values()].flatMap(({ key: k, rule }) => [k, rule])],
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

/** Replaces what a condition reads from outside its rows by columns. */
const hoist = (rule: Rule, isColumn: (key: string) => boolean, rows: Rows): Rule => {
  if (Array.isArray(rule)) return rule.map(part => hoist(part, isColumn, rows))
  if (!isRecord(rule)) return rule
  if (['filter', 'map', 'reduce'].some(name => name in rule)) {
    throw new Untranslatable('a condition in brackets contains another one')
  }
  const name = rule['var']
  if (typeof name === 'string') return isColumn(name) ? rule : rows.constant(rule)
  return Object.fromEntries(
    Object.entries(rule).map(([operation, given]) => [operation, hoist(given, isColumn, rows)]),
  )
}

/** Translates within the rows, where a bare name is a column. */
const withinRows = (rows: Rows, outer: Translation, used: Set<string>): Translation => {
  const scope: Scope = {
    ...outer.scope,
    isInRows: true,
    meaning: of => {
      if (of.kind === 'path' && of.from === 'here' && of.conditions.length === 0) {
        const column = rows.column(of.steps)
        if (column === null)
          throw new Untranslatable('a condition in brackets refers to something outside its row')
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

/** The operands of `a and b and c`. */
const conjuncts = (expression: Expression): readonly Expression[] =>
  expression.kind === 'binary' && expression.operator === 'and'
    ? [...conjuncts(expression.left), ...conjuncts(expression.right)]
    : [expression]

type Equality = readonly [column: string, value: Rule]

/** `column = something outside`, which an index of the list answers; null for any other condition. */
const equality = (expression: Expression, rows: Rows, outer: Translation): Equality | null => {
  if (expression.kind !== 'binary' || expression.operator !== '=') return null
  const { left, right } = expression
  const columnOf = (side: Expression) =>
    side.kind === 'path' && side.from === 'here' && side.conditions.length === 0
      ? rows.column(side.steps)
      : null
  const [column, other] =
    columnOf(left) === null ? [columnOf(right), left] : [columnOf(left), right]
  if (column === null || columnOf(other) !== null) return null
  const term = outer.term(other)
  // XPath compares two answers as texts, even if both look like numbers.
  const isAnswer = other.kind === 'reference' || (other.kind === 'path' && other.from === 'root')
  const isText = term.is !== 'either' && ['text', 'choice', 'date'].includes(term.is)
  return isText || isAnswer ? [column.key, asText(term)] : null
}

/** Applies the conditions of a path one after the other. */
const filtered = (rows: Rows, conditions: readonly Expression[], outer: Translation): Rule => {
  const parts = conditions.flatMap(conjuncts)
  const equalities = rows.list === null ? [] : parts.map(part => equality(part, rows, outer))
  const found = equalities.filter(one => one !== null)
  const others = parts.filter((_part, place) => (equalities[place] ?? null) === null)
  const indexed = found.length === 0 ? undefined : { find_rows: [rows.list, ...found.flat()] }
  if (indexed !== undefined && others.length === 0) return indexed
  const rules = conditionsOf(rows, others, outer)
  // Without the index if a condition reads the place of a row, which counts all rows and not only those that the index
  // found.
  if (indexed !== undefined && !JSON.stringify(rules).includes(`"${rowKey}"`)) {
    return { filter: [rows.all(indexed), joined(rules)] }
  }
  const all = indexed === undefined ? rules : conditionsOf(rows, parts, outer)
  return { filter: [rows.all(), joined(all)] }
}

const joined = (rules: readonly Rule[]): Rule => (rules.length === 1 ? rules[0] : { and: rules })

const conditionsOf = (
  rows: Rows,
  conditions: readonly Expression[],
  outer: Translation,
): readonly Rule[] => {
  const used = new Set<string>([rowKey])
  const inner = withinRows(rows, outer, used)
  const rules = conditions.map(condition => {
    const term = inner.term(condition)
    const isPlace = term.is === 'number'
    return isPlace ? { '==': [{ var: rowKey }, asNumber(term)] } : asCondition(term)
  })
  return rules.map(rule => hoist(rule, key => used.has(key), rows))
}

/** The result of a path with conditions, or into a list: rows, and the column to read. */
export interface Found {
  readonly rows: Rule
  readonly column: Column | null
}

const instanceName = ({ from }: Path): string | null => {
  if (typeof from !== 'object' || from.kind !== 'call' || from.name !== 'instance') return null
  const [name] = from.given
  return name?.kind === 'text' ? name.value : null
}

/** The path up to a condition, without conditions. */
const upTo = (path: Path, count: number): Path | Reference =>
  count === 0 && typeof path.from === 'object' && path.from.kind === 'reference'
    ? path.from
    : { ...path, steps: path.steps.slice(0, count), conditions: [] }

/** Reads a path with several results; null for one that refers to a single field. */
export const findRows = (path: Path, translation: Translation): Found | null => {
  const { scope } = translation
  const name = instanceName(path)
  if (name !== null) {
    const key = scope.list(name)
    if (key === null)
      throw new Untranslatable(`it looks something up in "${name}", which is not there`)
    const rows = rowsOfList(key)
    const [, , ...rest] = path.steps
    const column = rest.length === 0 ? null : rows.column(rest)
    if (rest.length > 0 && column === null)
      throw new Untranslatable('it does not name a column of the list')
    const conditions = path.conditions.map(({ of }) => of)
    const all = conditions.length === 0 ? rows.all() : filtered(rows, conditions, translation)
    return { rows: all, column }
  }
  if (path.conditions.length === 0) return null
  const last = Math.max(...path.conditions.map(({ after }) => after))
  const meaning = scope.meaning(upTo(path, last + 1))
  if (meaning.kind !== 'repeat') {
    throw new Untranslatable('a condition in brackets follows something that does not repeat')
  }
  for (const { after } of path.conditions) {
    const chosen = after === last ? meaning : scope.meaning(upTo(path, after + 1))
    if (chosen.kind === 'repeat' && chosen.id !== meaning.id)
      throw new Untranslatable('a condition in brackets chooses among outer occurrences')
  }
  const rows = rowsOfRepeat(meaning)
  const rest = path.steps.slice(last + 1)
  const column = rest.length === 0 ? null : rows.column(rest)
  if (rest.length > 0 && column === null)
    throw new Untranslatable('it does not name a question of the repeat')
  const conditions = path.conditions.map(({ of }) => of)
  return { rows: filtered(rows, conditions, translation), column }
}

/** The non-empty values in the column. */
export const valuesOf = ({ rows, column }: Found): Rule => {
  if (column === null) throw new Untranslatable('it reads a whole row as if it were an answer')
  return { map: [rows, { var: column.key }] }
}

/** The first value, because XPath uses the first of several when one is needed. */
export const firstOf = (found: Found): Term =>
  perhaps(found.column?.kind ?? 'text', { item: [valuesOf(found), 0] })
