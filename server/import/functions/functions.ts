import type { FunctionRule } from './function-rule.ts'
import { choiceName, itext } from './choice-name.ts'
import { equality } from '../xpath/compare.ts'
import { geometry } from './geometry.ts'
import { maths } from './maths.ts'
import { moments } from './moments.ts'
import { patternToRule } from './pattern.ts'
import { sets } from './sets.ts'
import {
  asAnswer,
  asCondition,
  asNumber,
  asText,
  literalText,
  perhaps,
  sure,
  type Kind,
  type Term,
} from '../xpath/terms.ts'
import { Untranslatable, type Translation } from '../xpath/translation.ts'
import { ExpressionProblem, type Call } from '../xpath/tree.ts'

const nothing: Term = sure('text', '')

/** A function of terms. A missing argument counts as ''. */
const of = (
  least: number,
  most: number,
  toTerm: (first: Term, second: Term, third: Term, all: readonly Term[]) => Term,
): FunctionRule => ({
  takes: [least, most],
  toTerm: (given, { term }) => {
    const all = given.map(term)
    const [first = nothing, second = nothing, third = nothing] = all
    return toTerm(first, second, third, all)
  },
})

const number = (rule: unknown) => sure('number', rule)
const text = (rule: unknown) => sure('text', rule)
const truth = (rule: unknown) => sure('boolean', rule)
const many = Number.POSITIVE_INFINITY

const lengthOf = (term: Term) => ({ length: [asText(term)] })

const branches = (condition: unknown, first: Term, second: Term): Term =>
  first.is !== 'either' && second.is !== 'either' && first.is === second.is
    ? {
        is: first.is,
        rule: { if: [condition, first.rule, second.rule] },
        maybeNull: first.maybeNull || second.maybeNull,
      }
    : { is: 'either', condition, first, second }

/** Whether an option is among the chosen ones, or a word in a text. */
const selected = (answer: Term, given: Term): Term => {
  // A written option may have spaces around it, which ODK ignores.
  const literal = literalText(given)?.trim() ?? null
  const option = literal === null ? given : text(literal)
  if (literal === '') return truth(equality('=', answer, option))
  const isList = answer.is === 'list' || answer.is === 'choice'
  const isChosen = {
    selected: [isList ? answer.rule : { words: [asText(answer)] }, asText(option)],
  }
  // Nothing is selected where nothing is chosen.
  const areNone = [option, answer].map(term => equality('=', term, nothing))
  return truth(literal === null ? { or: [isChosen, { and: areNone }] } : isChosen)
}

const startsWith = (whole: Term, part: Term): Term =>
  truth({ '==': [{ slice: [asText(whole), 0, lengthOf(part)] }, asText(part)] })

const endsWith = (whole: Term, part: Term): Term =>
  truth({
    '==': [{ slice: [asText(whole), { '-': [lengthOf(whole), lengthOf(part)] }] }, asText(part)],
  })

const contains = (whole: Term, part: Term): Term => {
  const isIn = { in: [asText(part), asText(whole)] }
  const literal = literalText(part)
  if (literal !== null && literal !== '') return truth(isIn)
  return truth({ or: [{ '==': [lengthOf(part), 0] }, isIn] })
}

const kindOfAll = (all: readonly Term[]): Kind => {
  const kinds = new Set(all.map(({ is }) => is))
  const [only] = kinds
  return kinds.size === 1 && only !== undefined && only !== 'either' ? only : 'answer'
}

const coalesce = (all: readonly Term[]): Term => {
  const rules = all.map(term => (term.is === 'either' ? asText(term) : term.rule))
  return perhaps(kindOfAll(all), { coalesce: rules })
}

const functions: Readonly<Record<string, FunctionRule>> = {
  true: of(0, 0, () => truth(true)),
  false: of(0, 0, () => truth(false)),
  not: of(1, 1, first => truth({ '!': [asCondition(first)] })),
  boolean: of(1, 1, first => truth({ '!!': [asCondition(first)] })),
  'boolean-from-string': of(1, 1, first => truth({ in: [asText(first), ['true', '1']] })),
  number: of(1, 1, first => number(asNumber(first))),
  string: of(1, 1, first => text(asText(first))),
  if: of(3, 3, (condition, first, second) => branches(asCondition(condition), first, second)),
  coalesce: of(2, many, (_first, _second, _third, all) => coalesce(all)),
  // A value that is already there stays.
  once: of(1, 1, first =>
    perhaps(first.is === 'either' ? 'answer' : first.is, {
      coalesce: [{ var: '$self' }, asAnswer(first)],
    }),
  ),

  int: of(1, 1, first => number({ trunc: [asNumber(first)] })),
  floor: of(1, 1, first => number({ floor: [asNumber(first)] })),
  ceiling: of(1, 1, first => number({ ceil: [asNumber(first)] })),
  round: of(1, 2, (first, digits, _third, { length }) =>
    number({ round: length === 1 ? [asNumber(first)] : [asNumber(first), asNumber(digits)] }),
  ),
  abs: of(1, 1, first => number({ max: [asNumber(first), { '-': [asNumber(first)] }] })),
  pow: of(2, 2, (first, second) => number({ power: [asNumber(first), asNumber(second)] })),

  'string-length': of(1, 1, first => number(lengthOf(first))),
  substr: of(2, 3, (first, from, to, { length }) =>
    text({ slice: [asText(first), asNumber(from), ...(length === 3 ? [asNumber(to)] : [])] }),
  ),
  'normalize-space': of(1, 1, first => text({ squeeze: [asText(first)] })),
  contains: of(2, 2, contains),
  'starts-with': of(2, 2, startsWith),
  'ends-with': of(2, 2, endsWith),
  'substring-before': of(2, 2, (first, mark) => text({ before: [asText(first), asText(mark)] })),
  'substring-after': of(2, 2, (first, mark) => text({ after: [asText(first), asText(mark)] })),
  translate: of(3, 3, (first, from, to) =>
    text({ replace_letters: [asText(first), asText(from), asText(to)] }),
  ),
  regex: of(2, 2, (first, pattern) => truth(patternToRule(asText(first), pattern))),

  selected: of(2, 2, selected),
  'count-selected': of(1, 1, first =>
    number({ count_selected: [first.is === 'list' ? first.rule : { words: [asText(first)] }] }),
  ),
  'selected-at': of(2, 2, (first, place) => text({ word: [asText(first), asNumber(place)] })),

  'jr:choice-name': { takes: [2, 2], toTerm: choiceName },
  'jr:itext': { takes: [1, 1], toTerm: itext },
  uuid: of(0, 1, () => text({ var: '$uuid' })),
  ...geometry,
  ...moments,
  ...maths,
  ...sets,
}

/** Translates a function call. */
export const callToTerm = (call: Call, translation: Translation): Term => {
  const found = Object.hasOwn(functions, call.name) ? functions[call.name] : undefined
  if (found === undefined) throw new Untranslatable(`there is no ${call.name}() here`)
  const [least, most] = found.takes
  if (call.given.length < least || call.given.length > most) {
    const wanted =
      least === most ? `${least}` : most === many ? `${least} or more` : `${least} to ${most}`
    throw new ExpressionProblem(
      `${call.name}() takes ${wanted}, and is given ${call.given.length}`,
      call.at,
    )
  }
  return found.toTerm(call.given, translation)
}
