import { useEffect } from 'react'
import { filter, map, pairwise, type Observable } from 'rxjs'
import { useApp, type App } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import type { Session } from '../../session/session.ts'
import { useFailureToasts } from './failure-toasts.ts'

/**
 * Ends the session when the server, the clock or another tab requires it, and shows failures of calls. Renders nothing.
 */
export function SessionWatch() {
  const app = useApp()
  const toaster = useToaster()
  useFailureToasts()
  useEffect(() => watchSession(app), [app])
  useEffect(() => clearToasts(app.session.session$, toaster.dismissAll), [app, toaster])
  return null
}

/** Removes the toasts about a session's work when it ends or is locked. Returns a function that stops it. */
const clearToasts = (session$: Observable<Session>, dismissAll: () => void): (() => void) => {
  const ends = session$
    .pipe(
      map(({ kind }) => kind),
      pairwise(),
      filter(([before, now]) => before === 'signed-in' && now !== 'signed-in'),
    )
    .subscribe(dismissAll)
  return () => ends.unsubscribe()
}

/** WARNING: persisted (3.14): the key in browser storage under which the vault keeps the session. */
const authData = 'authData'

/**
 * Starts watching; returns a function that stops it. A 401 ends the session, unless it answers a login or logout (8.2).
 * An expired session ends only with a network, because signing in again needs one; offline, work goes on (decisions 3).
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
    // A late answer to a call of an earlier session does not concern this one.
    const isOurs = token === session.token() && call !== 'login' && call !== 'logout'
    // A locked session is stored, and the call without a token says nothing about it.
    const isOpen = session.current().kind === 'signed-in'
    if (failure.kind === 'unauthorized' && isOurs && isOpen) session.end()
  })
  const looks = env.network.online$.subscribe(endIfOver)
  looks.add(env.visible$.subscribe(endIfOver))
  // Another tab signed in or out; '' means that all of the storage was cleared.
  const elsewhere = env.localChanges$.subscribe(key => {
    if (key === authData || key === '') void session.hydrate()
  })
  return () => {
    refused.unsubscribe()
    looks.unsubscribe()
    elsewhere.unsubscribe()
  }
}
