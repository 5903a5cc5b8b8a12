import { useState } from 'react'
import { useApp } from '../../context.tsx'
import { Navigate, Outlet, useLocation } from '../../lib/navigation/navigation.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import type { Session } from '../../session/session.ts'
import { whereTo, withNotice, type Asked, type Guarded } from './where-to.ts'

/**
 * Shows the screen if whereTo allows it, else redirects. A redirect to the login passes on the requested address, and
 * the reason if the session ended here.
 */
export function Guard({ guarded }: { guarded: Guarded }) {
  const { session } = useApp()
  const now = useStream(session.session$, session.current())
  const asked = useLocation() as Asked
  const [wasAtWork, setAtWork] = useState(isAtWork(now))
  // The dialog for a deactivated account has already shown the reason.
  if (now.kind === 'signed-in' && isAtWork(now) !== wasAtWork) setAtWork(isAtWork(now))
  const elsewhere = whereTo(guarded, now, asked)
  if (elsewhere === null) return <Outlet />
  const { to, state } = wasAtWork ? withNotice(elsewhere) : elsewhere
  return <Navigate replace to={to} state={state} />
}

const isAtWork = (session: Session): boolean =>
  session.kind === 'signed-in' && session.user.is_active
