import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { CompiledField } from '../definition/compiled-form.ts'
import { typeOf } from '../types/types.ts'

/** Reads any stored value as an answer, whether an older version, another program or a damaged disk produced it. */
export const toAnswer = (value: unknown): Answer => {
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  return isScalar(value) ? String(value) : ''
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** The answer of a field before it is answered. */
export const emptyAnswer = ({ type, multiple }: CompiledField): Answer =>
  multiple && typeOf(type).files === null ? [] : ''

/**
 * Gives an answer the shape of its field, because a changed definition may want a list in place of a text. So what is
 * checked and sent is what the surveyor sees.
 */
export const fitAnswer = ({ type, multiple }: CompiledField, answer: Answer): Answer => {
  const { files, fromList } = typeOf(type)
  // The links of sent files stay as they are.
  if (files !== null) return answer
  if (!multiple) return typeof answer === 'string' ? answer : fromList(answer)
  if (typeof answer !== 'string') return answer
  return answer.trim() === '' ? [] : [answer]
}

/** An answer as it is sent: a number always has a decimal point, even if a comma was typed. */
export const sentAnswer = ({ type }: Pick<CompiledField, 'type'>, answer: Answer): Answer =>
  type === 'NUMBER' && typeof answer === 'string' ? answer.trim().replace(',', '.') : answer
