import type { FormDoc } from '../../../collections/schemas/forms.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'

type Viewed = Pick<SubmissionDoc, 'syncStatus' | 'form_id' | 'definition_hash'>

/** The ids of the forms whose fields are on this device. */
export const readableForms = (
  forms: readonly Pick<FormDoc, 'id' | 'definition_hash'>[],
): ReadonlySet<string> =>
  new Set(forms.filter(form => form.definition_hash !== '').map(form => form.id))

/**
 * Whether a submission can be opened. Offline it cannot when it is synced and its form's fields are not on the device
 * (decisions 6). Its answers are always there, because rows are stored whole.
 */
export const canView = (
  submission: Viewed,
  readable: ReadonlySet<string>,
  isOnline: boolean,
): boolean => isOnline || submission.syncStatus !== 'synced' || readable.has(submission.form_id)
