import type { Rule } from '../../../replication/wire/logic.ts'
import { equality, order } from './compare.ts'
import { callToTerm } from '../functions/functions.ts'
import { lastReadBy } from './last-read.ts'
import { isWithin, kindByHolds, type Scope } from './names.ts'
import { parseExpression } from './parse.ts'
import { problemOf } from './problem-of.ts'
import { findRows, firstOf } from './rows.ts'
import { asAnswer, asCondition, asNumber, asText, perhaps, sure, type Term } from './terms.ts'
import { Untranslatable, type Translation } from './translation.ts'
import { ExpressionProblem, type Expression, type Path, type Reference } from './tree.ts'

/** The outcome of a translation into one rule. */
type Translated = Outcome<{ readonly rule: Rule }>

/** The outcome of a translation. */
export type Outcome<Made> =
  | (Made & {
      readonly kind: 'translated'
      /** What is simplified compared with the source. */
      readonly simplified: readonly string[]
    })
  | { readonly kind: 'left-out'; readonly reason: string }
  /** Not readable; `at` is the character's index, from 0. */
  | { readonly kind: 'malformed'; readonly message: string; readonly at: number }

/** Translates a condition (`relevant`, `constraint`, `required`, a choice filter). */
export const translateCondition = (text: string, scope: Scope): Translated =>
  translateTerm(text, scope, asCondition)

/** Translates a choice filter. */
export const translateFilter = (text: string, scope: Scope): Translated =>
  translateTerm(text, scope, term => {
    if (term.is === 'number') throw new Untranslatable('it chooses an option by its position')
    return asCondition(term)
  })

/** Translates a condition of a case: ODK writes it as a text, of which only `true` and `1` hold. */
export const translateFlag = (text: string, scope: Scope): Translated =>
  translateTerm(text, scope, term =>
    term.is === 'boolean' ? asCondition(term) : { in: [asText(term), ['true', '1']] },
  )

/** Translates a calculation. */
export const translateValue = (text: string, scope: Scope): Translated =>
  translateTerm(text, scope, asAnswer)

/** The rows of a path, and the key of the column that it ends with. */
export interface TranslatedRows {
  readonly rule: Rule
  readonly column: string
}

/** Translates a path into rows, such as `instance('villages')/root/item[district = ${district}]/name`. */
export const translateRows = (text: string, scope: Scope): Outcome<TranslatedRows> =>
  translate(text, scope, (expression, translation) => {
    const found = expression.kind === 'path' ? findRows(expression, translation) : null
    if (found?.column === undefined || found.column === null) {
      throw new Untranslatable('it has no rows that could be options')
    }
    return { rule: found.rows, column: found.column.key }
  })

/** Finds the field that an expression is the name of. */
export const translateName = (text: string, scope: Scope): Outcome<{ readonly id: string }> =>
  translate(text, scope, expression => {
    if (expression.kind !== 'reference' && expression.kind !== 'path') {
      throw new ExpressionProblem('it must be the name of a question', 0)
    }
    const meaning = scope.meaning(expression)
    switch (meaning.kind) {
      case 'field':
        return { id: meaning.id }
      case 'option':
      case 'column':
        throw new Untranslatable('it is no question')
      case 'repeat':
      case 'group':
      case 'left-out':
      case 'nowhere':
      case 'several':
        throw problemOf(meaning, expression.at)
    }
  })

/** Translates an expression within a text. */
export const translateText = (text: string, scope: Scope): Translated =>
  // A number stays one, because a text could be NaN, and a number that is none is shown as nothing.
  translateTerm(text, scope, term =>
    term.is === 'number' && !term.maybeNull ? term.rule : asText(term),
  )

const translateTerm = (text: string, scope: Scope, finish: (term: Term) => Rule): Translated =>
  translate(text, scope, (expression, { term }) => ({
    rule: asOperation(finish(term(expression))),
  }))

const translate = <Made>(
  text: string,
  scope: Scope,
  finish: (expression: Expression, translation: Translation) => Made,
): Outcome<Made> => {
  const simplified = new Set<string>()
  const within = (inner: Scope): Translation => {
    const made: Translation = {
      scope: inner,
      term: expression => termOf(expression, made),
      within,
      simplify: how => simplified.add(how),
    }
    return made
  }
  const translation = within(scope)
  try {
    const made = finish(parseExpression(text), translation)
    return { ...made, kind: 'translated', simplified: [...simplified] }
  } catch (failure) {
    if (failure instanceof Untranslatable) return { kind: 'left-out', reason: failure.message }
    if (failure instanceof ExpressionProblem) {
      return { kind: 'malformed', message: failure.message, at: failure.at }
    }
    throw failure
  }
}

/** A rule is an object on the wire, so a constant is wrapped. */
const asOperation = (rule: Rule): Rule =>
  typeof rule === 'object' && rule !== null && !Array.isArray(rule) ? rule : { if: [true, rule] }

