import type { Operations } from '../../collections/operation-log.ts'
import type { Recovered } from '../../collections/schemas/outbox.ts'
import { isCarried, type Carried } from '../outbox/carried.ts'

/** Edits that a refused request carried go to Recovery. Those made while it was in flight stay, and are sent. */

/** How many of the pending edits, oldest first, a refused request carried; all when its item's notes do not fit them. */
export const countRefused = async (
  carried: Carried,
  pending: readonly Operations[],
): Promise<number> => {
  const sent = pending.slice(0, carried.sentOps)
  return sent.length > 0 && (await isCarried(pending, carried)) ? sent.length : pending.length
}

/** Whether the row is gone. The status must say so too, because the message 'deleted' may be about the form. */
export const isGoneFor = ({ method, reason, status }: Recovered): boolean =>
  method === 'PUT' && reason === 'deleted' && (status === 404 || status === 410)
