import type { App } from '../../context.tsx'
import { href } from '../../routes.ts'
import { logoutMark } from '../../session/logout-mark.ts'
import type { Keeper } from '../../workspace/keeper.ts'

/** WARNING: persisted; the only key of sessionStorage that a logout keeps (3.15, 4.25). */
const splashShown = 'splash_shown_this_session'

/**
 * Ends the session for good, removes everything from the device (4.25) and restarts the app at the login. The server is
 * informed, but a failure of that call changes nothing (7.3).
 *
 * This tab keeps its session until the restart, and a login in another tab waits, because the logout would delete what
 * a login stores in the meantime.
 */
export const logOut = async (
  { env, api, vault }: Pick<App, 'env' | 'api' | 'vault'>,
  keeper: Pick<Keeper, 'disconnect' | 'wipe'>,
): Promise<void> => {
  const release = await env.liveness.hold(logoutMark)
  // The server is about to refuse the token that this tab still has.
  keeper.disconnect()
  await api.logout()
  // Other tabs follow the storage, and close the database that is being deleted.
  vault.remove('authData')
  // A step that fails does not stop the others: whatever can be deleted is.
  await env.sessionMirror.clear().catch(() => {})
  await keeper.wipe().catch(() => {})
  for (const key of env.local.keys()) env.local.remove(key)
  for (const key of env.tab.keys()) if (key !== splashShown) env.tab.remove(key)
  await env.forgetDeviceKey().catch(() => {})
  // Clears the history's state, because it would lead the next surveyor to this one's last screen.
  env.address.replace(href('login'), null)
  release()
  env.page.reload()
}
