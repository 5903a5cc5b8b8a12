import { useState } from 'react'
import { useApp } from '../context.tsx'
import { Navigate, Outlet, useLocation } from '../lib/navigation.ts'
import { useStream } from '../lib/use-stream.ts'
import { sessionOver } from '../messages/app.ts'
import { href } from '../routes.tsx'
import { originOf, type LoginState } from '../session/login-state.ts'
import type { Session } from '../session/session.ts'

const useSession = (): Session => {
  const { session } = useApp()
  return useStream(session.session$, session.current())
}

/** Where somebody belongs who asked for nothing in particular, or for what does not exist. */
export function Home() {
  const session = useSession()
  return <Navigate replace to={session.kind === 'signed-in' ? href('dashboard') : href('login')} />
}

/** Lets surveyors in; everybody else goes to the login, which remembers where they wanted to go. */
export function SignedInOnly() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [wasSignedIn] = useState(session.kind === 'signed-in')
  if (session.kind !== 'signed-in') {
    const state: LoginState = {
      from: pathname + search,
      ...(wasSignedIn ? { notice: sessionOver } : {}),
    }
    return <Navigate replace to={href('login')} state={state} />
  }
  if (session.user.is_first_login) return <Navigate replace to={href('setPassword')} />
  return <Outlet />
}

/** Set Password is for the first login, and for nobody else (2.route-table.20). */
export function FirstLoginOnly() {
  const session = useSession()
  if (session.kind !== 'signed-in') return <Navigate replace to={href('login')} />
  return session.user.is_first_login ? <Outlet /> : <Navigate replace to={href('dashboard')} />
}

/** Who is signed in has no business at the login: on to where they came from (2.route-table.22). */
export function SignedOutOnly() {
  const session = useSession()
  const location = useLocation()
  if (session.kind !== 'signed-in') return <Outlet />
  const to = session.user.is_first_login ? href('setPassword') : originOf(location.state)
  return <Navigate replace to={to} />
}
