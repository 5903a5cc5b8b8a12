import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import type { CompiledField } from '../definition/compiled-form.ts'
import type { DateRange } from '../types/dates.ts'
import { typeOf, type TypeProblem } from '../types/types.ts'

/** What a rule may look at. */
export interface RuleContext {
  readonly dates: DateRange
  /** How many files are attached to the field. */
  readonly fileCount: number
  /** What the form's logic says of the field; as the field says where there is none. */
  readonly isRequired?: boolean
  /** False when the field's own rule refuses the answer. */
  readonly isAccepted?: boolean
  /** A message in plain words, with what is filled into it; as it is written where nothing is given. */
  readonly words?: (message: string) => string
  /** What is offered now; an answer that a choice filter took away may not stand. */
  readonly options?: readonly FieldOption[]
}

/** What is wrong with an answer. The words of each kind are in src/messages/interview/fill.ts. */
export type Problem =
  | TypeProblem
  /** `message` is what the form says of that, if anything. */
  | { readonly kind: 'required'; readonly message?: string }
  /** The form's own rule refuses it; `message` is what the form says of that, if anything. */
  | { readonly kind: 'notValid'; readonly message: string | null }
  | { readonly kind: 'notOffered' }

/**
 * Whether nothing was answered: no text but spaces, no item chosen, no file, or a phone number that is
 * only a country's prefix (5.10, 5.14). A FILE of an edited submission may hold its links instead.
 */
export const isUnanswered = (
  { type }: CompiledField,
  answer: Answer,
  { fileCount }: Pick<RuleContext, 'fileCount'>,
): boolean => {
  const { files, isBlank } = typeOf(type)
  if (files !== null && fileCount > 0) return false
  return typeof answer === 'string' ? isBlank(answer) : answer.every(item => item.trim() === '')
}

/** Whether a choice filter has taken away what was chosen; an option that the form never had may stand. */
const isTakenAway = (field: CompiledField, answer: Answer, { options }: RuleContext): boolean => {
  if (options === undefined || options === field.options) return false
  const chosen = typeof answer === 'string' ? [answer] : answer
  const has = (offered: readonly FieldOption[], value: string) =>
    offered.some(option => option.value === value)
  return chosen.some(value => has(field.options, value) && !has(options, value))
}

/** What is wrong with one answer; null when nothing is (5.9 to 5.17). */
export const problemOf = (
  field: CompiledField,
  answer: Answer,
  context: RuleContext,
): Problem | null => {
  const { dates, isRequired = field.isRequired, isAccepted = true } = context
  const { words = message => message } = context
  const { required_message: missing, valid_message: wrong } = field.logic ?? {}
  if (isUnanswered(field, answer, context)) {
    if (!isRequired) return null
    return { kind: 'required', ...(missing === undefined ? {} : { message: words(missing) }) }
  }
  const problem = typeof answer === 'string' ? typeOf(field.type).problem(answer, dates) : null
  if (problem !== null) return problem
  if (!isAccepted) return { kind: 'notValid', message: wrong === undefined ? null : words(wrong) }
  return isTakenAway(field, answer, context) ? { kind: 'notOffered' } : null
}

/** Whether two problems say the same. */
export const isSameProblem = (one: Problem | null, other: Problem | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
