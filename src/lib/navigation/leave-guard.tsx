import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react'

/** How to leave a screen that may have unsaved changes (2.shell.4). */
interface Leaving {
  /** Called before every navigation away from the screen. */
  readonly isDirty: () => boolean
  /** Discards the changes; the navigation goes on when it settles. */
  readonly discard: () => void | Promise<void>
  /** Keeps the changes on the device as a draft (decisions 3); null where there are no drafts. */
  readonly keep: (() => void | Promise<void>) | null
}

/**
 * Knows whether the shown screen may be left. The shell asks it at every navigation: tab, header, the screen's own back
 * button and the browser's. So a screen only registers itself here, and navigates.
 */
export interface LeaveGuard {
  /**
   * Registers how to leave this screen; null when it may be left at once. Call it from an effect, and with null in its
   * cleanup.
   */
  readonly set: (leaving: Leaving | null) => void
  readonly current: () => Leaving | null
}

const LeaveGuardContext = createContext<LeaveGuard | null>(null)

/** Provides the guard to the screens below it. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const leaving = useRef<Leaving | null>(null)
  const guard = useMemo<LeaveGuard>(
    () => ({
      set: next => {
        leaving.current = next
      },
      current: () => leaving.current,
    }),
    [],
  )
  return <LeaveGuardContext value={guard}>{children}</LeaveGuardContext>
}

/** The guard of the shown screen; stable between renders. */
export const useLeaveGuard = (): LeaveGuard => {
  const guard = useContext(LeaveGuardContext)
  if (guard === null) throw new Error('useLeaveGuard needs a LeaveGuardProvider above it.')
  return guard
}
