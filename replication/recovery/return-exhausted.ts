import type { Database } from '../../collections/database.ts'
import type { RecoveryDoc } from '../../collections/schemas/recovery.ts'
import type { Sent } from '../outbox/decide.ts'
import { longestReturnPauseMs, returnPauseMs } from '../limits.ts'
import { tryAgain } from './return-recovered.ts'

/** So many at a time: more follow with the next success. */
const atOnce = 50

/**
 * Brings back what went to Recovery after all its tries, once the API has taken a request of the same kind:
 * what was wrong with the server is over (decisions 3). Each time the pause before that doubles.
 */
export const returnExhausted = async (db: Database, sent: Sent, now: number): Promise<void> => {
  const kind = kindOf(sent)
  if (kind === null) return
  const exhausted = await exhaustedEntries(db, 10_000)
  const due = exhausted.filter(entry => entry.kind === kind && now >= returnsAt(entry, now))
  for (const entry of due.slice(0, atOnce)) await tryAgain(db, entry.id, now)
}

/** Whether anything could return: a run that drains thousands asks once. */
export const hasExhausted = async (db: Database): Promise<boolean> =>
  (await exhaustedEntries(db, 1)).length > 0

const exhaustedEntries = (db: Database, limit: number) =>
  db.recovery
    .find({
      selector: { reason: 'exhausted', newest: { $gte: 0 } },
      sort: [{ reason: 'asc' }, { newest: 'asc' }],
      index: ['reason', 'newest'],
      limit,
    })
    .exec()

/**
 * When an entry may return by itself, epoch ms. Its history travels with it and tells how often it has been
 * here, so the pauses grow over restarts. A clock that was set back does not hold it.
 */
export const returnsAt = (
  entry: Pick<RecoveryDoc, 'history' | 'moved_at'>,
  now: number,
): number => {
  const times = entry.history.filter(({ what }) => what === 'recovered').length
  const pauseMs = Math.min(longestReturnPauseMs, returnPauseMs * 2 ** Math.max(0, times - 1))
  return entry.moved_at > now ? now : entry.moved_at + pauseMs
}

const kindOf = (sent: Sent): RecoveryDoc['kind'] | null => {
  switch (sent.kind) {
    case 'created':
      return 'create'
    case 'updated':
      return 'edit'
    case 'deleted':
      return 'delete'
    case 'uploaded':
      return 'files'
    // A change of the profile stays until the surveyor tries it again: a later one may have replaced it.
    case 'profile':
    case 'nothing':
      return null
  }
}
