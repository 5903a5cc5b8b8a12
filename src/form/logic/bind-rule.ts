import { isJsonObject } from '../../../replication/wire/envelope.ts'
import type { Rule } from '../../../replication/wire/logic.ts'
import { byLibrary, evaluationOf, readOf, type Evaluate } from '../operations/evaluation.ts'

/** A rule whose names were looked up once, when the form was opened. */
export interface BoundRule {
  readonly evaluate: Evaluate
  /** The keys that it reads. */
  readonly reads: ReadonlySet<string>
  /** The names that match nothing; they count as unanswered. */
  readonly unknown: readonly string[]
}

/** Binds a rule. `keyOf` returns the key of a name; null for an unknown name. */
export type BindRule = (rule: Rule, keyOf: (name: string) => string | null) => BoundRule

/** A part of a rule, with keys instead of names. */
interface Part {
  /** Identifies the part among those of its binder. */
  readonly id: number
  readonly rule: Rule
  readonly evaluate: Evaluate
}

/** Operations in whose body `var` names the item; only their list is read from the form. */
const overItems: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'all', 'none', 'some'])

/**
 * Makes a binder for the rules of one form. It replaces names by keys, because the library would read a name with dots
 * as a path. Equal parts are made once, because the questions of a group repeat the conditions of the group.
 */
export const createRuleBinder = (): BindRule => {
  const parts = new Map<string, Part>()
  /** The part with a name, which says all that is in it. */
  const partOf = (name: string, make: () => Omit<Part, 'id'>): Part => {
    const known = parts.get(name)
    if (known !== undefined) return known
    const part = { id: parts.size, ...make() }
    parts.set(name, part)
    return part
  }
  const constant = (value: unknown): Part =>
    partOf(JSON.stringify(value) ?? '', () => ({ rule: value, evaluate: () => value }))
  const leftToLibrary = (rule: Rule): Part =>
    partOf(JSON.stringify(rule), () => ({ rule, evaluate: byLibrary(rule) }))
  const listOf = (items: readonly Part[]): Part =>
    partOf(`[${items.map(({ id }) => id).join()}]`, () => ({
      rule: items.map(({ rule }) => rule),
      evaluate: answers => items.map(({ evaluate }) => evaluate(answers)),
    }))
  const operationOf = (operation: string, given: readonly Part[]): Part =>
    partOf(`${operation}(${given.map(({ id }) => id).join()})`, () => {
      const rule = { [operation]: given.map(part => part.rule) }
      const values = given.map(({ evaluate }) => evaluate)
      return { rule, evaluate: evaluationOf(operation, values, rule) }
    })
  const readingOf = (key: string): Part =>
    partOf(`var(${JSON.stringify(key)})`, () => ({ rule: { var: [key] }, evaluate: readOf(key) }))

  return (source, keyOf) => {
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
    const visit = (rule: Rule): Part => {
      if (Array.isArray(rule)) return listOf(rule.map(visit))
      const [only, ...others] = isJsonObject(rule) ? Object.entries(rule) : []
      if (only === undefined || others.length > 0) return constant(rule)
      const [operation, given] = only
      const list: readonly unknown[] = Array.isArray(given) ? given : [given]
      const [first, ...rest] = list
      if (operation === 'var') {
        const key = keyFor(first)
        return typeof key === 'string' && key !== '' && rest.length === 0
          ? readingOf(key)
          : leftToLibrary({ var: [key, ...rest.map(item => visit(item).rule)] })
      }
      if (operation === 'missing') return leftToLibrary({ missing: list.map(keyFor) })
      if (overItems.has(operation)) {
        return leftToLibrary({ [operation]: [visit(first).rule, ...rest] })
      }
      return operationOf(operation, list.map(visit))
    }
    const { evaluate } = visit(source)
    return { evaluate, reads, unknown }
  }
}
