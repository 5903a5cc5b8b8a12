import { useEffect, useState } from 'react'
import { EMPTY, filter, merge, NEVER, Observable, startWith, Subject, switchMap } from 'rxjs'
import { isNoRoom } from '../../../collections/storage/no-room.ts'
import type { Env } from '../../env.ts'
import { formsVisibleMs, freshMs } from '../../../replication/limits.ts'
import { reachedAgain$ } from '../../../replication/http/probe.ts'
import { useApp, type App } from '../../context.tsx'
import { useLocation } from '../../lib/navigation/navigation.ts'
import { accountCheckMs } from '../../limits.ts'
import { isWakeUp } from '../../lib/worker/messages.ts'
import { followProfile } from '../../session/follow-profile.ts'
import type { Session } from '../../session/session.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/**
 * Refreshes data while a workspace is open: at its start, when the network returns, when the app returns to the
 * foreground, every two minutes while it is there, and on every change of screen.
 */
export const useBackground = (workspace: Workspace): void => {
  const app = useApp()
  const { pathname } = useLocation()
  const [moved$] = useState(() => new Subject<void>())
  // Declared before the effect that starts the refreshes, because the first screen counts as the start and not as a
  // change of screen.
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

/** Signals that do not come from the device itself. */
interface Signals {
  /** The server can be reached again. */
  readonly back$?: Observable<void>
  /** The surveyor moved to another screen. */
  readonly moved$?: Observable<void>
}

/**
 * Starts the refreshes; returns a function that stops them. Screens show stored data at once (1.5), so nothing waits
 * for a refresh, and its failures are silent: a screen that lacks data says so itself.
 */
export const startBackground = (
  { env, session }: BackgroundApp,
  { sync }: BackgroundWorkspace,
  { back$ = NEVER, moved$ = NEVER }: Signals,
): (() => void) => {
  const { refresh } = sync
  let stopped = false
  const mayAsk = () =>
    !stopped && env.network.isOnline() && session.token() !== null && !isInactive(session.current())
  const ageOf = async (kind: 'account' | 'forms') =>
    env.clock.now() - (await refresh.fetchedAt(kind))

  let askedAt = Number.NEGATIVE_INFINITY
  const isRecent = (ageMs: number) => ageMs >= 0 && ageMs < accountCheckMs

  /** Fetches the account, at most every 30 s (4.27). A failure changes nothing. */
  const checkAccount = async (): Promise<void> => {
    const now = env.clock.now()
    if (!mayAsk() || isRecent(now - askedAt) || isRecent(await ageOf('account'))) return
    if (!mayAsk() || isRecent(now - askedAt)) return
    askedAt = now
    const account = await refresh.account()
    if (account.ok && !stopped) await session.update(account.value)
  }

  const refreshAll = async (): Promise<void> => {
    if (!mayAsk()) return
    await checkAccount()
    for (const kind of ['forms', 'stats'] as const) if (mayAsk()) await refresh.ifStale(kind)
    // Unsent work is sent before new data is fetched.
    await sync.runIfAutomatic()
    if (mayAsk()) await refresh.ifStale('submissions')
  }

  /** Fetches the assignments again when the app returns to the foreground, at most every 5 minutes (4.19, 9.23). */
  const refreshOnReturn = async (): Promise<void> => {
    if (!mayAsk()) return
    await checkAccount()
    const ageMs = await ageOf('forms')
    if (mayAsk() && (ageMs < 0 || ageMs > formsVisibleMs)) await refresh.ifStale('forms')
  }

  /** Fetches what others changed, while a screen is open for long. */
  const refreshSeen = async (): Promise<void> => {
    await refreshOnReturn()
    if (mayAsk()) await refresh.ifStale('submissions')
  }

  /**
   * Runs a task and ignores its failure if the workspace closed meanwhile, or if the device is full, because the
   * storage guard reports that.
   */
  const inBackground = (task: () => Promise<void>): void => {
    task().catch((error: unknown) => {
      if (!stopped && !isNoRoom(error)) throw error
    })
  }
  const online = merge(env.network.online$.pipe(filter(Boolean)), back$).subscribe(() => {
    inBackground(refreshAll)
  })
  const visible = env.visible$.subscribe(isVisible => {
    if (isVisible) inBackground(refreshOnReturn)
  })
  const seen = env.visible$
    .pipe(
      startWith(true),
      switchMap(isVisible => (isVisible ? every(env.clock, freshMs) : EMPTY)),
    )
    .subscribe(() => inBackground(refreshSeen))
  // The browser has woken the worker because the network is back (4.7).
  const woken = env.workerMessages$.pipe(filter(isWakeUp)).subscribe(() => {
    inBackground(sync.runIfAutomatic)
  })
  const moved = moved$.subscribe(() => inBackground(checkAccount))
  inBackground(refreshAll)
  return () => {
    stopped = true
    moved.unsubscribe()
    woken.unsubscribe()
    online.unsubscribe()
    visible.unsubscribe()
    seen.unsubscribe()
  }
}

const every = (clock: Pick<Env['clock'], 'after'>, ms: number): Observable<void> =>
  new Observable(subscriber => {
    let cancel = () => {}
    const wait = () => {
      cancel = clock.after(ms, () => {
        subscriber.next()
        wait()
      })
    }
    wait()
    return () => cancel()
  })

/** The server refuses every call of a deactivated account. */
const isInactive = (session: Session): boolean =>
  session.kind === 'signed-in' && !session.user.is_active
