import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BehaviorSubject } from 'rxjs'
import type { HeldKey } from '../collections/storage/data-key.ts'
import type { Database } from '../collections/database.ts'
import { createClient } from '../replication/http/client.ts'
import { createLazyApi } from '../replication/http/lazy-api.ts'
import type { SyncEnv } from '../replication/env.ts'
import { basePath } from '../replication/wire/calls.ts'
import { App } from './app/app.tsx'
import { firstScreens } from './app/start/first-screens.ts'
import { endSplash } from './app/start/splash.ts'
import { retireOlderTabs } from './app/update/tabs.ts'
import { checkVersion } from './app/update/version.ts'
import { config } from './config.ts'
import type { App as Parts } from './context.tsx'
import { createBrowserEnv } from './env.browser.ts'
import type { Env } from './env.ts'
import { mirrorSession } from './session/mirror.ts'
import { forgetEarlyKeys, watchEarlyKeys } from './lib/early-keys.ts'
import { createServerClock } from './workspace/server-clock.ts'
import { recallSession } from './session/recall.ts'
import { createSession, type SessionStore } from './session/session.ts'
import { createLanguageChoice } from './messages/language-choice.ts'
import { pinnedTo } from './session/pinned.ts'
import { createVault } from './session/vault.ts'

/** The composition root: the only place that connects the app with the browser. */
const start = async (browserEnv: Env, root: Element): Promise<void> => {
  const development = import.meta.env.DEV ? await import('./dev/mode.ts') : null
  const env = development?.switchable(browserEnv) ?? browserEnv
  void development?.nameLeftDatabases(env.indexedDb)
  // A surveyor with a keyboard types the PIN before the lock's screen is there.
  const stored = env.local.get('authData')
  if (pinnedTo(stored) !== null) watchEarlyKeys(document)
  // While the session is read. What fails here is loaded again where it is needed.
  else if (stored !== null) loadWorkspace().catch(() => {})
  const apiUrl = () => (env.local.get('server_url') ?? env.defaultServerUrl) + basePath
  // Without the copy the app starts with what is stored.
  const recalled = recallSession(env, apiUrl()).catch(() => {})
  const languageChoice = await createLanguageChoice(env)
  const news = checkVersion(env, config.version)
  const held$ = new BehaviorSubject<HeldKey | null>(null)
  const vault = createVault(env, held$)
  const session: { current: SessionStore | null } = { current: null }
  const serverClock = createServerClock(env.clock)
  const syncEnv: SyncEnv = {
    ...env,
    fetch: serverClock.watch(env.fetch),
    apiUrl,
    token: () => session.current?.token() ?? null,
  }
  const client = createClient(syncEnv)
  const api = createLazyApi(async () =>
    (await import('../replication/http/api.ts')).createApi(client),
  )
  const store: SessionStore = createSession(env, vault, api.login, {
    held$,
    load: async () =>
      (await import('./lock/session-lock.ts')).createSessionLock({
        env,
        held$,
        client,
        session: store,
      }),
  })
  session.current = store
  await recalled
  mirrorSession(store.session$, env, apiUrl)
  await store.hydrate()
  if (store.current().kind !== 'locked') forgetEarlyKeys(document)

  const first = await firstScreens(env, store)
  const parts: Parts = {
    env,
    vault,
    held$,
    session: store,
    client,
    api,
    serverClock,
    languageChoice,
  }
  // Each screen sets a title and a description of its own.
  for (const words of document.querySelectorAll('[data-until-app]')) words.remove()
  const app = (
    <App
      app={parts}
      first={first}
      start={{ news, splashGone: endSplash(env) }}
      open={async (signedIn, report) => {
        const isUpdated = (await news) === 'updated'
        if (isUpdated) await retireOlderTabs(env)
        const { openWorkspace } = await loadWorkspace()
        const wrapStorage = development?.checkedStorage
        const workspace = await openWorkspace(
          {
            env,
            syncEnv,
            client,
            login: store,
            held$,
            ...(wrapStorage === undefined ? {} : { wrapStorage }),
          },
          signedIn,
          report,
        )
        await languageChoice.follow(workspace.db).catch(() => {})
        development?.expose(workspace.db)
        // Not awaited, and failures are ignored, because a workspace that is closed meanwhile need not be cleared.
        if (isUpdated) void clearOld(workspace.db).catch(() => {})
        return workspace
      }}
    />
  )
  // As a transition, so that React renders it in slices and the page answers between them.
  startTransition(() => createRoot(root).render(app))
}

/** The database's code, with which the screens come too. The login does not need it, so it loads after the first paint. */
const loadWorkspace = () => import('./workspace/workspace.ts')

const clearOld = async (db: Database): Promise<void> =>
  (await import('./app/update/clear-derived.ts')).clearDerived(db)

const begin = (): void => {
  const env = createBrowserEnv()
  const root = document.querySelector('#root')
  if (root === null) throw new Error('The page has no #root.')
  const explain = async (error: unknown): Promise<void> =>
    (await import('./app/failures/cannot-start.tsx')).showCannotStart(env, root, error)
  if (env.page.isSecure) start(env, root).catch(explain)
  else void explain(null)
}

// The page itself shows that a browser is too old (public/start.js).
if (document.documentElement.dataset['tooOld'] === undefined) begin()
