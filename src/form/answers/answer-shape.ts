import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { CompiledField } from '../definition/compiled-form.ts'
import { typeOf } from '../types/types.ts'

/** A stored value as an answer, whatever wrote it: an older version, another program, a bad disk. */
export const toAnswer = (value: unknown): Answer => {
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  return isScalar(value) ? String(value) : ''
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** The answer of a field that was not answered yet. */
export const emptyAnswer = ({ type, multiple }: CompiledField): Answer =>
  multiple && typeOf(type).files === null ? [] : ''

/**
 * An answer in the shape that its field has today, as a changed definition may want a list where there was a
 * text: what is judged and sent is then what the surveyor sees.
 */
export const fitAnswer = ({ type, multiple }: CompiledField, answer: Answer): Answer => {
  const { files, fromList } = typeOf(type)
  // The links of what was sent stay as they are.
  if (files !== null) return answer
  if (!multiple) return typeof answer === 'string' ? answer : fromList(answer)
  if (typeof answer !== 'string') return answer
  return answer.trim() === '' ? [] : [answer]
}
