import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { answerKey } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'

/** What of a field decides whether its answer names an interview. */
export type NamingField = Pick<FormQuestionDoc, 'field_id' | 'type'>

/** The answers that say most: words first, and numbers only where there are no words. */
const naming: readonly ReadonlySet<string>[] = [
  new Set(['TEXT']),
  new Set(['TEXTAREA', 'EMAIL', 'TEL', 'NUMBER', 'DATE']),
]

/** Two answers tell neighbours apart whose first is the village. */
const namedBy = 2
const mostCharacters = 40

/**
 * What an interview is called wherever it is shown: its first text answers, in the form's order, given the
 * fields of its form in their order and its answers by answer key; '' when it has none.
 */
export const interviewName = (
  answers: Readonly<Record<string, Answer>>,
  fields: readonly NamingField[],
): string => {
  for (const types of naming) {
    const texts = fields
      .filter(({ type }) => types.has(type))
      .flatMap(({ field_id }) => textOf(answers[answerKey(field_id)]))
      .slice(0, namedBy)
    if (texts.length > 0) return texts.join(', ')
  }
  return ''
}

const textOf = (answer: Answer | undefined): readonly string[] => {
  if (typeof answer !== 'string') return []
  const text = answer.trim().replaceAll(/\s+/g, ' ')
  if (text === '') return []
  const letters = [...text]
  return [
    letters.length > mostCharacters ? `${letters.slice(0, mostCharacters - 1).join('')}…` : text,
  ]
}
