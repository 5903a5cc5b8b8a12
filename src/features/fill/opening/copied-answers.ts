import type { Database } from '../../../../collections/database.ts'
import { answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import { tieIdsOf } from '../../../form/definition/form-shape.ts'
import { isCopied } from '../../../form/answers/on-screen.ts'

type Answers = Readonly<Record<string, Answer>>

/** The answers of a submission with which a copy of it begins, by answer key. */
export const copiedAnswers = async (
  db: Database,
  submissionId: string,
  form: CompiledForm,
): Promise<Answers> => {
  const doc = await db.submissions.findOne(submissionId).exec()
  return copiesOf((doc?.toMutableJSON() as SubmissionDoc | undefined)?.answers ?? {}, form)
}

/**
 * Of the answers to an interview those that another one may begin with: to questions that the form still has. Leaves
 * out files, positions and passwords, because they belong to a single interview, and calculated answers, but not the
 * keys by which a repeat is within another.
 */
export const copiesOf = (given: Answers, form: CompiledForm): Answers => {
  const ties = tieIdsOf(form.template)
  const copied = new Set(
    form.template.fields
      .filter(field => isCopied(field) || ties.has(field.fieldId))
      .map(({ fieldId }) => answerKey(fieldId)),
  )
  return Object.fromEntries(
    Object.entries(given).filter(([key]) => copied.has(answerKey(fieldOfAnswerKey(key).fieldId))),
  )
}
