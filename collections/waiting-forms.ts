import type { Database } from './database.ts'
import { type Bounds, count, inOrder, list } from './query.ts'
import type { OutboxDoc } from './schemas/outbox.ts'

/** What is still to be sent of one form. */
export interface WaitingForm {
  readonly formId: string
  readonly count: number
  /** When the oldest item was made, epoch ms. */
  readonly since: number
  /** The form's name when the work was queued. */
  readonly description: string
  /** The error of the last try; '' when nothing failed. */
  readonly lastError: string
}

/** How many waiting items are searched for an error. */
const askedForErrors = 50

/**
 * Unsent work by form, oldest first. Reads one item and one count per form along the index, so that ten thousand
 * items cost no more than a hundred.
 */
export const readWaitingForms = async ({
  outbox,
}: Pick<Database, 'outbox'>): Promise<readonly WaitingForm[]> => {
  const failed = await list('outbox', { state: 'waiting', nextRetryAt: inOrder }, askedForErrors)
    .build(outbox)
    .exec()
  const errors = new Map(failed.map(item => [item.form_id, item.lastError]))
  const oldestOf = async (form_id: Bounds<string>): Promise<OutboxDoc | undefined> => {
    const [item] = await list('outbox', { form_id, timestamp: inOrder }, 1).build(outbox).exec()
    return item?.toMutableJSON()
  }
  const forms: WaitingForm[] = []
  for (let past: Bounds<string> = { $gte: '' }; ;) {
    const oldest = await oldestOf(past)
    if (oldest === undefined) break
    const formId = oldest.form_id
    const ofForm = { form_id: formId, timestamp: inOrder }
    const items = await count('outbox', ofForm).count(outbox).exec()
    const { timestamp: since, description } = oldest
    const lastError = oldest.lastError || errors.get(formId) || ''
    forms.push({ formId, count: items, since, description, lastError })
    past = { $gt: formId }
  }
  return forms.sort((one, other) => one.since - other.since)
}
