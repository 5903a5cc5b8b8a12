import type { Rule } from '../../../replication/wire/logic.ts'
import { asCondition, asNumber, asText, literalText, type Term } from './terms.ts'

/** What a comparison of two parts becomes. XPath compares as booleans, else as numbers, else as texts. */

type Single = Exclude<Term, { readonly is: 'either' }>

const equalSingle = (operator: '==' | '!=', a: Single, b: Single): Rule => {
  const as = (left: Rule, right: Rule): Rule => ({ [operator]: [left, right] })
  if (a.is === 'boolean' || b.is === 'boolean') {
    return as({ '!!': [asCondition(a)] }, { '!!': [asCondition(b)] })
  }
  // Nothing is '' here: no answer is null.
  if (literalText(a) === '' && b.maybeNull) return as(null, b.rule)
  if (literalText(b) === '' && a.maybeNull) return as(a.rule, null)
  if (a.is === 'number' || b.is === 'number') return equalNumbers(operator, a, b)
  if (a.is === 'list' || b.is === 'list') return as(asText(a), asText(b))
  if (a.maybeNull === b.maybeNull) return as(a.rule, b.rule)
  const [nullable, other] = a.maybeNull ? [a, b] : [b, a]
  // A literal that is not '' equals no null, and neither does a day or an option.
  if (literalText(other) !== null || ['date', 'choice'].includes(other.is))
    return as(a.rule, b.rule)
  return nullable === a ? as(asText(a), b.rule) : as(a.rule, asText(b))
}

/** Whether JavaScript's own comparison with a number does as XPath's does. */
const comparesWithNumbers = ({ is }: Single) => ['number', 'choice', 'answer'].includes(is)

/** A number that was written as a text is one. */
const unquoted = (term: Single): Single => {
  const rule = literalText(term) === null ? null : asNumber(term)
  return typeof rule === 'number' ? sureNumber(rule) : term
}

const sureNumber = (rule: number): Single => ({ is: 'number', rule, maybeNull: false })

/** When a part is nothing at all; null for what always is something. */
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
  // Two that are both nothing are alike, though neither is a number.
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

/** A day may be written as a text where it is compared with one. */
const isDay = (term: Single) => term.is === 'date' || dayPattern.test(literalText(term) ?? '')

/** `<`, `<=`, `>` and `>=`: always by number, and days by what they are. */
export const order = (operator: '<' | '<=' | '>' | '>=', a: Term, b: Term): Rule =>
  overEither(a, b, (left, right) => {
    const areDays = isDay(left) && isDay(right) && (left.is === 'date' || right.is === 'date')
    // Of two that may be null both would count as 0, and be alike.
    if (areDays && !(left.maybeNull && right.maybeNull)) {
      return { [operator]: [left.rule, right.rule] }
    }
    const asDayNumber = (term: Single): Rule =>
      areDays && literalText(term) !== null ? { to_number: [term.rule] } : asNumber(term)
    return { [operator]: [asDayNumber(left), asDayNumber(right)] }
  })
