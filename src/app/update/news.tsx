import { useEffect, useState } from 'react'
import { useApp, useKeeper } from '../../context.tsx'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import { createUpdates } from '../../pwa/updates.ts'
import { busyWith } from './busy.ts'
import { UpdateCard } from './update-card.tsx'

/** The way from version to version: stands above the screens. */
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
