import { geometryOperations } from './geometry-operations.ts'
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

type Operations = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>

const valueOperations: Operations = {
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

const comparisons: Operations = {
  '<': inOrder((a, b) => a < b),
  '<=': inOrder((a, b) => a <= b),
  '>': inOrder((a, b) => a > b),
  '>=': inOrder((a, b) => a >= b),
}

/**
 * Operations beyond JsonLogic's own, and its comparisons with another meaning of a missing answer. Each is total: it
 * returns a value for any input. WARNING: forms contain these names (docs/form-logic.md), so a name must stay and keep
 * its meaning.
 */
export const operations: Operations = {
  ...textOperations,
  ...momentOperations,
  ...rowOperations,
  ...geometryOperations,
  ...valueOperations,
  ...comparisons,
}
