import type { App } from '../context.tsx'
import type { Keeper } from '../workspace/keeper.ts'

/** WARNING: persisted; the one key of the tab that a logout leaves (3.15, 4.25). */
const splashShown = 'splash_shown_this_session'

/**
 * Ends the session for good and leaves nothing of it on the device (4.25), then starts the app anew.
 * The server is told, but not waited for with anything else: its failure changes nothing (7.3).
 */
export const logOut = async (
  { env, api, session }: Pick<App, 'env' | 'api' | 'session'>,
  keeper: Pick<Keeper, 'wipe'>,
): Promise<void> => {
  await api.logout()
  const wiping = keeper.wipe()
  // At once, so that other tabs close the database that is being deleted.
  session.end()
  // Whatever cannot be deleted now, the rest is.
  await wiping.catch(() => {})
  for (const key of env.local.keys()) env.local.remove(key)
  for (const key of env.tab.keys()) if (key !== splashShown) env.tab.remove(key)
  await env.forgetDeviceKey().catch(() => {})
  env.page.reload()
}
