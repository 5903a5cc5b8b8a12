import type { SyncEnv } from '../../replication/env.ts'
import { pause } from '../lib/pause.ts'

/** The name of the lock that a tab holds while it has a surveyor's database open. */
export const openMark = (database: string): string => `transect-open-${database}`

const lookEveryMs = 25
/** How long to wait. A frozen tab does not close; the deletion then ends its connection. */
const patienceMs = 1000

/**
 * Resolves when no other tab has the database open, or after a second. A deletion waits for it, because the session
 * ends in all tabs at once, and the browser complains if a deletion starts before a tab has closed its database. The
 * caller must have released its own lock.
 */
export const whenClosedElsewhere = async (
  { liveness, clock }: Pick<SyncEnv, 'liveness' | 'clock'>,
  database: string,
): Promise<void> => {
  const until = clock.now() + patienceMs
  while (clock.now() < until && (await liveness.isHeld(openMark(database))) === true) {
    await pause(clock, lookEveryMs)
  }
}
