import type { Database } from './database.ts'
import { pendingDeletionCountOf, visibleSubmissionCount } from './queries.ts'
import { type Bounds, inOrder, list } from './query.ts'
import type { OutboxDoc } from './schemas/outbox.ts'
import { hiddenBy, type SubmissionDoc } from './schemas/submissions.ts'

/**
 * What the surveyor submitted, deleted or changed and the server does not have: it waits in the outbox, or is in Recovery.
 * A submission counts once, whatever it lacks. Drafts are not in it, because they were not submitted.
 */
export interface NotArrived {
  /** Interviews, and submissions with edits or files. */
  readonly submissions: number
  readonly deletions: number
  /** Whether there are edits of the profile. */
  readonly profile: boolean
}

/** The one number of what has not arrived; null until it is counted. */
export const countNotArrived = (notArrived: NotArrived | null): number | null =>
  notArrived && notArrived.submissions + notArrived.deletions + (notArrived.profile ? 1 : 0)

/** What only Recovery has of these submissions; those that are unsent besides are counted already. */
export const notArrivedInRecovery = (
  refused: readonly Pick<SubmissionDoc, 'hidden' | 'syncStatus' | 'refusals'>[],
): Pick<NotArrived, 'submissions' | 'deletions'> => {
  const isCounted = ({ hidden, syncStatus }: Pick<SubmissionDoc, 'hidden' | 'syncStatus'>) =>
    hidden === hiddenBy.deletion || (hidden === hiddenBy.nothing && syncStatus === 'pending')
  const others = refused.filter(doc => !isCounted(doc))
  const deletions = others.filter(({ refusals = [] }) =>
    refusals.every(({ kind }) => kind === 'delete'),
  ).length
  return { submissions: others.length - deletions, deletions }
}

/** What is still to be sent of one form. */
export interface WaitingForm {
  readonly formId: string
  /** How many submissions of it have not arrived, or 1 for the profile; Recovery is not in it. */
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
 * Unsent work by form, oldest first. Reads one item and two counts per form along the index, so that ten thousand
 * items cost no more than a hundred.
 */
export const readWaitingForms = async ({
  outbox,
  submissions,
}: Pick<Database, 'outbox' | 'submissions'>): Promise<readonly WaitingForm[]> => {
  const failed = await list('outbox', { state: 'waiting', nextRetryAt: inOrder }, askedForErrors)
    .build(outbox)
    .exec()
  const errors = new Map(failed.map(item => [item.form_id, item.lastError]))
  const oldestOf = async (form_id: Bounds<string>): Promise<OutboxDoc | undefined> => {
    const [item] = await list('outbox', { form_id, timestamp: inOrder }, 1).build(outbox).exec()
    return item?.toMutableJSON()
  }
  const countUnsent = async (formId: string): Promise<number> => {
    const pending = visibleSubmissionCount({ formId, pendingOnly: true }).count(submissions).exec()
    return (await pending) + (await pendingDeletionCountOf(formId).count(submissions).exec())
  }
  const forms: WaitingForm[] = []
  for (let past: Bounds<string> = { $gte: '' }; ;) {
    const oldest = await oldestOf(past)
    if (oldest === undefined) break
    const formId = oldest.form_id
    const { timestamp: since, description } = oldest
    const lastError = oldest.lastError || errors.get(formId) || ''
    const unsent = formId === '' ? 1 : await countUnsent(formId)
    // An item that only looks whether an undone deletion arrived concerns a submission that the server has.
    if (unsent > 0) forms.push({ formId, count: unsent, since, description, lastError })
    past = { $gt: formId }
  }
  return forms.sort((one, other) => one.since - other.since)
}
