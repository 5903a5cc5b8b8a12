import type { SyncEnv } from '../../replication/env.ts'

/** The mark that a tab holds while its Logout deletes what is on the device. */
export const logoutMark = 'transect-logout'

const lookEveryMs = 100

/**
 * Resolves when no tab is logging out. A login waits for it, because a Logout in another tab deletes the session, the
 * device's key and the databases, and would take what the login begins along with them.
 */
export const whenNoLogout = async ({
  liveness,
  clock,
}: Pick<SyncEnv, 'liveness' | 'clock'>): Promise<void> => {
  while ((await liveness.isHeld(logoutMark)) === true) {
    await new Promise<void>(resolve => {
      clock.after(lookEveryMs, resolve)
    })
  }
}
