import type { Rule } from '../../../replication/wire/logic.ts'
import type { FunctionRule } from './function-rule.ts'
import { lastReadBy } from '../xpath/last-read.ts'
import { isWithin, kindByHolds } from '../xpath/names.ts'
import { problemOf } from '../xpath/problem-of.ts'
import { findRows, rowKey, valuesOf, type Found } from '../xpath/rows.ts'
import {
  asNumber,
  asText,
  literalText,
  perhaps,
  sure,
  type Kind,
  type Term,
} from '../xpath/terms.ts'
import { noSuchList, Untranslatable, type Translation } from '../xpath/translation.ts'
import { ExpressionProblem, type Expression, type Path, type Reference } from '../xpath/tree.ts'

/** What a function iterates over: answers of a repeat, its occurrences, or rows that fulfil a condition. */
type Over =
  | {
      readonly kind: 'answers'
      readonly id: string
      readonly repeatId: string
      readonly is: Kind
      /** Whether it is the single answer of the occurrence that the expression is in. */
      readonly isOwn: boolean
    }
  | { readonly kind: 'occurrences'; readonly repeatId: string }
  | { readonly kind: 'rows'; readonly found: Found }

const goneOver = (expression: Expression, translation: Translation): Over | null => {
  if (expression.kind !== 'reference' && expression.kind !== 'path') return null
  if (lastReadBy(expression) !== null) return null
  const found = expression.kind === 'path' ? findRows(expression, translation) : null
  if (found !== null) return { kind: 'rows', found }
  const meaning = translation.scope.meaning(expression)
  if (meaning.kind === 'repeat') return { kind: 'occurrences', repeatId: meaning.id }
  if (meaning.kind === 'nowhere' || meaning.kind === 'several' || meaning.kind === 'left-out') {
    throw problemOf(meaning, expression.at)
  }
  if (meaning.kind === 'column' && expression.kind === 'reference')
    throw new Untranslatable('a condition in brackets goes over the answers of a single row')
  if (meaning.kind !== 'field' || meaning.repeatId === null) return null
  const { id, repeatId, holds } = meaning
  const isOwn = isWithin(translation.scope, repeatId) && !leaves(expression, repeatId)
  return { kind: 'answers', id, repeatId, is: kindByHolds[holds], isOwn }
}

