import { useEffect, useState } from 'react'
import { filter, merge, NEVER, Subject, type Observable } from 'rxjs'
import { isNoRoom } from '../../../collections/storage/no-room.ts'
import type { Env } from '../../env.ts'
import { formsVisibleMs } from '../../../replication/limits.ts'
import { reachedAgain$ } from '../../../replication/http/probe.ts'
import { useApp, type App } from '../../context.tsx'
import { useLocation } from '../../lib/navigation/navigation.ts'
import { accountCheckMs } from '../../limits.ts'
import { isWakeUp } from '../../pwa/messages.ts'
import { followProfile } from '../../session/follow-profile.ts'
import type { Session } from '../../session/session.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Brings news in the background while a workspace is open: at its start, back online, back in front, from screen to screen. */
export const useBackground = (workspace: Workspace): void => {
  const app = useApp()
  const { pathname } = useLocation()
  const [moved$] = useState(() => new Subject<void>())
  // Before the background starts: the first screen is its start.
  useEffect(() => moved$.next(), [moved$, pathname])
  useEffect(() => {
    const { client, api, env } = app
    const back$ = reachedAgain$({ lookout: client.lookout, clock: env.clock, ask: api.account })
    return startBackground(app, workspace, { back$, moved$ })
  }, [app, moved$, workspace])
  useEffect(() => followProfile(workspace.db, app.session), [app, workspace])
}

type BackgroundApp = Pick<App, 'session'> & {
  readonly env: Pick<Env, 'clock' | 'network' | 'visible$' | 'workerMessages$'>
}
type BackgroundWorkspace = {
  readonly sync: Pick<Workspace['sync'], 'refresh' | 'runIfAutomatic'>
}

/** What the background hears of besides the device. */
interface Signals {
  /** The server is reached again. */
  readonly back$?: Observable<void>
  /** The surveyor goes to another screen. */
  readonly moved$?: Observable<void>
}

/**
 * Starts bringing news; gives back how to stop.
 * Stale data is on the screen already (1.5), so nothing waits for this and failures are silent: what a
 * screen lacks because of them, it says itself.
 */
export const startBackground = (
  { env, session }: BackgroundApp,
  { sync }: BackgroundWorkspace,
  { back$ = NEVER, moved$ = NEVER }: Signals = {},
): (() => void) => {
  const { refresh } = sync
  let stopped = false
  const mayAsk = () =>
    !stopped && env.network.isOnline() && session.token() !== null && !isInactive(session.current())
  const ageOf = async (kind: 'account' | 'forms') =>
    env.clock.now() - (await refresh.fetchedAt(kind))

  let askedAt = Number.NEGATIVE_INFINITY
  const isRecent = (ageMs: number) => ageMs >= 0 && ageMs < accountCheckMs

  /** The account at most every 30 s, whatever comes of it (4.27); a failure leaves the surveyor as they are. */
  const checkAccount = async (): Promise<void> => {
    const now = env.clock.now()
    if (!mayAsk() || isRecent(now - askedAt) || isRecent(await ageOf('account'))) return
    if (!mayAsk() || isRecent(now - askedAt)) return
    askedAt = now
    const account = await refresh.account()
    if (account.ok && !stopped) await session.update(account.value)
  }

  const bringNews = async (): Promise<void> => {
    if (!mayAsk()) return
    await checkAccount()
    for (const kind of ['forms', 'stats'] as const) if (mayAsk()) await refresh.ifStale(kind)
    // What waits goes out before more comes in.
    await sync.runIfAutomatic()
    if (mayAsk()) await refresh.ifStale('submissions')
  }

  /** Back in front: assignments are looked at again, but not more often than every 5 minutes (4.19, 9.23). */
  const lookAgain = async (): Promise<void> => {
    if (!mayAsk()) return
    await checkAccount()
    const ageMs = await ageOf('forms')
    if (mayAsk() && (ageMs < 0 || ageMs > formsVisibleMs)) await refresh.now('forms')
  }

  /**
   * The workspace may close in the middle of it; then there is nobody left to bring anything to. That news finds
   * no room on a full device is told by the storage's guard.
   */
  const inBackground = (task: () => Promise<void>): void => {
    task().catch((error: unknown) => {
      if (!stopped && !isNoRoom(error)) throw error
    })
  }
  const online = merge(env.network.online$.pipe(filter(Boolean)), back$).subscribe(() => {
    inBackground(bringNews)
  })
  const visible = env.visible$.subscribe(isVisible => {
    if (isVisible) inBackground(lookAgain)
  })
  // The browser woke the worker because the network is back (4.7).
  const woken = env.workerMessages$.pipe(filter(isWakeUp)).subscribe(() => {
    inBackground(sync.runIfAutomatic)
  })
  const moved = moved$.subscribe(() => inBackground(checkAccount))
  inBackground(bringNews)
  return () => {
    stopped = true
    moved.unsubscribe()
    woken.unsubscribe()
    online.unsubscribe()
    visible.unsubscribe()
  }
}

/** Of an account that was switched off the server refuses everything. */
const isInactive = (session: Session): boolean =>
  session.kind === 'signed-in' && !session.user.is_active
