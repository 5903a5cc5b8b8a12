/**
 * A second implementation of XPath for forms: it evaluates the text directly, without any code of the product. It
 * has the functions that real forms use, and throws on others.
 */

/** A value. A name or path results in the values of its nodes, in order. */
export type Plain = string | number | boolean | readonly string[]

/** The context of an expression. */
export interface PlainScope {
  /** The values of the nodes of `${name}` or of a path: one for a question, one per occurrence for a repeated one. */
  readonly nodes: (written: string) => readonly string[]
  /** The number of the occurrence, from 1. */
  readonly position: number
  /** `YYYY-MM-DD` */
  readonly today: string
}

type Ask = (scope: PlainScope) => Plain

/** A function or syntax that is not implemented here. */
class UnknownXPath extends Error {}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const daysOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000
const dayOf = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10)

export const toText = (value: Plain): string =>
  typeof value === 'object' ? (value[0] ?? '') : String(value)

const toNumber = (value: Plain): number => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value).trim()
  if (isDay(text)) return daysOf(text)
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

/** A node is true when it is answered, as in ODK. */
export const toTruth = (value: Plain): boolean => {
  if (typeof value === 'number') return !Number.isNaN(value) && value !== 0
  return typeof value === 'boolean' ? value : toText(value) !== ''
}

type Relation = (a: number | string | boolean, b: number | string | boolean) => boolean

/** True when one of the nodes is enough. */
const compare = (a: Plain, b: Plain, holds: Relation): boolean => {
  if (typeof a === 'object') return a.some(node => compare(node, b, holds))
  if (typeof b === 'object') return b.some(node => compare(a, node, holds))
  return holds(a, b)
}

const equal: Relation = (a, b) => {
  if (typeof a === 'boolean' || typeof b === 'boolean') return toTruth(a) === toTruth(b)
  if (typeof a === 'number' || typeof b === 'number') return toNumber(a) === toNumber(b)
  return a === b
}

const relations: Readonly<Record<string, Relation>> = {
  '=': equal,
  '!=': (a, b) => !equal(a, b),
  '<': (a, b) => toNumber(a) < toNumber(b),
  '<=': (a, b) => toNumber(a) <= toNumber(b),
  '>': (a, b) => toNumber(a) > toNumber(b),
  '>=': (a, b) => toNumber(a) >= toNumber(b),
}

const sums: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
}

const wordsOf = (value: Plain): readonly string[] =>
  toText(value)
    .split(/\s+/)
    .filter(word => word !== '')

const answered = (value: Plain): readonly string[] =>
  typeof value === 'object' ? value.filter(node => node !== '') : [toText(value)]

const toDay = (value: Plain): string => {
  if (typeof value === 'number') return dayOf(Math.floor(value))
  return toText(value).slice(0, 10)
}

const pad = (count: number, digits: number) => String(count).padStart(digits, '0')

const formatted = (day: string, format: string): string => {
  if (!isDay(day)) return ''
  const date = new Date(`${day}T00:00:00Z`)
  const parts: Readonly<Record<string, string>> = {
    '%Y': pad(date.getUTCFullYear(), 4),
    '%y': pad(date.getUTCFullYear() % 100, 2),
    '%m': pad(date.getUTCMonth() + 1, 2),
    '%n': String(date.getUTCMonth() + 1),
    '%d': pad(date.getUTCDate(), 2),
    '%e': String(date.getUTCDate()),
  }
  return format.replace(/%./g, part => {
    const found = parts[part]
    if (found === undefined) throw new UnknownXPath(`format-date: ${part}`)
    return found
  })
}

const roundTo = (value: number, digits: number): number => {
  const factor = 10 ** digits
  return Math.floor(value * factor + 0.5) / factor
}

const functions: Readonly<Record<string, (given: readonly Plain[], scope: PlainScope) => Plain>> = {
  true: () => true,
  false: () => false,
  not: ([a = '']) => !toTruth(a),
  boolean: ([a = '']) => toTruth(a),
  'boolean-from-string': ([a = '']) => ['1', 'true'].includes(toText(a)),
  number: ([a = '']) => toNumber(a),
  string: ([a = '']) => toText(a),
  if: ([a = '', b = '', c = '']) => (toTruth(a) ? b : c),
  coalesce: given => given.map(toText).find(text => text !== '') ?? '',
  once: ([a = '']) => a,
  int: ([a = '']) => Math.trunc(toNumber(a)),
  floor: ([a = '']) => Math.floor(toNumber(a)),
  ceiling: ([a = '']) => Math.ceil(toNumber(a)),
  round: ([a = '', digits = 0]) => roundTo(toNumber(a), toNumber(digits)),
  concat: given => given.map(toText).join(''),
  'string-length': ([a = '']) => toText(a).length,
  substr: ([a = '', from = 0, to]) =>
    toText(a).slice(toNumber(from), to === undefined ? undefined : toNumber(to)),
  contains: ([a = '', b = '']) => toText(a).includes(toText(b)),
  'starts-with': ([a = '', b = '']) => toText(a).startsWith(toText(b)),
  regex: ([a = '', b = '']) => new RegExp(`^(?:${toText(b)})$`).test(toText(a)),
  selected: ([a = '', b = '']) => wordsOf(a).includes(toText(b)),
  'count-selected': ([a = '']) => wordsOf(a).length,
  'selected-at': ([a = '', b = 0]) => wordsOf(a)[toNumber(b)] ?? '',
  today: (_given, { today }) => today,
  date: ([a = '']) => toDay(a),
  'format-date': ([a = '', b = '']) => formatted(toDay(a), toText(b)),
  'decimal-date-time': ([a = '']) => toNumber(toDay(a)),
  count: ([a = '']) => (typeof a === 'object' ? a.length : 1),
  'count-non-empty': ([a = '']) => answered(a).length,
  sum: ([a = '']) => answered(a).reduce((sum, node) => sum + toNumber(node), 0),
  max: given => Math.max(...given.flatMap(answered).map(toNumber)),
  min: given => Math.min(...given.flatMap(answered).map(toNumber)),
  position: (_given, { position }) => position,
}