/** Whether a path names a repeat, and so goes to all of its occurrences. A reference is relative to its own. */
const leaves = (expression: Reference | Path, repeatId: string): boolean =>
  expression.kind === 'path' && expression.steps.includes(repeatId.replace(/^.*\//, ''))

const answersIn = (over: Over | null): Rule => {
  if (over?.kind === 'answers') return over.isOwn ? [{ var: over.id }] : { var: `$all.${over.id}` }
  if (over?.kind === 'rows') return valuesOf(over.found)
  throw new Untranslatable('it iterates over something that does not repeat')
}

const answersOf = (given: readonly Expression[], translation: Translation): Rule => {
  const [first] = given
  return answersIn(first === undefined ? null : goneOver(first, translation))
}

/** The values of all arguments as one list; null if none of them is a set. */
export const valuesIn = (
  given: readonly Expression[],
  translation: Translation,
  as: (term: Term) => Rule,
): Rule | null => {
  // Several columns of a row are single values.
  if (translation.scope.isInRows && given.length > 1) return null
  const sets = given.map(one => {
    const over = goneOver(one, translation)
    return over?.kind === 'answers' && over.isOwn ? null : over
  })
  if (sets.every(over => over === null)) return null
  const lists = given.map((one, n) => {
    const over = sets[n] ?? null
    return over === null ? as(translation.term(one)) : answersIn(over)
  })
  return lists.length === 1 ? lists[0] : { merge: lists }
}

/** A number larger than any answer, to start a minimum or maximum with. */
const far = 9e15

const extreme = (name: 'min' | 'max'): FunctionRule => ({
  takes: [1, Number.POSITIVE_INFINITY],
  toTerm: (given, translation) => {
    const all = valuesIn(given, translation, asNumber)
    if (all === null)
      return sure('number', { [name]: given.map(one => asNumber(translation.term(one))) })
    const current = { to_number: [{ var: 'current' }] }
    const start = name === 'min' ? far : -far
    const found = { reduce: [all, { [name]: [current, { var: 'accumulator' }] }, start] }
    return perhaps('number', { if: [{ count: [all] }, found, null] })
  },
})

const count: FunctionRule = {
  takes: [1, 1],
  toTerm: ([first], translation) => {
    const over = first === undefined ? null : goneOver(first, translation)
    if (over === null) throw new Untranslatable('it counts something that does not repeat')
    if (over.kind === 'rows') return sure('number', { length: [over.found.rows] })
    if (over.kind === 'answers' && over.isOwn) return sure('number', 1)
    return sure('number', { var: `$count.${over.repeatId}` })
  },
}

/** `position(..)`: the number of the occurrence; `position()` in brackets: the number of the row. */
const position: FunctionRule = {
  takes: [0, 1],
  toTerm: (given, { scope }) => {
    const [of] = given
    if (of === undefined && scope.isInRows) return sure('number', { var: rowKey })
    // In brackets a path from the row does not lead to an occurrence.
    const isOwn =
      of === undefined ||
      (of.kind === 'path' && of.from !== 'root' && (of.from !== 'here' || !scope.isInRows))
    if (scope.repeatId === null || !isOwn)
      throw new Untranslatable('it asks for a place outside of a repeat')
    const meaning = of?.kind === 'path' ? scope.meaning(of) : null
    // A group is there once.
    if (meaning !== null && meaning.kind !== 'repeat') return sure('number', 1)
    if (meaning?.id === scope.outerOf(scope.repeatId))
      return sure('number', { var: `$position.${meaning.id}` })
    return sure('number', { var: '$position' })
  },
}

const joined = (given: readonly Expression[], translation: Translation): Term => {
  const [separator, ...rest] = given
  const literal = separator === undefined ? null : literalText(translation.term(separator))
  if (literal === null) throw new Untranslatable('its separator is calculated')
  const all = valuesIn(rest, translation, asText)
  if (all === null) {
    const parts = rest.map(one => asText(translation.term(one)))
    return sure('text', { cat: parts.flatMap((part, n) => (n === 0 ? [part] : [literal, part])) })
  }
  const soFar = { var: 'accumulator' }
  const current = { var: 'current' }
  const step = { if: [{ '==': [soFar, null] }, current, { cat: [soFar, literal, current] }] }
  return perhaps('text', { reduce: [all, step, null] })
}

const concatenated = (given: readonly Expression[], translation: Translation): Term => {
  const all = valuesIn(given, translation, asText)
  if (all === null) return sure('text', { cat: given.map(one => asText(translation.term(one))) })
  const step = { cat: [{ var: 'accumulator' }, { var: 'current' }] }
  return sure('text', { reduce: [all, step, ''] })
}

/**
 * `indexed-repeat(${name}, ${member}, 2)`: the answer in one occurrence, by its number; of a repeat within a repeat by both
 * numbers, as in `indexed-repeat(${name}, ${household}, 1, ${member}, 2)`.
 */
const indexed: FunctionRule = {
  takes: [3, 7],
  toTerm: ([asked, ...pairs], translation) => {
    const { scope, term } = translation
    const over = asked === undefined ? null : goneOver(asked, translation)
    if (over?.kind !== 'answers')
      throw new Untranslatable('it reads a place of something that does not repeat')
    const { id, repeatId } = over
    const outerId = scope.outerOf(repeatId)
    const placeIn = (wanted: string): Rule => {
      const isWanted = (pair: Expression, n: number) =>
        n % 2 === 0 && repeatOf(pair, translation) === wanted
      const at = outerId === null && pairs.length === 2 ? 0 : pairs.findIndex(isWanted)
      const place = pairs[at + 1]
      if (at < 0 || place === undefined)
        throw new Untranslatable('it reads a repeat within a repeat, and lacks one of the numbers')
      return { '-': [asNumber(term(place)), 1] }
    }
    if (outerId !== null && (pairs.length > 2 || !isWithin(scope, outerId))) {
      const inOuter = { item: [{ var: `$nested.${id}` }, placeIn(outerId)] }
      return perhaps(over.is, { item: [inOuter, placeIn(repeatId)] })
    }
    return perhaps(over.is, { item: [{ var: `$each.${id}` }, placeIn(repeatId)] })
  },
}

/** The repeat that an expression names; null for anything else. */
const repeatOf = (expression: Expression, { scope }: Translation): string | null => {
  if (expression.kind !== 'reference' && expression.kind !== 'path') return null
  const meaning = scope.meaning(expression)
  return meaning.kind === 'repeat' ? meaning.id : null
}

/** The parts of a position, by their names in Survey123. */
const positionParts: Readonly<Record<string, number>> = {
  y: 0,
  latitude: 0,
  x: 1,
  longitude: 1,
  z: 2,
  altitude: 2,
  accuracy: 3,
  horizontalaccuracy: 3,
}

/** `pulldata("@geopoint", ${place}, "latitude")` of Survey123: a part of a position. */
const ofPosition = ([, position, part]: readonly Expression[], { term }: Translation): Term => {
  const name = part === undefined ? null : literalText(term(part))
  const place = name === null ? undefined : positionParts[name.toLowerCase()]
  if (position === undefined || place === undefined)
    throw new Untranslatable(`a position has no "${name ?? ''}" here`)
  return perhaps('number', { number: [{ word: [asText(term(position)), place] }] })
}

/** `pulldata('villages', 'name', 'code', ${code})`: a column of the row in a list whose other column has a value. */
const pulled: FunctionRule = {
  takes: [2, Number.POSITIVE_INFINITY],
  toTerm: (given, translation) => {
    const { term, scope } = translation
    const [list, column, keyColumn] = given.slice(0, 3).map(one => literalText(term(one)))
    if (list?.toLowerCase() === '@geopoint') return ofPosition(given, translation)
    if (list?.startsWith('@') === true) throw new Untranslatable(`it asks Survey123 for "${list}"`)
    const value = given[3]
    if (value === undefined || given.length > 4)
      throw new ExpressionProblem(
        `pulldata() takes 4, and is given ${given.length}`,
        given[0]?.at ?? 0,
      )
    if (typeof list !== 'string' || typeof column !== 'string' || typeof keyColumn !== 'string')
      throw new Untranslatable('it looks something up in a list or column whose name is calculated')
    const key = scope.list(`${list.replace(/\.csv$/i, '')}.csv`)
    if (key === null) throw noSuchList(list)
    const rows = { find_rows: [{ var: `$list.${key}` }, keyColumn, asText(term(value))] }
    return perhaps('text', { item: [{ map: [rows, { var: column }] }, 0] })
  },
}

/**
 * The translations of functions over the occurrences of a repeat or the rows of a list. Unanswered questions do
 * not count.
 */
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
  concat: { takes: [0, Number.POSITIVE_INFINITY], toTerm: concatenated },
  join: { takes: [2, Number.POSITIVE_INFINITY], toTerm: joined },
  position,
  index: position,
  'indexed-repeat': indexed,
  pulldata: pulled,
}
