import type { Answer } from '../../../collections/schemas/submissions.ts'
import { isJsonObject } from '../../../replication/wire/envelope.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import type { CompiledField } from '../definition/compiled-form.ts'
import type { DateRange } from '../types/dates.ts'
import { typeOf, type TypeProblem } from '../types/types.ts'

/** What an answer is checked against. */
export interface RuleContext {
  readonly dates: DateRange
  /** How many files are attached to the field. */
  readonly fileCount: number
  /** What the form's logic says about the field; without logic the field itself decides. */
  readonly isRequired?: boolean
  /** False when the field's own rule refuses the answer. */
  readonly isAccepted?: boolean
  /** Removes the markup of a message and fills in its placeholders; without it the message stays as written. */
  readonly words?: (message: string) => string
  /** The options offered now; an answer that a choice filter removed is not allowed. */
  readonly options?: readonly FieldOption[]
}

/** The problem of an answer. The words of each kind are in src/messages/interview/fill.ts. */
export type Problem =
  | TypeProblem
  /** `message` is the form's own text for it, if any. */
  | { readonly kind: 'required'; readonly message?: string }
  /** The form's own rule refuses it; `message` is the form's own text for that, if any. */
  | { readonly kind: 'notValid'; readonly message: string | null }
  | { readonly kind: 'notOffered' }
  /** A decimal where the form's own rule wants a whole number. */
  | { readonly kind: 'whole' }

/**
 * Whether an answer is empty: only spaces, no chosen item, no file, or a phone number that is only a country's prefix
 * (5.10, 5.14). A FILE field of an edited submission may contain links instead of files.
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

/**
 * Whether a choice filter has removed the chosen option. A value that was never among the form's options is allowed.
 */
const isFilteredOut = (field: CompiledField, answer: Answer, { options }: RuleContext): boolean => {
  if (options === undefined || options === field.options) return false
  const chosen = typeof answer === 'string' ? [answer] : answer
  const has = (offered: readonly FieldOption[], value: string) =>
    offered.some(option => option.value === value)
  const isOfForm = (value: string) =>
    field.logic?.options_from === undefined ? has(field.options, value) : value !== ''
  return chosen.some(value => isOfForm(value) && !has(options, value))
}

/** Whether an answer is a decimal and the form's own rule, perhaps with other conditions, wants a whole number. */
const lacksWholeNumber = ({ fieldId, type, logic }: CompiledField, answer: Answer): boolean => {
  if (typeof answer !== 'string' || Number.isInteger(typeOf(type).toLogic(answer))) return false
  const whole = JSON.stringify({ '==': [{ floor: [{ var: fieldId }] }, { var: fieldId }] })
  const rule = logic?.valid_if
  const conditions = isJsonObject(rule) && Array.isArray(rule['and']) ? rule['and'] : [rule]
  return conditions.some(condition => JSON.stringify(condition) === whole)
}

/** The problem of one answer; null for none (5.9 to 5.17). */
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
  if (!isAccepted && lacksWholeNumber(field, answer)) return { kind: 'whole' }
  if (!isAccepted) return { kind: 'notValid', message: wrong === undefined ? null : words(wrong) }
  return isFilteredOut(field, answer, context) ? { kind: 'notOffered' } : null
}

/** Whether two problems are the same. */
export const isSameProblem = (one: Problem | null, other: Problem | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
