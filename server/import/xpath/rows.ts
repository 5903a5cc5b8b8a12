import type { Rule } from '../../../replication/wire/logic.ts'
import { isWithin, kindByHolds, type Meaning, type Scope } from './names.ts'
import { asCondition, asNumber, asText, perhaps, type Kind, type Term } from './terms.ts'
import { noSuchList, Untranslatable, type Translation } from './translation.ts'
import type { Expression, Path, Reference } from './tree.ts'

/*
 * Paths with several results: the occurrences of a repeat, or the rows of a list, filtered by conditions in brackets.
 * JsonLogic filters rows that are objects, and within a filter a name can refer only to the row. So everything that a
 * condition reads is first added to the rows as a column.
 */

type Repeat = Meaning & { readonly kind: 'repeat' }

/** The rows that a path refers to, and how to read their columns. */
interface Rows {
  /** The rows before any condition. Built last, because they contain the columns that were read. */
  readonly all: () => Rule
  /** What a name within a condition refers to; null when it is not in the rows. */
  readonly column: (steps: readonly string[]) => Column | null
  readonly own: (meaning: Meaning) => Column | null
  /** The list of the rows; null for occurrences. */
  readonly list: Rule | null
  /** The repeat of the rows; null for a list. */
  readonly repeatId: string | null
}

interface Column {
  readonly key: string
  readonly kind: Kind
}

/** The number of a row among all rows, from 1. */
export const rowKey = '$row'

const isPlain = (step: string): boolean => !['', '.', '..', '*'].includes(step) && step[0] !== '@'

const rowsOfRepeat = (repeat: Repeat): Rows => {
  const keys = new Map<string, string>()
  const keyOf = (id: string): string => {
    const known = keys.get(id) ?? `c${keys.size}`
    keys.set(id, known)
    return known
  }
  const own = (meaning: Meaning): Column | null =>
    meaning.kind === 'field' && meaning.repeatId === repeat.id
      ? { key: keyOf(meaning.id), kind: kindByHolds[meaning.holds] }
      : null
  return {
    all: () => ({
      rows: [
        { var: `$count.${repeat.id}` },
        ...[...keys].flatMap(([id, key]) => [key, { var: `$each.${id}` }]),
      ],
    }),
    own,
    column: steps => own(repeat.child(steps)),
    list: null,
    repeatId: repeat.id,
  }
}

