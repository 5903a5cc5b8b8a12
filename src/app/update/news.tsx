import { useEffect, useState } from 'react'
import { useApp, useKeeper } from '../../context.tsx'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import { createUpdates } from '../../pwa/updates.ts'
import { busyWith } from './busy.ts'
import { UpdateCard } from './update-card.tsx'

/** The card that announces a new version, over the screens. */
export function News() {
  const { env } = useApp()
  const keeper = useKeeper()
  const guard = useLeaveGuard()
  const [updates] = useState(() =>
    createUpdates({ env, busyWith: () => busyWith({ env, guard, keeper }) }),
  )
  useEffect(() => updates.start(), [updates])
  return <UpdateCard updates={updates} />
}
