import * as fc from 'fast-check'

/**
 * The meaning of XPath, implemented a second time and without a parser: an expression is generated together with a
 * function for its value. Values are XPath's own; a number is typed by its field's bind.
 */

/** A value of XPath, where a node stands for its contents. */
export type Value = string | number | boolean

/** The answers that expressions read, as the fill screen passes them to rules. */
export interface Answers {
  readonly num: number | null
  readonly num2: number | null
  readonly txt: string | null
  readonly txt2: string | null
  readonly pick: string | null
  readonly many: readonly string[] | null
  readonly day: string | null
  readonly day2: string | null
  readonly $today: string
}

/** An expression with its text, its precedence, and its meaning. */
export interface Meant {
  readonly text: string
  readonly level: number
  readonly value: (answers: Answers) => Value
}

/** A day as the number of days since 1970. */
export const epoch = (day: string): number =>
  Date.UTC(+day.slice(0, 4), +day.slice(5, 7) - 1, +day.slice(8)) / 864e5
const isDay = (text: string) => /^\d\d\d\d-\d\d-\d\d$/.test(text)

/** XPath's string(). */
export const str = (value: Value): string => `${value}`
/** XPath's number(), with days counted as in ODK. */
export const num = (value: Value): number => {
  if (typeof value !== 'string') return Number(value)
  if (isDay(value)) return epoch(value)
  const text = value.trim()
  return /^-?[0-9.]+$/.test(text) && /[0-9]/.test(text) && text.split('.').length < 3
    ? Number(text)
    : Number.NaN
}
/** XPath's boolean(). */
export const bool = (value: Value): boolean =>
  typeof value === 'string' ? value.length > 0 : Boolean(value)

/** XPath's `=`. */
const same = (a: Value, b: Value): boolean => {
  if (typeof a === 'boolean' || typeof b === 'boolean') return bool(a) === bool(b)
  if (typeof a === 'number' || typeof b === 'number') return num(a) === num(b)
  return a === b
}

/** The value of a node in XPath. */
const node = (answers: Answers, name: keyof Answers): Value => {
  const answer = answers[name]
  return answer === null ? '' : Array.isArray(answer) ? answer.join(' ') : (answer as Value)
}

const word = fc.stringMatching(/^[a-c0-9.-]{1,4}( [a-c0-9]{1,3})?$/)
const numberText = fc.oneof(
  fc.integer({ min: -99, max: 99 }).map(String),
  fc.constantFrom('2.5', '-0.25', '.5', '1e3', '0x5'),
)
const day = fc
  .integer({ min: -20_000, max: 40_000 })
  .map(count => new Date(count * 864e5).toISOString().slice(0, 10))
const number = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.integer({ min: -999, max: 999 }).map(n => n / 8),
)
const maybe = <Item>(item: fc.Arbitrary<Item>) => fc.option(item, { freq: 4 })

/** Answers, some of them missing. */
export const answersArbitrary: fc.Arbitrary<Answers> = fc.record({
  num: maybe(number),
  num2: maybe(number),
  txt: maybe(fc.oneof(word, numberText)),
  txt2: maybe(fc.oneof(word, numberText)),
  pick: maybe(fc.constantFrom('a', 'b', '1', '05', 'yes')),
  many: maybe(fc.subarray(['a', 'b', 'c', '1'], { minLength: 1 })),
  day: maybe(day),
  day2: maybe(day),
  $today: day,
})

/** One of the answers. */
export const nodeArbitrary = (...names: readonly (keyof Answers)[]): fc.Arbitrary<Meant> =>
  fc.constantFrom(...names).map(name => ({
    text: `\${${name}}`,
    level: 9,
    value: answers => node(answers, name),
  }))

/** A literal. */
export const literal = (text: string, value: Value): Meant => ({
  text,
  level: 9,
  value: () => value,
})

/** Adds parentheses where an expression's precedence is lower than its position needs. */
const at = (level: number, { text, level: own }: Meant): string =>
  own < level ? `(${text})` : text

