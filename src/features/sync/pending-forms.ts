import type { FormDoc } from '../../../collections/schemas/forms.ts'
import type { WaitingForm } from '../../../collections/waiting-forms.ts'
import { common } from '../../messages/app/common.ts'
import { sync as words } from '../../messages/device/sync.ts'

/** One survey with work that waits to be sent; `formId` is '' for the surveyor's profile. */
export interface PendingForm {
  readonly formId: string
  readonly title: string
  readonly description: string
  readonly count: number
  /** The error of the last try; '' without one. */
  readonly lastError: string
}

type Form = Pick<FormDoc, 'id' | 'title' | 'description'>

/** The waiting work, grouped by survey, in the given order (2.sync-status.1). */
export const pendingForms = (
  waiting: readonly WaitingForm[],
  forms: readonly Form[],
): readonly PendingForm[] =>
  waiting.map(({ formId, count, description, lastError }) => {
    // The profile belongs to no form.
    if (formId === '') {
      const { profileTitle: title, profileDetail } = words
      return { formId, title, description: profileDetail, count, lastError }
    }
    const form = forms.find(({ id }) => id === formId)
    return {
      formId,
      title: form?.title || description || common.untitledForm,
      description: form?.description ?? '',
      count,
      lastError,
    }
  })
