import { fieldOfAnswerKey } from '../../../collections/ids.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { compileForm } from '../definition/compile.ts'
import type { FormLanguages, FormLists } from '../definition/compiled-form.ts'
import { readAnswered, type Answered } from './answered.ts'

/** The parts of a submission that are read. */
export type Sent = Pick<SubmissionDoc, 'answers' | 'files' | 'created_at'>

/**
 * Reads a stored submission by the rules of its form, with the form's texts in one of its languages, by default its plain
 * texts.
 */
export const readSubmitted = (
  questions: readonly FormQuestionDoc[],
  { answers, files, created_at }: Sent,
  lists: FormLists,
  languageIn: (languages: FormLanguages) => string = () => '',
): Answered => {
  const madeAt = Date.parse(created_at)
  const unnamed = { id: '', title: '', definition_hash: '' }
  const nowMs = Number.isNaN(madeAt) ? 0 : madeAt
  const { template } = compileForm(unnamed, questions, nowMs, lists)
  const given = {
    answers: Object.entries(answers).map(([key, answer]) => ({ ...fieldOfAnswerKey(key), answer })),
    files: files.map(({ field_id, occurrence = 0 }) => ({ fieldId: field_id, occurrence })),
    madeAt,
  }
  return readAnswered(template, given, languageIn(template.languages))
}
