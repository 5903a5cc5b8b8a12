import { BehaviorSubject, Subject } from 'rxjs'
import { databaseName } from '../../collections/database-name.ts'
import { dataKey, readKeys, type HeldKey } from '../../collections/storage/data-key.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { createSealer } from '../../collections/storage/sealing.ts'
import type { Client } from '../../replication/http/client.ts'
import { err, ok } from '../../replication/http/result.ts'
import type { User } from '../../replication/wire/answers.ts'
import { deviceKey, sessionMirrorIn } from '../../src/device-key.browser.ts'
import type { KeyValue } from '../../src/env.ts'
import { createSessionLock } from '../../src/lock/session-lock.ts'
import { watchLock } from '../../src/lock/watch.ts'
import { mirrorSession } from '../../src/session/mirror.ts'
import { unseal } from '../../src/session/seal.ts'
import { createSession, type SessionStore } from '../../src/session/session.ts'
import { createVault } from '../../src/session/vault.ts'
import { createFakeClock, createFakeSyncEnv, createIndexedDb } from '../env.ts'
import { asha } from '../fixtures/asha.ts'

/** A phone with its storage, and tabs of the app on it: the real session, vault, mirror and lock. */

const origin = 'https://transect.example'

export const meena: User = { ...asha, id: '8', email: 'meena@transect.example' }

export const recoveryKeyOf = ({ id }: Pick<User, 'id'>) => new Uint8Array(32).fill(Number(id))

const keyValue = (stored: Map<string, string>, check: () => void): KeyValue => ({
  get: key => stored.get(key) ?? null,
  set: (key, value) => {
    check()
    stored.set(key, value)
  },
  remove: key => {
    check()
    stored.delete(key)
  },
  keys: () => [...stored.keys()],
})

export const createPhone = async () => {
  const port = createIndexedDb()
  const local = new Map<string, string>()
  const clock = createFakeClock()
  const messages$ = new Subject<{ readonly from: number; readonly message: unknown }>()
  const database = await databaseName(`${origin}/api`, asha.id)
  let tabs = 0

  /** Opens a tab. `indexedDb` and `check` may belong to a tab that dies. */
  const openTab = (indexedDb: IndexedDbPort = port, check = () => {}) => {
    const me = (tabs += 1)
    const inbox$ = new Subject<unknown>()
    const follow = messages$.subscribe(({ from, message }) => {
      // Like a BroadcastChannel: to the others, as a copy, and later.
      if (from === me) return
      if (isFrozen) missed.push(message)
      else queueMicrotask(() => inbox$.next(structuredClone(message)))
    })
    let isFrozen = false
    const missed: unknown[] = []
    const own = new Map<string, string>()
    const used$ = new Subject<'used' | 'picking'>()
    const visible$ = new Subject<boolean>()
    const state = { online: true, user: asha }
    // The timers of a suspended tab do not run.
    const ownClock = {
      ...clock,
      after: (delayMs: number, run: () => void) =>
        clock.after(delayMs, () => {
          if (!isFrozen) run()
        }),
    }
    const { liveness } = createFakeSyncEnv({ fetch, origin, clock })
    const env = {
      clock,
      liveness,
      network: { isOnline: () => state.online } as never,
      indexedDb,
      local: keyValue(local, check),
      tab: keyValue(own, () => {}),
      tabs: {
        messages$: inbox$,
        post: (message: unknown) => messages$.next({ from: me, message }),
      },
      deviceKey: () => deviceKey(indexedDb.indexedDB),
      sessionMirror: sessionMirrorIn(indexedDb.indexedDB),
      defaultServerUrl: origin,
      used$,
      visible$,
    }
    const held$ = new BehaviorSubject<HeldKey | null>(null)
    const vault = createVault(env, held$)
    const client = {
      extensions: () => new Set(['recovery-key']),
      forAccount: ({ token }: { token: () => string }) => ({
        call: () =>
          Promise.resolve(
            state.online
              ? ok({
                  json: {
                    recovery_key: Buffer.from(
                      recoveryKeyOf({ id: token().split(' ')[1] ?? '' }),
                    ).toString('base64'),
                  },
                })
              : err({ kind: 'offline' }),
          ),
      }),
    } as unknown as Client
    const session: SessionStore = createSession(
      env,
      vault,
      () => Promise.resolve(ok({ token: `token ${state.user.id}`, user: state.user })),
      {
        held$,
        load: () =>
          Promise.resolve(
            createSessionLock({ env: { ...env, clock: ownClock }, held$, client, session }),
          ),
      },
    )
    const stop = watchLock({ env: { ...env, clock: ownClock }, held$, session })
    mirrorSession(session.session$, env, () => `${origin}/api`)
    return {
      env,
      state,
      held$,
      vault,
      session,
      login: (user = asha, rememberMe = true) => {
        state.user = user
        return session.login({ email: user.email, password: 'fieldwork-2026' }, rememberMe)
      },
      /** The key with which this tab opens the surveyor's database. */
      key: () =>
        dataKey(indexedDb, database, {
          held: () => held$.value,
          recoveryKey: () => Promise.resolve(recoveryKeyOf(asha)),
        }),
      /** The browser suspends the tab: its messages wait, and its timers too. */
      freeze: () => {
        isFrozen = true
      },
      /** The tab becomes visible, and receives its messages after that. */
      wake: (isSeen = true) => {
        isFrozen = false
        if (isSeen) visible$.next(true)
        const woken = session.current().kind
        for (const message of missed.splice(0)) inbox$.next(message)
        return woken
      },
      close: () => {
        follow.unsubscribe()
        stop()
      },
    }
  }

  /** Whether the disk alone, without a PIN, opens the session or the data. */
  const usableOnDisk = async (): Promise<readonly string[]> => {
    const own = await deviceKey(port.indexedDB)
    const mirrored = await sessionMirrorIn(port.indexedDB).read()
    const values = [
      ...['authData', 'rememberMeData'].map(name => [name, local.get(name) ?? ''] as const),
      ['authData', mirrored?.authData ?? ''] as const,
    ]
    const opened: string[] = []
    const { data } = await readKeys(port, database)
    for (const [name, value] of values) {
      if ((await unseal(name, value, own)) !== null) opened.push(name)
      if (data !== undefined && (await unseal(name, value, data)) !== null) opened.push(name)
    }
    return data === undefined ? opened : [...opened, 'data']
  }

  return { port, local, clock, database, openTab, usableOnDisk }
}

export type Phone = Awaited<ReturnType<typeof createPhone>>
export type Tab = ReturnType<Phone['openTab']>

const words = 'Meera Jadeja'

/** A text sealed with a tab's key. */
export const sealText = async (tab: Tab): Promise<string> =>
  createSealer(await tab.key()).seal('place', words)

/** Whether a tab's key opens that text. */
export const opensText = async (tab: Tab, text: string): Promise<boolean> => {
  const opened: unknown = await tab
    .key()
    .then(key => createSealer(key).open('place', text))
    .catch(() => null)
  return opened === words
}

export const fewIterations = 1000
