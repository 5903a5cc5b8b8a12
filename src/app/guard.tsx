import { useState } from 'react'
import { useApp } from '../context.tsx'
import { Navigate, Outlet, useLocation } from '../lib/navigation.ts'
import { useStream } from '../lib/use-stream.ts'
import { whereTo, withNotice, type Asked, type Guarded } from './where-to.ts'

/**
 * Lets through whom whereTo lets through, and leads everybody else on: the login remembers where they
 * wanted to go, and says why they are there when their session ended here.
 */
export function Guard({ guarded }: { guarded: Guarded }) {
  const { session } = useApp()
  const now = useStream(session.session$, session.current())
  const asked = useLocation() as Asked
  const [wasSignedIn] = useState(now.kind === 'signed-in')
  const elsewhere = whereTo(guarded, now, asked)
  if (elsewhere === null) return <Outlet />
  const { to, state } = wasSignedIn ? withNotice(elsewhere) : elsewhere
  return <Navigate replace to={to} state={state} />
}
