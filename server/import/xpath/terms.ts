import type { Rule } from '../../../replication/wire/logic.ts'

/** The kind of a translated term's value. An `answer` is a number or a text; a `choice` is one word. */
export type Kind = 'number' | 'text' | 'choice' | 'boolean' | 'date' | 'list' | 'answer'

/** A translated term, with what is known about its value. */
export type Term =
  | {
      readonly is: Kind
      readonly rule: Rule
      /** Whether it is null where XPath has an empty text. */
      readonly maybeNull: boolean
    }
  /** One of two terms of different kinds. */
  | { readonly is: 'either'; readonly condition: Rule; readonly first: Term; readonly second: Term }

/** A term that always has a value. */
export const sure = (is: Kind, rule: Rule): Term => ({ is, rule, maybeNull: false })

/** A term that may be null. */
export const perhaps = (is: Kind, rule: Rule): Term => ({ is, rule, maybeNull: true })

/** The text of a literal, or null for other terms. */
export const literalText = (term: Term): string | null =>
  term.is === 'text' && typeof term.rule === 'string' ? term.rule : null

const numberPattern = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/

const choose = (term: Term & { readonly is: 'either' }, as: (one: Term) => Rule): Rule => ({
  if: [term.condition, as(term.first), as(term.second)],
})

/** The term as a number, NaN where it is not one. */
export const asNumber = (term: Term): Rule => {
  if (term.is === 'either') return choose(term, asNumber)
  if (term.is === 'number' && !term.maybeNull) return term.rule
  const literal = literalText(term)
  if (literal !== null && numberPattern.test(literal)) return Number(literal)
  if (term.is === 'boolean') return { to_number: [{ '!!': [term.rule] }] }
  return { to_number: [term.rule] }
}

/** The term as a text, '' where it is empty. */
export const asText = (term: Term): Rule => {
  if (term.is === 'either') return choose(term, asText)
  if (['text', 'date', 'choice'].includes(term.is) && !term.maybeNull) return term.rule
  if (term.is === 'number' && typeof term.rule === 'number') return String(term.rule)
  if (term.is === 'boolean') return { to_text: [{ '!!': [term.rule] }] }
  return { to_text: [term.rule] }
}

/** The term as a condition, truthy or falsy. */
export const asCondition = (term: Term): Rule =>
  term.is === 'either' ? choose(term, asCondition) : term.rule

/** The term as an answer is stored: numbers, texts and lists unchanged, null when empty. */
export const asAnswer = (term: Term): Rule => {
  if (term.is === 'either') return choose(term, asAnswer)
  return term.is === 'boolean' ? { '!!': [term.rule] } : term.rule
}
