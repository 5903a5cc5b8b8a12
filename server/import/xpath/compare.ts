import type { Rule } from '../../../replication/wire/logic.ts'
import { asCondition, asNumber, asText, literalText, type Term } from './terms.ts'

/** Translates a comparison of two terms. XPath compares as booleans, otherwise as numbers, otherwise as texts. */

type Single = Exclude<Term, { readonly is: 'either' }>

const equalSingle = (operator: '==' | '!=', a: Single, b: Single): Rule => {
  const as = (left: Rule, right: Rule): Rule => ({ [operator]: [left, right] })
  if (a.is === 'boolean' || b.is === 'boolean') {
    return as({ '!!': [asCondition(a)] }, { '!!': [asCondition(b)] })
  }
  // An empty answer is '' in XPath and null in JsonLogic.
  if (literalText(a) === '' && b.maybeNull) return as(null, b.rule)
  if (literalText(b) === '' && a.maybeNull) return as(a.rule, null)
  if (a.is === 'number' || b.is === 'number') return equalNumbers(operator, a, b)
  if (a.is === 'list' || b.is === 'list' || areReadAsNumbers(a, b)) return as(asText(a), asText(b))
  if (a.maybeNull === b.maybeNull) return as(a.rule, b.rule)
  const [nullable, other] = a.maybeNull ? [a, b] : [b, a]
  // A non-empty literal never equals null, and neither does a day or an option.
  if (literalText(other) !== null || ['date', 'choice'].includes(other.is))
    return as(a.rule, b.rule)
  return nullable === a ? as(asText(a), b.rule) : as(a.rule, asText(b))
}

/** Whether one of two texts is read as a number, so that JavaScript would find 7 equal to '07'. */
const areReadAsNumbers = (a: Single, b: Single): boolean =>
  (a.is === 'answer' && !isPlainWord(b)) || (b.is === 'answer' && !isPlainWord(a))

/** Whether a term is a literal that is no number, or is written as JavaScript writes it. */
const isPlainWord = (term: Single): boolean => {
  const literal = literalText(term)
  if (literal === null) return false
  const number = Number(literal)
  return Number.isNaN(number) || String(number) === literal
}

/** Whether JavaScript compares the term with a number in the same way as XPath. */
const comparesWithNumbers = ({ is }: Single) => ['number', 'choice', 'answer'].includes(is)

/** Converts a number that was written as a text. */
const unquoted = (term: Single): Single => {
  const rule = literalText(term) === null ? null : asNumber(term)
  return typeof rule === 'number' ? sureNumber(rule) : term
}

const sureNumber = (rule: number): Single => ({ is: 'number', rule, maybeNull: false })

/** A condition for an empty term; null for a term that is never empty. */
const isNone = (term: Single): Rule => {
  if (term.maybeNull) return { '==': [term.rule, null] }
  const mayBeEmpty = term.is === 'text' && (literalText(term) ?? '') === ''
  return mayBeEmpty ? { '==': [term.rule, ''] } : null
}

const equalNumbers = (operator: '==' | '!=', first: Single, second: Single): Rule => {
  const [a, b] = [unquoted(first), unquoted(second)]
  if (comparesWithNumbers(a) && comparesWithNumbers(b)) return { [operator]: [a.rule, b.rule] }
  const compared = { [operator]: [asNumber(a), asNumber(b)] }
  const [noA, noB] = [isNone(a), isNone(b)]
  if (noA === null || noB === null) return compared
  // Two empty terms are equal, though neither is a number.
  const areNone = { and: [noA, noB] }
  return operator === '==' ? { or: [areNone, compared] } : { and: [{ '!': [areNone] }, compared] }
}

const overEither = (a: Term, b: Term, compare: (a: Single, b: Single) => Rule): Rule => {
  if (a.is === 'either') {
    return {
      if: [a.condition, overEither(a.first, b, compare), overEither(a.second, b, compare)],
    }
  }
  if (b.is === 'either') {
    return {
      if: [b.condition, overEither(a, b.first, compare), overEither(a, b.second, compare)],
    }
  }
  return compare(a, b)
}

/** `=` and `!=`. */
export const equality = (operator: '=' | '!=', a: Term, b: Term): Rule =>
  overEither(a, b, (left, right) => equalSingle(operator === '=' ? '==' : '!=', left, right))

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether a term is a day. A literal day counts when it is compared with one. */
const isDay = (term: Single) => term.is === 'date' || dayPattern.test(literalText(term) ?? '')

/** `<`, `<=`, `>` and `>=`: always as numbers, and days as days. */
export const order = (operator: '<' | '<=' | '>' | '>=', a: Term, b: Term): Rule =>
  overEither(a, b, (left, right) => {
    const areDays = isDay(left) && isDay(right) && (left.is === 'date' || right.is === 'date')
    // If both may be null, both would count as 0 and be equal.
    if (areDays && !(left.maybeNull && right.maybeNull)) {
      return { [operator]: [left.rule, right.rule] }
    }
    const asDayNumber = (term: Single): Rule =>
      areDays && literalText(term) !== null ? { to_number: [term.rule] } : asNumber(term)
    return { [operator]: [asDayNumber(left), asDayNumber(right)] }
  })
