import type { FormDoc } from '../../../collections/schemas/forms.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'

type Viewed = Pick<SubmissionDoc, 'syncStatus' | 'form_id' | 'definition_hash'>

/** The forms whose fields are on this device. */
export const readableForms = (
  forms: readonly Pick<FormDoc, 'id' | 'definition_hash'>[],
): ReadonlySet<string> =>
  new Set(forms.filter(form => form.definition_hash !== '').map(form => form.id))

/**
 * Whether a submission can be opened: offline not, when it is synced and what its form asks is not on the
 * device (decisions 6). Its answers always are: rows are stored whole.
 */
export const canView = (
  submission: Viewed,
  readable: ReadonlySet<string>,
  isOnline: boolean,
): boolean => isOnline || submission.syncStatus !== 'synced' || readable.has(submission.form_id)
