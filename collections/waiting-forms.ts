import type { Database } from './database.ts'
import type { OutboxDoc } from './schemas/outbox.ts'

/** What waits to be sent of one form. */
export interface WaitingForm {
  readonly formId: string
  readonly count: number
  /** When the oldest of it was made, epoch ms. */
  readonly since: number
  /** The form's name as the work was queued under. */
  readonly description: string
  /** What the server or the network said at the last try; '' when nothing failed. */
  readonly lastError: string
}

const index = ['form_id', 'timestamp']

/** So many items that wait for another try are asked what was said. */
const askedForErrors = 50

/**
 * What waits, by form and oldest first: for each form one item and a count along the index, so that
 * ten thousand items cost no more than a hundred.
 */
export const readWaitingForms = async ({
  outbox,
}: Pick<Database, 'outbox'>): Promise<readonly WaitingForm[]> => {
  const failed = await outbox
    .find({
      selector: { state: 'waiting' },
      sort: [{ state: 'asc' }, { nextRetryAt: 'asc' }],
      index: ['state', 'nextRetryAt'],
      limit: askedForErrors,
    })
    .exec()
  const errors = new Map(failed.map(item => [item.form_id, item.lastError]))
  const oldestOf = async (form_id: object): Promise<OutboxDoc | undefined> => {
    const sort = [{ form_id: 'asc' as const }, { timestamp: 'asc' as const }]
    const [item] = await outbox.find({ selector: { form_id }, sort, index, limit: 1 }).exec()
    return item?.toMutableJSON()
  }
  const forms: WaitingForm[] = []
  for (let past: object = { $gte: '' }; ;) {
    const oldest = await oldestOf(past)
    if (oldest === undefined) break
    const formId = oldest.form_id
    const count = await outbox.count({ selector: { form_id: formId }, index }).exec()
    const { timestamp: since, description } = oldest
    const lastError = oldest.lastError || errors.get(formId) || ''
    forms.push({ formId, count, since, description, lastError })
    past = { $gt: formId }
  }
  return forms.sort((one, other) => one.since - other.since)
}
