import type { Rule } from '../../../replication/wire/logic.ts'

/** What a translated part gives. An `answer` is a number or a text, as it comes; a `choice` is one word. */
export type Kind = 'number' | 'text' | 'choice' | 'boolean' | 'date' | 'list' | 'answer'

/** A translated part of an expression, with what is known of its value. */
export type Term =
  | {
      readonly is: Kind
      readonly rule: Rule
      /** Whether it gives null where XPath has an empty text. */
      readonly maybeNull: boolean
    }
  /** One of two, of different kinds. */
  | { readonly is: 'either'; readonly condition: Rule; readonly first: Term; readonly second: Term }

/** A part that always has a value. */
export const sure = (is: Kind, rule: Rule): Term => ({ is, rule, maybeNull: false })

/** A part that may be null. */
export const perhaps = (is: Kind, rule: Rule): Term => ({ is, rule, maybeNull: true })

/** The text of a literal, or null for what has to be worked out. */
export const literalText = (term: Term): string | null =>
  term.is === 'text' && typeof term.rule === 'string' ? term.rule : null

const numberPattern = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/

const choose = (term: Term & { readonly is: 'either' }, as: (one: Term) => Rule): Rule => ({
  if: [term.condition, as(term.first), as(term.second)],
})

/** As a number, NaN where it is none. */
export const asNumber = (term: Term): Rule => {
  if (term.is === 'either') return choose(term, asNumber)
  if (term.is === 'number' && !term.maybeNull) return term.rule
  const literal = literalText(term)
  if (literal !== null && numberPattern.test(literal)) return Number(literal)
  if (term.is === 'boolean') return { to_number: [{ '!!': [term.rule] }] }
  return { to_number: [term.rule] }
}

/** As a text, '' where there is none. */
export const asText = (term: Term): Rule => {
  if (term.is === 'either') return choose(term, asText)
  if (['text', 'date', 'choice'].includes(term.is) && !term.maybeNull) return term.rule
  if (term.is === 'number' && typeof term.rule === 'number') return String(term.rule)
  if (term.is === 'boolean') return { to_text: [{ '!!': [term.rule] }] }
  return { to_text: [term.rule] }
}

/** As something that holds or not; it need not be true or false itself. */
export const asCondition = (term: Term): Rule =>
  term.is === 'either' ? choose(term, asCondition) : term.rule

/** As an answer is stored: numbers, texts and lists as they are, null for none. */
export const asAnswer = (term: Term): Rule => {
  if (term.is === 'either') return choose(term, asAnswer)
  return term.is === 'boolean' ? { '!!': [term.rule] } : term.rule
}
