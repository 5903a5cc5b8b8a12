/* The only door to json-logic-js. */
import jsonLogic from 'json-logic-js'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { Rule } from '../../../replication/wire/logic.ts'
import { momentOperations } from './moment-operations.ts'
import { rowOperations } from './row-operations.ts'
import { textOperations } from './text-operations.ts'

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(item => item !== null).map(String)

const numbersIn = (list: unknown): readonly number[] =>
  texts(list)
    .filter(text => text.trim() !== '')
    .map(Number)
    .filter(number => Number.isFinite(number))

/** Operations beyond JsonLogic's own. Each is total: it returns a value for any input. */
const operations: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  ...textOperations,
  ...momentOperations,
  ...rowOperations,
  /** Whether an option is chosen, in a choice of one or of several. */
  selected: (answer, option) => texts(answer).includes(String(option)),
  count_selected: answer => texts(answer).filter(text => text !== '').length,
  regex: (text, pattern) => {
    try {
      return new RegExp(`^(?:${String(pattern)})$`, 'u').test(text === null ? '' : String(text))
    } catch {
      return false
    }
  },
  round: (value, digits = 0) => {
    const scale = 10 ** Number(digits)
    return Math.round(Number(value) * scale) / scale
  },
  floor: value => Math.floor(Number(value)),
  number: value => (value === null || value === '' ? null : Number(value)),
  coalesce: (...values) => values.find(value => value !== null && value !== '') ?? null,
  length: value => (Array.isArray(value) ? value.length : String(value ?? '').length),
  /** Ignores items that are not numbers. */
  sum: list => numbersIn(list).reduce((total, one) => total + one, 0),
  max_of: list => (numbersIn(list).length === 0 ? null : Math.max(...numbersIn(list))),
  min_of: list => (numbersIn(list).length === 0 ? null : Math.min(...numbersIn(list))),
  /** How many items of a list are not empty. */
  count: list => texts(list).filter(text => text !== '').length,
  /** Whole days from one day to another, `YYYY-MM-DD`. */
  days_between: (from, to) =>
    Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000),
}
/** Whether numbers or texts are in order; a missing answer is neither smaller nor larger than anything. */
const inOrder =
  (holdsFor: (a: never, b: never) => boolean) =>
  (...given: readonly unknown[]): boolean =>
    given.every(
      (value, place) =>
        value !== null &&
        value !== undefined &&
        (place === 0 || holdsFor(given[place - 1] as never, value as never)),
    )

const comparisons: typeof operations = {
  '<': inOrder((a, b) => a < b),
  '<=': inOrder((a, b) => a <= b),
  '>': inOrder((a, b) => a > b),
  '>=': inOrder((a, b) => a >= b),
}

for (const [name, work] of Object.entries({ ...operations, ...comparisons }))
  jsonLogic.add_operation(name, work)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Operations in whose body `var` names the item; only their list is read from the form. */
const overItems: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'all', 'none', 'some'])

/** A rule whose names were looked up once, when the form was opened. */
export interface BoundRule {
  readonly rule: Rule
  /** The keys that it reads. */
  readonly reads: ReadonlySet<string>
  /** The names that match nothing; they count as unanswered. */
  readonly unknown: readonly string[]
}

/**
 * Replaces the names in a rule by keys, because the library would read a name with dots as a path. `keyOf` returns null
 * for an unknown name.
 */
export const bindRule = (rule: Rule, keyOf: (name: string) => string | null): BoundRule => {
  const reads = new Set<string>()
  const unknown: string[] = []
  const keyFor = (name: unknown): unknown => {
    // Numbers and '' address an item, so they are not names.
    if (typeof name !== 'string' || name === '') return name
    const key = keyOf(name)
    if (key === null) unknown.push(name)
    else reads.add(key)
    return key ?? name
  }
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit)
    if (!isRecord(part)) return part
    return Object.fromEntries(
      Object.entries(part).map(([operation, given]) => {
        const list: readonly unknown[] = Array.isArray(given) ? given : [given]
        if (operation === 'var') return [operation, [keyFor(list[0]), ...list.slice(1).map(visit)]]
        if (operation === 'missing') return [operation, list.map(keyFor)]
        if (overItems.has(operation)) return [operation, [visit(list[0]), ...list.slice(1)]]
        return [operation, Array.isArray(given) ? list.map(visit) : visit(given)]
      }),
    )
  }
  return { rule: visit(rule), reads, unknown }
}

/** The value of a rule for the given answers; throws the library's error for an unknown operation. */
export const valueOf = (rule: Rule, answers: Readonly<Record<string, unknown>>): unknown =>
  jsonLogic.apply(rule as Parameters<typeof jsonLogic.apply>[0], answers)

/** Whether a value counts as true; an empty list does not. */
export const holds = (value: unknown): boolean => Boolean(jsonLogic.truthy(value))

/** A calculated value as an answer is stored; a value that is not a number becomes no answer. */
export const valueToAnswer = (value: unknown): Answer => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return Array.isArray(value) ? value.map(String) : String(value)
}
