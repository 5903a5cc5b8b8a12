import { filter, map, take, type Observable } from 'rxjs'
import type { HeldKey } from '../../collections/storage/data-key.ts'
import type { Env } from '../env.ts'

/**
 * The messages between the tabs of a phone about the lock. WARNING: tabs of other versions read them too.
 *
 *   new tab:       key-wanted ──► each unlocked tab: key
 *   one tab locks: lock ────────► all tabs lock
 *   one unlocks:   unlocked ────► locked tabs ask for the key
 *   PIN removed:   unpinned ────► unlocked tabs forget the key
 */
export type LockMessage =
  | { readonly type: 'key-wanted' | 'lock' | 'unlocked' | 'unpinned'; readonly database: string }
  | { readonly type: 'key'; readonly held: HeldKey }

type TabsEnv = Pick<Env, 'clock' | 'tabs'>

/** How long another tab may take to answer. */
const answerMs = 500

const isLockMessage = (message: unknown): message is LockMessage =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  (message.type === 'key'
    ? 'held' in message
    : ['key-wanted', 'lock', 'unlocked', 'unpinned'].includes(String(message.type)) &&
      'database' in message)

/** Sends a message to all other tabs. */
export const send = ({ tabs }: Pick<Env, 'tabs'>, message: LockMessage): void => tabs.post(message)

/** The messages of the other tabs. */
export const lockMessages$ = ({ tabs }: Pick<Env, 'tabs'>): Observable<LockMessage> =>
  tabs.messages$.pipe(filter(isLockMessage))

/** The key of a database from an unlocked tab; null when none answers in time. */
export const askTabs = (env: TabsEnv, database: string): Promise<HeldKey | null> =>
  new Promise(resolve => {
    const end = (held: HeldKey | null) => {
      answers.unsubscribe()
      cancel()
      resolve(held)
    }
    const cancel = env.clock.after(answerMs, () => end(null))
    const answers = lockMessages$(env)
      .pipe(
        map(message => (message.type === 'key' ? message.held : null)),
        filter(held => held?.database === database),
        take(1),
      )
      .subscribe(end)
    send(env, { type: 'key-wanted', database })
  })
