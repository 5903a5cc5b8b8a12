import type { Database } from '../../collections/database.ts'
import type { RecoveryDoc } from '../../collections/schemas/recovery.ts'
import type { Sent } from '../outbox/decide.ts'
import { longestReturnPauseMs, returnPauseMs } from '../limits.ts'
import { tryAgain } from './return-recovered.ts'

/** How many return at once; more follow after the next success. */
const atOnce = 50

/**
 * Returns entries from Recovery that had used up their tries, because the API has just taken a request of the same
 * kind, so the server works again (decisions 3). The pause before a return doubles each time.
 */
export const returnExhausted = async (db: Database, sent: Sent, now: number): Promise<void> => {
  const kind = kindOf(sent)
  if (kind === null) return
  const exhausted = await exhaustedEntries(db, 10_000)
  const due = exhausted.filter(entry => entry.kind === kind && now >= returnsAt(entry, now))
  for (const entry of due.slice(0, atOnce)) await tryAgain(db, entry.id, now)
}

/** Whether any entry could return; read once per run because a run may send thousands. */
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
 * When an entry may return by itself, epoch ms. The pause grows with its visits to Recovery, which are counted in its
 * history and so survive restarts. A clock that was set back does not delay it.
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
    // An edit of the profile waits for the surveyor, because a later one may have replaced it.
    case 'profile':
    case 'nothing':
      return null
  }
}
