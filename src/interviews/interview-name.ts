import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { answerKey } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'

/** The properties of a field that decide whether its answer names an interview. */
export type NamingField = Pick<FormQuestionDoc, 'field_id' | 'type'>

/** Field types by how well their answers name an interview: words first, numbers only where there are no words. */
const naming: readonly ReadonlySet<string>[] = [
  new Set(['TEXT']),
  new Set(['TEXTAREA', 'EMAIL', 'TEL', 'NUMBER', 'DATE']),
]

/** Two answers, because the first one is often the same for neighbours, such as the village. */
const namedBy = 2
const mostCharacters = 40

/**
 * An interview's name: its first text answers. Takes the fields in the form's order and the answers by answer key; ''
 * without text answers.
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
