import type { Answer } from '../../../collections/schemas/submissions.ts'
import { dateText } from '../../messages/time.ts'
import { fill } from '../../messages/fill.ts'
import type { CompiledField } from './compiled-form.ts'

/** More of an answer than this is not needed to recognize it. */
const longest = 200

/** An answer as it is read over before it is submitted: labels in place of values, never a secret; '' for none. */
export const answerText = (
  field: CompiledField,
  answer: Answer,
  fileNames: readonly string[],
): string => {
  if (field.type === 'FILE' || field.type === 'IMAGE') return fileNames.join(', ')
  const values = typeof answer === 'string' ? [answer.trim()] : answer
  const text = values
    .filter(Boolean)
    .map(value => field.options.find(option => option.value === value)?.label ?? value)
    .join(', ')
  if (field.type === 'DATE') return dateText(`${text}T12:00`) || text
  if (field.type === 'PASSWORD' && text !== '') return fill.secret
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