/** A binary operator. */
export const binary = (
  operator: string,
  level: number,
  a: Meant,
  b: Meant,
  value: (a: Value, b: Value) => Value,
): Meant => ({
  text: `${at(level, a)} ${operator} ${at(level + 1, b)}`,
  level,
  value: answers => value(a.value(answers), b.value(answers)),
})

/** A function call. */
export const call = (
  name: string,
  given: readonly Meant[],
  value: (...given: Value[]) => Value,
): Meant => ({
  text: `${name}(${given.map(({ text }) => text).join(', ')})`,
  level: 9,
  value: answers => value(...given.map(one => one.value(answers))),
})

type Make = (...given: Meant[]) => Meant
const orders: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
const sums: Readonly<Record<string, readonly [number, (a: number, b: number) => number]>> = {
  '+': [5, (a, b) => a + b],
  '-': [5, (a, b) => a - b],
  '*': [6, (a, b) => a * b],
  div: [6, (a, b) => a / b],
  mod: [6, (a, b) => a % b],
}

const truths: readonly Make[] = [
  (a, b) => binary('or', 1, a, b, (x, y) => bool(x) || bool(y)),
  (a, b) => binary('and', 2, a, b, (x, y) => bool(x) && bool(y)),
  (a, b) => binary('=', 3, a, b, same),
  (a, b) => binary('!=', 3, a, b, (x, y) => !same(x, y)),
  ...Object.entries(orders).map(
    ([sign, holds]): Make =>
      (a, b) =>
        binary(sign, 4, a, b, (x, y) => holds(num(x), num(y))),
  ),
  a => call('not', [a], x => !bool(x)),
  a => call('boolean', [a], bool),
]
const numbers: readonly Make[] = [
  ...Object.entries(sums).map(
    ([sign, [level, work]]): Make =>
      (a, b) =>
        binary(sign, level, a, b, (x, y) => work(num(x), num(y))),
  ),
  a => ({ text: `-${at(7, a)}`, level: 7, value: answers => -num(a.value(answers)) }),
  a => call('number', [a], num),
  a => call('int', [a], x => (num(x) < 0 ? Math.ceil(num(x)) : Math.floor(num(x)))),
  a => call('round', [a], x => Math.floor(num(x) + 0.5)),
  a => call('string-length', [a], x => str(x).length),
]
const textsMade: readonly Make[] = [
  a => call('string', [a], str),
  (a, b) => call('concat', [a, b], (x, y) => str(x) + str(y)),
]

/** A single answer, literal or day. */
export const leafArbitrary: fc.Arbitrary<Meant> = fc.oneof(
  {
    weight: 5,
    arbitrary: nodeArbitrary('num', 'num2', 'txt', 'txt2', 'pick', 'many', 'day', 'day2'),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 20 }).map(value => literal(`${value}`, value)),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', '', 'a', 'b', '05', '1', 'a b')
      .map(value => literal(`'${value}'`, value)),
  },
  fc.constant({ text: 'today()', level: 9, value: (answers: Answers) => answers.$today }),
  fc.constant(literal('true()', true)),
)

const { any } = fc.letrec<{ any: Meant }>(tie => {
  const made = fc
    .tuple(fc.constantFrom(...truths, ...truths, ...numbers, ...textsMade), tie('any'), tie('any'))
    .map(([make, a, b]) => make(a, b))
  const chosen = fc
    .tuple(tie('any'), tie('any'), tie('any'))
    .map(([a, b, c]) => call('if', [a, b, c], (x, y, z) => (bool(x) ? y : z)))
  return {
    any: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'expression' },
      leafArbitrary,
      made,
      made,
      chosen,
    ),
  }
})

/** Any expression of the common subset. */
export const expressionArbitrary = any

/** Every operator and nesting function, with a generator for its parts. */
export const makers: readonly Make[] = [...truths, ...numbers, ...textsMade]
