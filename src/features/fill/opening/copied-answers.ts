import { answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import { movedIds } from '../../../form/definition/moved-ids.ts'
import { tieIdsOf } from '../../../form/definition/form-shape.ts'
import { isCopied } from '../../../form/answers/on-screen.ts'
import { loadVersion, type VersionParts } from './load-form.ts'

type Answers = Readonly<Record<string, Answer>>

/** The answers of a submission with which a copy of it begins, by answer key. */
export const copiedAnswers = async (
  parts: VersionParts,
  submissionId: string,
  form: CompiledForm,
): Promise<Answers> => {
  const doc = await parts.db.submissions.findOne(submissionId).exec()
  const submission = doc?.toMutableJSON() as SubmissionDoc | undefined
  if (submission === undefined) return {}
  const version = await loadVersion(parts, form, submission.definition_hash)
  const moved = new Map(version === null ? [] : movedIds(version.template, form.template))
  const answers = Object.entries(submission.answers).map(([key, answer]) => {
    const { fieldId, occurrence } = fieldOfAnswerKey(key)
    return [answerKey(moved.get(fieldId) ?? fieldId, occurrence), answer] as const
  })
  return copiesOf(Object.fromEntries(answers), form)
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
