import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FieldOption, FieldType } from '../../../replication/wire/forms.ts'
import { isEmail } from '../../lib/is-email.ts'
import { isPrefixOnly } from '../../lib/phone.ts'
import { passwordFieldMinLength, phoneMaxDigits, phoneMinDigits } from '../../limits.ts'
import { problems } from '../../messages/fill.ts'
import type { CompiledField, DateRange } from './compiled-form.ts'

/** What a rule may look at. */
export interface RuleContext {
  readonly dates: DateRange
  /** How many files are attached to the field. */
  readonly fileCount: number
  /** What the form's logic says of the field; as the field says where there is none. */
  readonly isRequired?: boolean
  /** False when the field's own rule refuses the answer. */
  readonly isAccepted?: boolean
  /** What is offered now; an answer that a choice filter took away may not stand. */
  readonly options?: readonly FieldOption[]
}

/** A problem's text, or null when the answer may stay as it is. */
type FormatRule = (value: string, dates: DateRange) => string | null

const isFileField = ({ type }: CompiledField): boolean => type === 'FILE' || type === 'IMAGE'

/**
 * Whether nothing was answered: no text but spaces, no item chosen, no file, or a phone number that is
 * only a country's prefix (5.10, 5.14). A FILE of an edited submission may hold its links instead.
 */
export const isUnanswered = (
  field: CompiledField,
  answer: Answer,
  { fileCount }: Pick<RuleContext, 'fileCount'>,
): boolean => {
  if (isFileField(field) && fileCount > 0) return false
  if (typeof answer !== 'string') return !answer.some(item => item.trim() !== '')
  return answer.trim() === '' || (field.type === 'TEL' && isPrefixOnly(answer))
}

const phonePattern = /^\+?[\d\s().-]+$/
const numberPattern = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/

const phoneRule: FormatRule = value => {
  const digits = value.replace(/\D/g, '').length
  const isPhone =
    phonePattern.test(value.trim()) && digits >= phoneMinDigits && digits <= phoneMaxDigits
  return isPhone ? null : problems.phone
}

/** A comma is a decimal point on many keyboards. */
const numberRule: FormatRule = value => {
  const text = value.trim()
  const isFinite = numberPattern.test(text) && Number.isFinite(Number(text.replace(',', '.')))
  return isFinite ? null : problems.number
}

const isDay = (value: string): boolean => {
  const [, year, month, day] = datePattern.exec(value) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

const dateRule: FormatRule = (value, { min, max }) => {
  if (!isDay(value)) return problems.date
  return value < min || value > max ? problems.dateRange(min, max) : null
}

const none: FormatRule = () => null

/** What an answer of each type must look like once there is one. */
const formatRules: Readonly<Record<FieldType, FormatRule>> = {
  TEXT: none,
  TEXTAREA: none,
  EMAIL: value => (isEmail(value) ? null : problems.email),
  NUMBER: numberRule,
  PASSWORD: value =>
    value.length < passwordFieldMinLength ? problems.password(passwordFieldMinLength) : null,
  TEL: phoneRule,
  DATE: dateRule,
  RADIO: none,
  CHECKBOX: none,
  SELECT: none,
  FILE: none,
  IMAGE: none,
}

/** Whether a choice filter has taken away what was chosen; an option that the form never had may stand. */
const isTakenAway = (field: CompiledField, answer: Answer, { options }: RuleContext): boolean => {
  if (options === undefined || options === field.options) return false
  const chosen = typeof answer === 'string' ? [answer] : answer
  const has = (offered: readonly FieldOption[], value: string) =>
    offered.some(option => option.value === value)
  return chosen.some(value => has(field.options, value) && !has(options, value))
}

/** What is wrong with one answer, in the words shown under it; null when nothing is (5.9 to 5.17). */
export const problemOf = (
  field: CompiledField,
  answer: Answer,
  context: RuleContext,
): string | null => {
  const { isRequired = field.isRequired, isAccepted = true } = context
  if (isUnanswered(field, answer, context)) return isRequired ? problems.required : null
  const problem = typeof answer === 'string' ? formatRules[field.type](answer, context.dates) : null
  if (problem !== null) return problem
  if (!isAccepted) return field.logic?.valid_message ?? problems.notValid
  return isTakenAway(field, answer, context) ? problems.notOffered : null
}
