import { useEffect } from 'react'
import { filter, map, merge, pairwise, type Observable } from 'rxjs'
import { useApp, type App } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import type { Session } from '../../session/session.ts'
import { useFailureToasts } from './failure-toasts.ts'

/** Ends the session when the server, the clock or another tab says so, and tells what failed. Shows nothing. */
export function SessionWatch() {
  const app = useApp()
  const toaster = useToaster()
  useFailureToasts()
  useEffect(() => watchSession(app), [app])
  useEffect(() => clearToasts(app.session.session$, toaster.dismissAll), [app, toaster])
  return null
}

/** What was said of work in a session that has ended is taken away; gives back how to stop. */
const clearToasts = (session$: Observable<Session>, dismissAll: () => void): (() => void) => {
  const ends = session$
    .pipe(
      map(({ kind }) => kind),
      pairwise(),
      filter(([before, now]) => before === 'signed-in' && now === 'anonymous'),
    )
    .subscribe(dismissAll)
  return () => ends.unsubscribe()
}

/** WARNING: the vault's name for the session in browser storage (3.14). */
const authData = 'authData'

/**
 * Starts watching; gives back how to stop.
 * A 401 ends the session, except one of the login or the logout (8.2). A session whose time is over ends
 * when the network is there: without one the login could not be done, and work goes on (decisions 3).
 */
export const watchSession = ({
  env,
  session,
  client,
}: {
  readonly env: Pick<App['env'], 'network' | 'visible$' | 'localChanges$'>
  readonly session: Pick<App['session'], 'current' | 'token' | 'end' | 'hydrate'>
  readonly client: Pick<App['client'], 'failures$'>
}): (() => void) => {
  const endIfOver = () => {
    const isOver = session.current().kind === 'signed-in' && session.token() === null
    if (isOver && env.network.isOnline()) session.end()
  }
  const refused = client.failures$.subscribe(({ call, failure, token }) => {
    // A late answer to a call of an earlier session says nothing about this one.
    const isOurs = token === session.token() && call !== 'login' && call !== 'logout'
    if (failure.kind === 'unauthorized' && isOurs) session.end()
  })
  const looks = merge(env.network.online$, env.visible$).subscribe(endIfOver)
  // Another tab signed in or out; '' stands for all of the storage.
  const elsewhere = env.localChanges$.subscribe(key => {
    if (key === authData || key === '') void session.hydrate()
  })
  return () => {
    refused.unsubscribe()
    looks.unsubscribe()
    elsewhere.unsubscribe()
  }
}
