import type { SyncEnv } from '../../replication/env.ts'
import { pause } from '../lib/pause.ts'

/** The name of the lock that a tab holds while its Logout deletes the data on the device. */
export const logoutMark = 'transect-logout'

const lookEveryMs = 100

/**
 * Resolves when no tab is logging out. A login waits for it, because a Logout in another tab deletes the session, the
 * device's key and the databases, including what the login has just stored.
 */
export const whenNoLogout = async ({
  liveness,
  clock,
}: Pick<SyncEnv, 'liveness' | 'clock'>): Promise<void> => {
  while ((await liveness.isHeld(logoutMark)) === true) await pause(clock, lookEveryMs)
}