const rowsOfList = (key: string): Rows => {
  const list: Rule = { var: `$list.${key}` }
  return {
    all: () => list,
    own: () => null,
    column: steps => {
      const [name, ...rest] = steps.filter(step => step !== '.')
      if (name === undefined || rest.length > 0 || !isPlain(name)) return null
      return { key: name.replaceAll('.', '_'), kind: 'text' }
    },
    list,
    repeatId: null,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks the name of a column, because a field may have the same name. */
const columnMark = '\u0000'

/** Replaces what a condition reads from outside its rows by columns. */
const hoist = (rule: Rule, constantOf: (rule: Rule) => string): Rule => {
  if (Array.isArray(rule)) return rule.map(part => hoist(part, constantOf))
  if (!isRecord(rule)) return rule
  if (['filter', 'map', 'reduce'].some(name => name in rule)) {
    throw new Untranslatable('a condition in brackets contains another one')
  }
  const name = rule['var']
  if (name === rowKey) return rule
  if (typeof name === 'string') {
    const isColumn = name.startsWith(columnMark)
    return { var: isColumn ? name.slice(columnMark.length) : constantOf(rule) }
  }
  return Object.fromEntries(
    Object.entries(rule).map(([operation, given]) => [operation, hoist(given, constantOf)]),
  )
}

/** Refuses what differs by row and is not in it: the answers of a repeat within that of the rows, or around it. */
const refuseAround = (meaning: Meaning, { repeatId }: Rows, scope: Scope): void => {
  const id =
    meaning.kind === 'field' ? meaning.repeatId : meaning.kind === 'repeat' ? meaning.id : null
  if (id === null || repeatId === null) return
  const isAround =
    meaning.kind === 'field' && scope.outerOf(repeatId) === id && !isWithin(scope, id)
  if (isAround || scope.outerOf(id) === repeatId)
    throw new Untranslatable('a condition in brackets refers to something outside its row')
}

/** Translates within the rows, where a bare name is a column. */
const withinRows = (rows: Rows, outer: Translation): Translation => {
  const asMeaning = ({ key, kind }: Column): Meaning => ({
    kind: 'column',
    key: `${columnMark}${key}`,
    holds: kind,
  })
  const scope: Scope = {
    ...outer.scope,
    isInRows: true,
    meaning: of => {
      if (of.kind === 'path' && of.from === 'here' && of.conditions.length === 0) {
        const column = rows.column(of.steps)
        if (column === null)
          throw new Untranslatable('a condition in brackets refers to something outside its row')
        return asMeaning(column)
      }
      const meaning = outer.scope.meaning(of)
      // From the place of the expression, and not of the row.
      if (of.kind === 'path' && typeof of.from === 'object') return meaning
      const own = rows.own(meaning)
      if (own !== null) return asMeaning(own)
      refuseAround(meaning, rows, outer.scope)
      return meaning
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
const columnEquality = (
  expression: Expression,
  rows: Rows,
  outer: Translation,
): Equality | null => {
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
  const equalities = rows.list === null ? [] : parts.map(part => columnEquality(part, rows, outer))
  const found = equalities.filter(one => one !== null)
  const others = parts.filter((_part, place) => (equalities[place] ?? null) === null)
  const indexed = { find_rows: [rows.list, ...found.flat()] }
  if (others.length === 0) return indexed
  const filter = filterBy(rows, others, outer)
  // Without the index if a condition reads the place of a row, which counts all rows and not only those that the index
  // found.
  return found.length > 0 && !filter.readsPlace
    ? filter.of(indexed)
    : filterBy(rows, parts, outer).of(rows.all())
}

const joined = (rules: readonly Rule[]): Rule => (rules.length === 1 ? rules[0] : { and: rules })

interface RowFilter {
  readonly readsPlace: boolean
  readonly of: (found: Rule) => Rule
}

/** Filters rows by conditions. A value from outside the rows becomes a column with the same value in each row. */
const filterBy = (rows: Rows, conditions: readonly Expression[], outer: Translation): RowFilter => {
  const constants = new Map<string, readonly [key: string, rule: Rule]>()
  const constantOf = (rule: Rule): string => {
    const name = JSON.stringify(rule)
    const known = constants.get(name) ?? ([`=${constants.size}`, rule] as const)
    constants.set(name, known)
    return known[0]
  }
  const inner = withinRows(rows, outer)
  const rules = conditions.map(condition => {
    const term = inner.term(condition)
    const isPlace = term.is === 'number'
    const rule = isPlace ? { '==': [{ var: rowKey }, asNumber(term)] } : asCondition(term)
    return hoist(rule, constantOf)
  })
  const readsPlace = JSON.stringify(rules).includes(`"${rowKey}"`)
  // The rows of a list have no places by themselves.
  const isEnough = constants.size === 0 && (rows.list === null || !readsPlace)
  return {
    readsPlace,
    of: found => ({
      filter: [
        isEnough ? found : { rows_with: [found, ...[...constants.values()].flat()] },
        joined(rules),
      ],
    }),
  }
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
    if (key === null) throw noSuchList(name)
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
  if (rest.length > 0 && column === null) {
    const end = meaning.child(rest)
    const isInner = end.kind === 'repeat' || (end.kind === 'field' && end.repeatId !== meaning.id)
    throw new Untranslatable(
      isInner
        ? 'a condition in brackets chooses among outer occurrences'
        : 'it does not name a question of the repeat',
    )
  }
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
