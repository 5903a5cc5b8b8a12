import { useEffect } from 'react'
import { useApp } from '../../context.tsx'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'

/** Asks before a changed form is left (2.shell.4), or its page closed: what is typed in it has no draft. */
export const useAskBeforeLeaving = (isChanged: boolean): void => {
  const { env } = useApp()
  const guard = useLeaveGuard()

  useEffect(() => {
    if (!isChanged) return
    guard.set({ isDirty: () => true, discard: () => {}, keep: null })
    const stop = env.page.guardUnload(() => true)
    return () => {
      guard.set(null)
      stop()
    }
  }, [env, guard, isChanged])
}