const token =
  /\s+|\$\{([^}]+)\}|"([^"]*)"|'([^']*)'|(\d+\.?\d*|\.\d+)|(<=|>=|!=|[-+*=<>(),])|((?:\/|\.\.\/|\.\/)?(?:\.\.|[\p{L}_][\p{L}\p{N}_.:-]*)(?:\/(?:\.\.|[\p{L}_][\p{L}\p{N}_.:-]*))*|\.)/uy

type Token =
  | { readonly kind: 'text' | 'number' | 'sign' | 'nodes'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }

const tokensOf = (text: string): readonly Token[] => {
  const found: Token[] = []
  let at = 0
  while (at < text.length) {
    token.lastIndex = at
    const match = token.exec(text)
    if (match === null || match[0] === '') throw new UnknownXPath(text.slice(at))
    at = token.lastIndex
    const [, name, double, single, number, sign, word] = match
    if (name !== undefined) found.push({ kind: 'nodes', text: `\${${name.trim()}}` })
    if (double !== undefined) found.push({ kind: 'text', text: double })
    if (single !== undefined) found.push({ kind: 'text', text: single })
    if (number !== undefined) found.push({ kind: 'number', text: number })
    if (sign !== undefined) found.push({ kind: 'sign', text: sign })
    if (word !== undefined) found.push({ kind: 'word', text: word })
  }
  return found
}

/** From the lowest precedence to the highest. */
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
]

const joined = (operator: string, a: Ask, b: Ask): Ask => {
  const relation = relations[operator]
  if (relation !== undefined) return scope => compare(a(scope), b(scope), relation)
  const sum = sums[operator]
  if (sum !== undefined) return scope => sum(toNumber(a(scope)), toNumber(b(scope)))
  return operator === 'and'
    ? scope => toTruth(a(scope)) && toTruth(b(scope))
    : scope => toTruth(a(scope)) || toTruth(b(scope))
}

/** Parses an expression. Throws UnknownXPath for what is not implemented here. */
export const readXPath = (text: string): Ask => {
  const tokens = tokensOf(text)
  let at = 0
  const isNext = (sign: string) => tokens[at]?.kind === 'sign' && tokens[at]?.text === sign
  const take = (sign: string) => {
    if (!isNext(sign)) throw new UnknownXPath(`${sign} in ${text}`)
    at += 1
  }
  const level = (number: number): Ask => {
    const operators = levels[number]
    if (operators === undefined) return unary()
    let left = level(number + 1)
    for (;;) {
      const next = tokens[at]
      const isOperator = next?.kind === 'sign' || next?.kind === 'word'
      if (next === undefined || !isOperator || !operators.includes(next.text)) return left
      at += 1
      left = joined(next.text, left, level(number + 1))
    }
  }
  const unary = (): Ask => {
    if (!isNext('-')) return primary()
    at += 1
    const of = unary()
    return scope => -toNumber(of(scope))
  }
  const primary = (): Ask => {
    const next = tokens[at]
    at += 1
    if (next === undefined) throw new UnknownXPath(`the end of ${text}`)
    switch (next.kind) {
      case 'text':
        return () => next.text
      case 'number':
        return () => Number(next.text)
      case 'nodes':
        return scope => scope.nodes(next.text)
      case 'word':
        return isNext('(') ? called(next.text) : scope => scope.nodes(next.text)
      case 'sign': {
        if (next.text !== '(') throw new UnknownXPath(`${next.text} in ${text}`)
        const inner = level(0)
        take(')')
        return inner
      }
    }
  }
  const called = (name: string): Ask => {
    const found = functions[name]
    if (found === undefined) throw new UnknownXPath(`${name}()`)
    take('(')
    const given: Ask[] = []
    while (!isNext(')')) {
      if (given.length > 0) take(',')
      given.push(level(0))
    }
    take(')')
    return scope => found(name === 'position' ? [] : given.map(ask => ask(scope)), scope)
  }
  const whole = level(0)
  if (at < tokens.length) throw new UnknownXPath(`${tokens[at]?.text} in ${text}`)
  return whole
}
