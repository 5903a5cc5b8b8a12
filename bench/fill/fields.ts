import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { questionId } from '../../collections/ids.ts'

/**
 * One survey for every engine: the twelve types in turn, sections of ten, every third required, every fifth with
 * help.
 */

const types = [
  'TEXT',
  'NUMBER',
  'RADIO',
  'TEXTAREA',
  'SELECT',
  'EMAIL',
  'CHECKBOX',
  'DATE',
  'TEL',
  'PASSWORD',
  'FILE',
  'IMAGE',
] as const

export const version = 'bench'

const optionsOf = (type: string): string => {
  const count = type === 'SELECT' ? 10 : 5
  const options = Array.from({ length: count }, (_, n) => ({
    value: `o${n}`,
    label: `Option ${n + 1}`,
  }))
  return ['RADIO', 'CHECKBOX', 'SELECT'].includes(type) ? JSON.stringify(options) : '[]'
}

/** The stored fields of a survey with `count` questions. */
export const makeFields = (count: number): readonly FormQuestionDoc[] =>
  Array.from({ length: count }, (_, order): FormQuestionDoc => {
    const type = types[order % types.length] ?? 'TEXT'
    const section = Math.floor(order / 10)
    return {
      id: questionId(version, `q${order}`),
      form_id: 'bench',
      definition_hash: version,
      field_id: `q${order}`,
      section_id: `s${section}`,
      section_name: `Section ${section + 1}`,
      section_order: section,
      name: `q${order}`,
      label: `Question ${order + 1} about the household`,
      placeholder: '',
      type,
      order,
      options: optionsOf(type),
      is_required: order % 3 === 0,
      help_text: order % 5 === 0 ? 'Ask for the dry season.' : '',
      multiple: type === 'CHECKBOX',
      max_kb: 0,
    }
  })

/** The functions that a page of this folder offers to the measuring script. */
export interface Subject {
  /** Renders the survey. */
  readonly mount: () => void
}

/** A TEXT field near the middle, to type into. */
export const middleText = (count: number): number => Math.floor(count / 24) * 12
