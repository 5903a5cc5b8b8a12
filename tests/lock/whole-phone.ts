import { BehaviorSubject, EMPTY } from 'rxjs'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { HeldKey } from '../../collections/storage/data-key.ts'
import { createApi } from '../../replication/http/api.ts'
import { createClient } from '../../replication/http/client.ts'
import type { SyncEnv } from '../../replication/env.ts'
import { basePath } from '../../replication/wire/calls.ts'
import { deviceKey, sessionMirrorIn } from '../../src/device-key.browser.ts'
import type { Env, KeyValue } from '../../src/env.ts'
import { createSessionLock } from '../../src/lock/session-lock.ts'
import { createSession, type SessionStore } from '../../src/session/session.ts'
import { createVault } from '../../src/session/vault.ts'
import { createKeeper } from '../../src/workspace/keeper.ts'
import { openWorkspace, type Workspace } from '../../src/workspace/workspace.ts'
import { createFakeClock, createFakeSyncEnv, createIndexedDb, until } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** A whole phone: the app as main.tsx composes it, with the real workspace and a server. */

/** What answers the phone. */
export type Answers = Pick<TestServer, 'fetch' | 'origin'>

const keyValue = (stored: Map<string, string>): KeyValue => ({
  get: key => stored.get(key) ?? null,
  set: (key, value) => void stored.set(key, value),
  remove: key => void stored.delete(key),
  keys: () => [...stored.keys()],
})

/** A new phone. The workspaces that it opens are added to `opened`, because a realm can open a database only once. */
const createWholePhone = (from: Answers, opened: Workspace[]) => {
  const port = createIndexedDb()
  const local = new Map<string, string>()
  const marks = new Map<string, number>()
  const clock = createFakeClock()

  /** Starts the app, as main.tsx does. */
  const start = () => {
    const fake = createFakeSyncEnv({ fetch: from.fetch, origin: from.origin, clock, marks })
    const env = {
      ...fake,
      indexedDb: port,
      local: keyValue(local),
      tab: keyValue(new Map()),
      tabs: { messages$: EMPTY, post: () => {} },
      deviceKey: () => deviceKey(port.indexedDB),
      sessionMirror: sessionMirrorIn(port.indexedDB),
      defaultServerUrl: from.origin,
      visible$: EMPTY,
      used$: EMPTY,
      estimateStorage: () => Promise.resolve({ usedBytes: 0, quotaBytes: 0 }),
      persistStorage: () => Promise.resolve(true),
      isStoragePersistent: () => Promise.resolve(true),
      keepMedia: () => {},
      idle: () => Promise.resolve(),
    }
    const session: { current: SessionStore | null } = { current: null }
    const syncEnv: SyncEnv = {
      ...env,
      apiUrl: () => from.origin + basePath,
      token: () => session.current?.token() ?? null,
    }
    const held$ = new BehaviorSubject<HeldKey | null>(null)
    const client = createClient(syncEnv)
    const vault = createVault(env, held$)
    const store: SessionStore = createSession(env, vault, createApi(client).login, {
      held$,
      load: () => Promise.resolve(createSessionLock({ env, held$, client, session: store })),
    })
    session.current = store
    const keeper = createKeeper(store.session$, async signedIn => {
      const workspace = await openWorkspace(
        { env: env as unknown as Env, syncEnv, client, login: store, held$ },
        signedIn,
      )
      opened.push(workspace)
      return workspace
    })
    const workspace = async (): Promise<Workspace> => {
      const state = await until('the workspace', () => {
        const now = keeper.current()
        return now.kind === 'open' || now.kind === 'failed' ? now : null
      })
      if (state.kind !== 'open') throw state.error
      return state.workspace
    }
    return {
      env,
      held$,
      session: store,
      keeper,
      workspace,
      cut: fake.cut,
      mend: fake.mend,
      login: (email = 'asha@transect.example', password = 'fieldwork-2026') =>
        store.login({ email, password }, false),
      hydrate: async () => {
        void store.hydrate()
        await until('a session', async () => {
          await new Promise(resolve => setTimeout(resolve, 5))
          clock.advance(100)
          return store.current().kind !== 'starting'
        })
      },
      /** Locks, and waits until the database is closed. */
      lock: async (database: string) => {
        store.lock(database)
        await keeper.close()
      },
    }
  }
  return { port, clock, start }
}

/** Starts the real server for a file's tests, and closes the workspaces of its phones after each. */
export const setUpWholePhones = () => {
  const opened: Workspace[] = []
  let started: TestServer | null = null
  const server = (): TestServer => {
    if (started === null) throw new Error('The server is started before the first test.')
    return started
  }
  beforeAll(async () => {
    started = await startTestServer({ pastTotal: 2 })
  })
  afterAll(() => server().close())
  afterEach(async () => {
    for (const workspace of opened.splice(0)) await workspace.close().catch(() => {})
  })
  return { server, createPhone: (from: Answers = server()) => createWholePhone(from, opened) }
}
