import { literalText, asNumber, perhaps, sure, type Term } from './terms.ts'
import { CannotSay, type Translation } from './translation.ts'
import { problemOf } from './problem-of.ts'
import type { FunctionRule } from './functions.ts'
import type { Expression } from './tree.ts'

/** What the occurrences of a repeat are asked for: their answers, or how many they are. */
type OverRepeat =
  | { readonly kind: 'answers'; readonly id: string; readonly repeatId: string }
  | { readonly kind: 'occurrences'; readonly repeatId: string }

const overRepeat = (expression: Expression, { scope }: Translation): OverRepeat | null => {
  if (expression.kind !== 'reference' && expression.kind !== 'path') return null
  if (expression.kind === 'path' && expression.isFiltered) {
    throw new CannotSay('it counts only those occurrences that fulfil a condition')
  }
  const meaning = scope.meaning(expression)
  if (meaning.kind === 'repeat') return { kind: 'occurrences', repeatId: meaning.id }
  if (meaning.kind === 'nowhere' || meaning.kind === 'several' || meaning.kind === 'left-out') {
    throw problemOf(meaning, expression.at)
  }
  if (meaning.kind !== 'field' || meaning.repeatId === null) return null
  return { kind: 'answers', id: meaning.id, repeatId: meaning.repeatId }
}

const answersOf = (given: readonly Expression[], translation: Translation) => {
  const [first] = given
  const over = first === undefined ? null : overRepeat(first, translation)
  if (over?.kind !== 'answers') throw new CannotSay('it goes over something that does not repeat')
  return { var: `$all.${over.id}` }
}

/** A far number, where the least or most of nothing begins. */
const far = 9e15

const extreme = (name: 'min' | 'max'): FunctionRule => ({
  takes: [1, Number.POSITIVE_INFINITY],
  toTerm: (given, translation) => {
    const [only, ...others] = given
    const isSet =
      only !== undefined && others.length === 0 && overRepeat(only, translation) !== null
    if (!isSet) return sure('number', { [name]: given.map(one => asNumber(translation.term(one))) })
    const all = answersOf(given, translation)
    const current = { to_number: [{ var: 'current' }] }
    const start = name === 'min' ? far : -far
    const found = { reduce: [all, { [name]: [current, { var: 'accumulator' }] }, start] }
    return perhaps('number', { if: [{ count: [all] }, found, null] })
  },
})

const count: FunctionRule = {
  takes: [1, 1],
  toTerm: ([first], translation) => {
    const over = first === undefined ? null : overRepeat(first, translation)
    if (over === null) throw new CannotSay('it counts something that does not repeat')
    return sure('number', { var: `$count.${over.repeatId}` })
  },
}

/** `position(..)`: which occurrence this is. */
const position: FunctionRule = {
  takes: [0, 1],
  toTerm: (given, { scope }) => {
    const [of] = given
    const isOwn = of === undefined || (of.kind === 'path' && of.from === 'here')
    if (scope.repeatId === null || !isOwn)
      throw new CannotSay('it asks for a place outside of a repeat')
    return sure('number', { var: '$position' })
  },
}

const joined = (given: readonly Expression[], translation: Translation): Term => {
  const [separator, ...rest] = given
  const literal = separator === undefined ? null : literalText(translation.term(separator))
  if (literal === null) throw new CannotSay('it joins with something that is worked out')
  const soFar = { var: 'accumulator' }
  const current = { var: 'current' }
  const [only, ...others] = rest
  if (only !== undefined && others.length === 0 && overRepeat(only, translation) !== null) {
    const step = { if: [{ '==': [soFar, null] }, current, { cat: [soFar, literal, current] }] }
    return perhaps('text', { reduce: [answersOf(rest, translation), step, null] })
  }
  throw new CannotSay('it joins something that does not repeat')
}

/** The functions that go over the occurrences of a repeat. What was not answered does not count. */
export const sets: Readonly<Record<string, FunctionRule>> = {
  count,
  'count-non-empty': {
    takes: [1, 1],
    toTerm: (given, translation) => sure('number', { count: [answersOf(given, translation)] }),
  },
  sum: {
    takes: [1, 1],
    toTerm: (given, translation) => sure('number', { sum: [answersOf(given, translation)] }),
  },
  min: extreme('min'),
  max: extreme('max'),
  join: { takes: [2, Number.POSITIVE_INFINITY], toTerm: joined },
  position,
  index: position,
}
