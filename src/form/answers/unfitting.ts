import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FieldType } from '../../../replication/wire/field-types.ts'
import type { CompiledField, FormTemplate } from '../definition/compiled-form.ts'
import { joinedText } from '../types/field-type.ts'
import { typeOf } from '../types/types.ts'
import { fitAnswer } from './answer-shape.ts'

/** What a draft has of a question that its version of the form has no place for, so that it is not sent. */
export interface Unfitting {
  readonly field: CompiledField
  readonly answer: Answer
  readonly fileNames: readonly string[]
}

type Given = Pick<FormResponseDoc, 'question_id' | 'occurrence' | 'value'>
type GivenFile = Pick<FileUploadDoc, 'field_id' | 'occurrence' | 'file_name'>

/** The types whose inputs cannot show any text, such as a picker of days. */
const pickers: ReadonlySet<FieldType> = new Set(['DATE', 'TIME', 'DATETIME', 'RANGE', 'RATING'])
const everyDay = { min: '0000-01-01', max: '9999-12-31' }

/** Whether an answer, which was typed into another input, would not be seen in this field's. */
const isUnseen = ({ type }: CompiledField, value: Answer): boolean => {
  const { isBlank, problem } = typeOf(type)
  if (type === 'ACKNOWLEDGE') return isBlank(joinedText(value))
  return pickers.has(type) && problem(joinedText(value), everyDay) !== null
}

/** What is not sent of an answer: all of it where its occurrence cannot be, otherwise the items that do not fit. */
const leftOf = (field: CompiledField, { occurrence, value }: Given): Answer => {
  if (field.type === 'NOTE' || (field.repeatId === null && occurrence > 0)) return value
  if (isUnseen(field, value)) return value
  if (typeof value === 'string' || value.length < 2) return ''
  const fitting = fitAnswer(field, value)
  // All items, as they are or in one text.
  if (typeof fitting !== 'string' || fitting === value.join(', ')) return ''
  return value.filter(item => item !== fitting)
}

/**
 * Finds what an unfinished interview has from another version of its form, in which a question was asked more often or
 * took more answers or any text. Leaves out questions that this version does not have, and calculated values.
 */
export const findUnfitting = (
  { fields }: Pick<FormTemplate, 'fields'>,
  answers: readonly Given[],
  files: readonly GivenFile[],
): readonly Unfitting[] => {
  const fieldById = new Map(
    fields.flatMap(field =>
      field.logic?.calculate === undefined ? [[field.id, field] as const] : [],
    ),
  )
  const left = answers.flatMap((given): readonly Unfitting[] => {
    const field = fieldById.get(given.question_id)
    const answer = field === undefined ? '' : leftOf(field, given)
    if (field === undefined || [answer].flat().every(item => item.trim() === '')) return []
    return [{ field, answer, fileNames: [] }]
  })
  const leftFiles = files.flatMap(({ field_id, occurrence, file_name }): readonly Unfitting[] => {
    const field = fieldById.get(field_id)
    return field === undefined || field.repeatId !== null || occurrence === 0
      ? []
      : [{ field, answer: '', fileNames: [file_name] }]
  })
  return [...left, ...leftFiles]
}