const termOf = (expression: Expression, translation: Translation): Term => {
  switch (expression.kind) {
    case 'number':
      return sure('number', expression.value)
    case 'text':
      return sure('text', expression.value)
    case 'negative': {
      const rule = asNumber(translation.term(expression.of))
      return sure('number', typeof rule === 'number' ? -rule : { '-': [rule] })
    }
    case 'binary':
      return binaryTerm(expression, translation)
    case 'call':
      return callToTerm(expression, translation)
    case 'reference':
    case 'path':
      return nameTerm(expression, translation)
  }
}

const binaryTerm = (
  expression: Expression & { readonly kind: 'binary' },
  translation: Translation,
): Term => {
  const { operator } = expression
  if (operator === 'and' || operator === 'or') {
    const sides = chain(expression, operator).map(side => asCondition(translation.term(side)))
    return sure('boolean', { [operator]: sides })
  }
  const left = translation.term(expression.left)
  const right = translation.term(expression.right)
  switch (operator) {
    case '=':
    case '!=':
      return sure('boolean', equality(operator, left, right))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return sure('boolean', order(operator, left, right))
    case '+':
    case '*':
      return sure('number', { [operator]: [asNumber(left), asNumber(right)] })
    case '-':
      if (left.is === 'date' && right.is === 'date') {
        return sure('number', { days_between: [right.rule, left.rule] })
      }
      return sure('number', { '-': [asNumber(left), asNumber(right)] })
    case 'div':
      return sure('number', { '/': [asNumber(left), asNumber(right)] })
    case 'mod':
      return sure('number', { '%': [asNumber(left), asNumber(right)] })
    case '|':
      throw new Untranslatable('it joins several sets with "|"')
  }
}

/** The operands of `a or b or c` as one list. */
const chain = (expression: Expression, operator: 'and' | 'or'): readonly Expression[] => {
  const sides: Expression[] = []
  let rest = expression
  while (rest.kind === 'binary' && rest.operator === operator) {
    sides.push(rest.right)
    rest = rest.left
  }
  return [rest, ...sides.toReversed()]
}

/** Refuses a path that starts with a function call, except `current()`, which is the field itself. */
const refuseLookUp = ({ from }: Path): void => {
  if (typeof from === 'object' && from.kind === 'call' && from.name !== 'current') {
    throw new Untranslatable(`it looks something up with ${from.name}()`)
  }
}

/**
 * Whether an expression is the name `null`. XPath has no such constant, but reads it as a missing node, which is empty,
 * as the author meant.
 */
const isNull = (expression: Expression): boolean =>
  expression.kind === 'path' &&
  expression.from === 'here' &&
  /^null$/i.test(expression.steps.join())

const lastTerm = (read: Reference | Path, { meaning, mayReadLast }: Scope): Term => {
  if (!mayReadLast) throw new Untranslatable('it reads an answer of an earlier interview')
  const found = meaning(read)
  if (found.kind === 'option' || found.kind === 'column') {
    throw new Untranslatable('it reads an answer of an earlier interview')
  }
  if (found.kind !== 'field') throw problemOf(found, read.at)
  if (found.repeatId !== null) {
    throw new Untranslatable('it reads a repeat of an earlier interview')
  }
  return perhaps(kindByHolds[found.holds], { var: `$last.${found.id}` })
}

const nameTerm = (
  expression: Expression & { readonly kind: 'reference' | 'path' },
  translation: Translation,
): Term => {
  const { scope, simplify } = translation
  const last = lastReadBy(expression)
  if (last !== null) return lastTerm(last, scope)
  if (expression.kind === 'path') {
    const found = findRows(expression, translation)
    if (found !== null) return firstOf(found)
    refuseLookUp(expression)
  }
  const meaning = scope.meaning(expression)
  if (meaning.kind === 'option') return perhaps('text', { var: `option.${meaning.column}` })
  if (meaning.kind === 'column') return perhaps(meaning.holds, { var: meaning.key })
  if (meaning.kind === 'nowhere' && isNull(expression)) {
    simplify('null counts as an empty text')
    return sure('text', '')
  }
  if (meaning.kind !== 'field') throw problemOf(meaning, expression.at)
  if (meaning.repeatId !== null && !isWithin(scope, meaning.repeatId)) {
    simplify(`of the repeat it reads the first "${meaning.id}"`)
    const first = { item: [{ var: `$each.${meaning.id}` }, 0] }
    return perhaps(kindByHolds[meaning.holds], first)
  }
  const isItself = expression.kind === 'path' && expression.steps.every(step => step === '.')
  const kind = kindByHolds[meaning.holds]
  const rule = { var: meaning.id }
  return isItself && scope.isAnswered ? sure(kind, rule) : perhaps(kind, rule)
}
