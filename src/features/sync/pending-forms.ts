import type { FormDoc } from '../../../collections/forms.ts'
import type { OutboxDoc } from '../../../collections/outbox.ts'
import { common } from '../../messages/common.ts'

/** One survey with work that waits to be sent. */
export interface PendingForm {
  readonly formId: string
  readonly title: string
  readonly description: string
  readonly count: number
  /** What the server or the network said at the last try; '' when nothing failed. */
  readonly lastError: string
}

type Item = Pick<OutboxDoc, 'form_id' | 'description' | 'lastError'>
type Form = Pick<FormDoc, 'id' | 'title' | 'description'>

/** The outbox by survey, in the order of its oldest items (2.sync-status.1). */
export const pendingForms = (
  items: readonly Item[],
  forms: readonly Form[],
): readonly PendingForm[] => {
  const byForm = new Map<string, Item[]>()
  for (const item of items) {
    const together = byForm.get(item.form_id)
    if (together === undefined) byForm.set(item.form_id, [item])
    else together.push(item)
  }
  return [...byForm].map(([formId, waiting]) => {
    const form = forms.find(({ id }) => id === formId)
    return {
      formId,
      title: form?.title || waiting[0]?.description || common.untitledForm,
      description: form?.description ?? '',
      count: waiting.length,
      lastError: waiting.find(item => item.lastError !== '')?.lastError ?? '',
    }
  })
}
