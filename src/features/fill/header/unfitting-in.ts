import { findUnfitting, type Unfitting } from '../../../form/answers/unfitting.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'

/** What an interview has that another version of its form would have no place for. */
export const unfittingIn = (
  { form, answers, files }: Interview,
  { template }: CompiledForm,
): readonly Unfitting[] =>
  findUnfitting(
    template,
    form.fields.map(field => ({
      question_id: field.fieldId,
      occurrence: field.occurrence,
      value: answers.get(field),
    })),
    form.fields.flatMap(({ id }) => files.get(id)),
  )
