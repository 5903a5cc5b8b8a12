import type { Answer } from '../../../collections/schemas/submissions.ts'
import { fieldKind } from '../../../replication/wire/field-types.ts'
import type { CompiledField } from '../definition/compiled-form.ts'
import { typeOf } from '../types/types.ts'

/** Reads any stored value as an answer, even one from an older version, another program or a damaged disk. */
export const toAnswer = (value: unknown): Answer => {
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  return isScalar(value) ? String(value) : ''
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** The answer of a field before it is answered. */
export const emptyAnswer = ({ type, multiple }: CompiledField): Answer =>
  multiple && typeOf(type).files === null ? [] : ''

/**
 * Converts an answer to the shape of its field, because a changed definition may need a list instead of a text.
 * Checking, sending and showing all use the result.
 */
export const fitAnswer = ({ type, multiple }: CompiledField, answer: Answer): Answer => {
  const { files, fromList } = typeOf(type)
  // The links of sent files stay as they are.
  if (files !== null) return answer
  if (!multiple) return typeof answer === 'string' ? answer : fromList(answer)
  if (typeof answer !== 'string') return answer
  return answer.trim() === '' ? [] : [answer]
}

/** An answer in the form in which it is sent: a number always has a decimal point, even if a comma was typed. */
export const sentAnswer = ({ type }: Pick<CompiledField, 'type'>, answer: Answer): Answer =>
  fieldKind(type, false) === 'number' && typeof answer === 'string'
    ? answer.trim().replace(',', '.')
    : answer
