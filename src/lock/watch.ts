import { Subscription, type BehaviorSubject } from 'rxjs'
import { readKeys, type HeldKey } from '../../collections/storage/data-key.ts'
import type { Env } from '../env.ts'
import type { SessionStore } from '../session/session.ts'
import { isWorking } from '../lib/finishing.ts'
import { isUnused, noteLock, noteUse, pickingMs } from './last-use.ts'
import { lockMessages$, send } from './tabs.ts'

/** What the watch works on. */
export interface WatchParts {
  /** The key of the unlocked database; null without a PIN, or while locked. */
  readonly held$: BehaviorSubject<HeldKey | null>
  readonly env: Pick<Env, 'clock' | 'indexedDb' | 'local' | 'tabs' | 'used$' | 'visible$'>
  readonly session: Pick<SessionStore, 'hydrate' | 'lock' | 'current'>
}

/** How often to look whether the time without use is over, and how often to note a use. */
const lookMs = 5000
const noteMs = 1000
/** Longer than any recording. */
const longestWorkMinutes = 30

const watching = new WeakMap<object, () => void>()

/** Locks this tab and all others. */
export const lockNow = ({ env, held$, session }: WatchParts): void => {
  const database = held$.value?.database
  if (database === undefined) return
  noteLock(env)
  session.lock(database)
  send(env, { type: 'lock', database })
}

const isLockedFor = ({ session }: WatchParts, database: string): boolean => {
  const now = session.current()
  return now.kind === 'locked' && now.database === database
}

/** Opens with a key that came after this tab had stopped waiting for it, as from a slow tab in the background. */
const takeLate = async (parts: WatchParts, held: HeldKey): Promise<void> => {
  const { env, held$, session } = parts
  const { pin } = await readKeys(env.indexedDb, held.database)
  // Meanwhile a tab may have been locked, or opened by its PIN.
  if (pin?.id !== held.id || isUnused(env, held.minutes) || !isLockedFor(parts, held.database))
    return
  held$.next(held)
  await session.hydrate()
}

/**
 * Locks after the time without use, and with the other tabs; gives new tabs the key. A tab that wakes looks at the time
 * before it renders or answers. Returns a function that stops it. Watches once, however often it is called.
 */
export const watchLock = (parts: WatchParts): (() => void) => {
  const known = watching.get(parts.held$)
  if (known !== undefined) return known
  const { env, held$, session } = parts
  let notedAt = Number.NEGATIVE_INFINITY
  let cancel = () => {}

  const lockIfUnused = (): void => {
    const held = held$.value
    if (held === null || !isUnused(env, held.minutes)) return
    // A recording needs no hand on the phone, and a lock would lose what is said after it, or a drawing.
    if (isWorking() && !isUnused(env, held.minutes + longestWorkMinutes)) return
    lockNow(parts)
  }
  const look = (): void => {
    lockIfUnused()
    cancel = env.clock.after(lookMs, look)
  }

  const subscriptions = new Subscription()
  subscriptions.add(
    lockMessages$(env).subscribe(message => {
      lockIfUnused()
      const held = held$.value
      if (message.type === 'key') {
        if (isLockedFor(parts, message.held.database)) void takeLate(parts, message.held)
        // The PIN or the time was changed in another tab.
        const isNewer = held?.database === message.held.database && held.id === message.held.id
        if (isNewer) held$.next(message.held)
        return
      }
      if (message.type === 'unlocked' && isLockedFor(parts, message.database)) {
        void session.hydrate()
      }
      if (held?.database !== message.database) return
      switch (message.type) {
        case 'key-wanted':
          return send(env, { type: 'key', held })
        case 'lock':
          return session.lock(message.database)
        case 'unpinned':
          return held$.next(null)
        case 'unlocked':
      }
    }),
  )
  subscriptions.add(
    env.used$.subscribe(kind => {
      lockIfUnused()
      if (held$.value === null) return
      const now = env.clock.now()
      const isRecent = Math.abs(now - notedAt) < noteMs
      if (kind === 'used' && isRecent) return
      // After picking, the next use counts from its own time, however soon it comes.
      notedAt = kind === 'used' ? now : Number.NEGATIVE_INFINITY
      noteUse(env, kind === 'picking' ? pickingMs : 0)
    }),
  )
  subscriptions.add(
    env.visible$.subscribe(isVisible => {
      if (isVisible) lockIfUnused()
    }),
  )
  look()
  const stop = () => {
    cancel()
    subscriptions.unsubscribe()
  }
  watching.set(held$, stop)
  return stop
}
