import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { CompiledField } from './compiled-form.ts'

/** A stored value as an answer, whatever wrote it: an older version, another program, a bad disk. */
export const toAnswer = (value: unknown): Answer => {
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  return isScalar(value) ? String(value) : ''
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/**
 * An answer in the shape that its field has today, as a changed definition may want a list where there was a
 * text: what is judged and sent is then what the surveyor sees.
 */
export const fitAnswer = (field: CompiledField, answer: Answer): Answer => {
  const { type, multiple } = field
  // The links of what was sent stay as they are.
  if (type === 'FILE' || type === 'IMAGE') return answer
  if (multiple) {
    if (typeof answer !== 'string') return answer
    return answer.trim() === '' ? [] : [answer]
  }
  if (typeof answer === 'string') return answer
  return type === 'RADIO' || type === 'SELECT' ? (answer[0] ?? '') : answer.join(', ')
}

/** An answer as it is sent: a number with the decimal point that everybody reads, whichever was typed. */
export const sentAnswer = ({ type }: Pick<CompiledField, 'type'>, answer: Answer): Answer =>
  type === 'NUMBER' && typeof answer === 'string' ? answer.trim().replace(',', '.') : answer
