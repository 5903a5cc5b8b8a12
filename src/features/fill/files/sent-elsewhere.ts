import { answerKey } from '../../../../collections/ids.ts'
import { shownFiles } from '../../../files/shown-files.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'

/**
 * How many files of an answer are known only by their addresses, because another device sent them, and stay. `attached`
 * is how many are attached here: in a field for one file they take the place of the others.
 */
export const sentElsewhere = (
  { submission }: Pick<Interview, 'submission'>,
  field: CompiledField,
  attached: number,
): number => {
  if (submission === null || (!field.multiple && attached > 0)) return 0
  const shown = shownFiles(submission, answerKey(field.fieldId, field.occurrence))
  return shown.filter(({ localId }) => localId === null).length
}
