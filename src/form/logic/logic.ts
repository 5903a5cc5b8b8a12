/* The only door to json-logic-js. */
import jsonLogic from 'json-logic-js'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { Rule } from '../../../replication/wire/logic.ts'
import { momentOperations } from './moment-operations.ts'
import { rowOperations } from './row-operations.ts'
import { textOperations } from './text-operations.ts'

/** What expressions work with: numbers where a field is one, lists where it takes several, null for no answer. */
export type LogicValue = string | number | boolean | null | readonly LogicValue[]

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(item => item !== null).map(String)

const numbersIn = (list: unknown): readonly number[] =>
  texts(list)
    .filter(text => text.trim() !== '')
    .map(Number)
    .filter(number => Number.isFinite(number))

/** Beyond JsonLogic's own; each is total: whatever it is given it gives something back. */
const operations: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  ...textOperations,
  ...momentOperations,
  ...rowOperations,
  /** Whether an option is chosen, of one choice or of several. */
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
  /** Of what is a number in a list. */
  sum: list => numbersIn(list).reduce((total, one) => total + one, 0),
  max_of: list => (numbersIn(list).length === 0 ? null : Math.max(...numbersIn(list))),
  min_of: list => (numbersIn(list).length === 0 ? null : Math.min(...numbersIn(list))),
  /** How many there are in a list, without those that are missing. */
  count: list => texts(list).filter(text => text !== '').length,
  /** Whole days from one day to another, `YYYY-MM-DD`. */
  days_between: (from, to) =>
    Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000),
}
/** Compares its numbers or texts in a row; what was not answered is neither smaller nor larger than anything. */
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

/** Inside these, `var` speaks of the item; only what they go over is read from the form. */
const overItems: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'all', 'none', 'some'])

/** A rule whose names were looked up once, when the form was opened. */
export interface BoundRule {
  readonly rule: Rule
  /** The keys that it reads. */
  readonly reads: ReadonlySet<string>
  /** The names that nobody answers to; they count as unanswered. */
  readonly unknown: readonly string[]
}

/**
 * Puts keys in place of the names that a rule reads, as names may hold dots, which are paths to the library.
 * `keyOf` gives null for a name that it does not know.
 */
export const bindRule = (rule: Rule, keyOf: (name: string) => string | null): BoundRule => {
  const reads = new Set<string>()
  const unknown: string[] = []
  const keyFor = (name: unknown): unknown => {
    // Numbers and '' are places of an item, and no names.
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

/** The value of a rule for the given answers; throws what the library throws at an operation it does not know. */
export const valueOf = (rule: Rule, answers: Readonly<Record<string, unknown>>): unknown =>
  jsonLogic.apply(rule as Parameters<typeof jsonLogic.apply>[0], answers)

/** Whether a value counts as true; an empty list does not. */
export const holds = (value: unknown): boolean => Boolean(jsonLogic.truthy(value))

/** A worked out value as an answer is stored: what is no number any more is no answer. */
export const valueToAnswer = (value: unknown): Answer => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return Array.isArray(value) ? value.map(String) : String(value)
}
