/* The only door to json-logic-js. */
import jsonLogic from 'json-logic-js'
import type { Rule } from '../../../replication/wire/logic.ts'
import { operations } from './operations.ts'

/*
 * One answer to a long form makes hundreds of rules due, and the library reads a rule's JSON anew each time. So the
 * common operations become functions when a form is opened, and the library evaluates whatever else a rule contains.
 * Both give the same value: a property test compares them.
 */

for (const [name, work] of Object.entries(operations)) jsonLogic.add_operation(name, work)

/** Evaluates a rule for answers by their keys; throws the library's error for an unknown operation. */
export type Evaluate = (answers: Readonly<Record<string, unknown>>) => unknown

/** Whether a value counts as true; an empty list does not. */
export const holds = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value)

/** Has the library evaluate a rule. */
export const byLibrary =
  (rule: Rule): Evaluate =>
  answers =>
    jsonLogic.apply(rule as Parameters<typeof jsonLogic.apply>[0], answers)

/** The evaluation of an operation; `values` evaluate what is given to it, and `rule` is the operation with it. */
export const evaluationOf = (
  operation: string,
  values: readonly Evaluate[],
  rule: Rule,
): Evaluate => {
  switch (operation) {
    case 'and':
      return firstOf(values, value => !holds(value))
    case 'or':
      return firstOf(values, holds)
    case 'if':
      return choiceOf(values)
    default: {
      const work = Object.hasOwn(functions, operation) ? functions[operation] : undefined
      return work === undefined ? byLibrary(rule) : callOf(work, values)
    }
  }
}

/** Reads the answer at a path, `name` or `name.name`; null for none. */
export const readOf = (path: string): Evaluate => {
  const steps = path.split('.')
  return answers => {
    let value: unknown = answers
    for (const step of steps) {
      if (value === null || value === undefined) return null
      value = (value as Readonly<Record<string, unknown>>)[step]
    }
    return value ?? null
  }
}

/** The operations that are called directly: those of the project, and the library's that need nothing but values. */
const functions: typeof operations = {
  // oxlint-disable-next-line eqeqeq -- JsonLogic says that 1 and '1' are equal.
  '==': (a, b) => a == b,
  // oxlint-disable-next-line eqeqeq -- The opposite of the above.
  '!=': (a, b) => a != b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '!': value => !holds(value),
  '!!': holds,
  ...operations,
}

/** Calls an operation; without making a list where it is given one or two values, because nearly all are. */
const callOf = (
  work: (...given: readonly unknown[]) => unknown,
  values: readonly Evaluate[],
): Evaluate => {
  const [first, second] = values
  if (first !== undefined && values.length === 1) return answers => work(first(answers))
  if (first !== undefined && second !== undefined && values.length === 2) {
    return answers => work(first(answers), second(answers))
  }
  return answers => work(...values.map(value => value(answers)))
}

/** The first value that ends an `and` or an `or`, otherwise the last one. */
const firstOf =
  (values: readonly Evaluate[], ends: (value: unknown) => boolean): Evaluate =>
  answers => {
    let last: unknown
    for (const value of values) {
      last = value(answers)
      if (ends(last)) break
    }
    return last
  }

/** Condition, value, condition, value, and the value otherwise; null without one. */
const choiceOf =
  (values: readonly Evaluate[]): Evaluate =>
  answers => {
    let place = 0
    for (; place < values.length - 1; place += 2) {
      if (holds(values[place]?.(answers))) return values[place + 1]?.(answers)
    }
    const otherwise = values[place]
    return otherwise === undefined ? null : otherwise(answers)
  }
