import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { deletionHeldMs } from '../limits.ts'

/**
 * A deletion is held on the device as long as its Undo is shown, because what is restored later is sent as new and may
 * lack what only the server had. Nothing sends it earlier, not even the surveyor's Sync.
 */

/**
 * Until when the deletion of a submission is held, epoch ms; 0 when it is not. A deletion of the future was made before
 * the clock was set back, and is not held.
 */
export const heldUntil = (
  { hidden, updated_at }: Pick<SubmissionDoc, 'hidden' | 'updated_at'>,
  now: number,
): number => {
  // The deletion is the last edit of a hidden submission.
  const deletedAt = Date.parse(updated_at)
  const until = deletedAt + deletionHeldMs
  return hidden === 1 && deletedAt <= now && now < until ? until : 0
}

/** Whether an outbox item is a deletion that is held, or was until a moment ago: it goes when it is due. */
export const isHeld = ({ method, state, sentAt }: OutboxDoc): boolean =>
  method === 'DELETE' && state === 'waiting' && sentAt === 0
