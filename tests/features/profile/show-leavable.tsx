import { render } from '@testing-library/react'
import { useEffect, type ReactNode } from 'react'
import { BehaviorSubject } from 'rxjs'
import { AppContext, type App } from '../../../src/context.tsx'
import { LeaveGuardProvider, useLeaveGuard } from '../../../src/lib/navigation/leave-guard.tsx'

/** Renders a form whose screen can be left, online. The functions say what happens when it is left now. */
export const showLeavable = (form: ReactNode) => {
  const shown = { guard: null as ReturnType<typeof useLeaveGuard> | null, unloadGuards: 0 }
  function Watch() {
    const guard = useLeaveGuard()
    useEffect(() => {
      shown.guard = guard
    }, [guard])
    return null
  }
  const env = {
    network: { isOnline: () => true, online$: new BehaviorSubject(true) },
    page: {
      guardUnload: () => {
        shown.unloadGuards += 1
        return () => {
          shown.unloadGuards -= 1
        }
      },
    },
  }
  render(
    <AppContext value={{ env } as unknown as App}>
      <LeaveGuardProvider>
        <Watch />
        {form}
      </LeaveGuardProvider>
    </AppContext>,
  )
  return {
    /** Whether a question comes first. */
    asks: () => shown.guard?.current()?.isDirty() ?? false,
    /** How what is typed would be kept; null where nothing keeps it. */
    keep: () => shown.guard?.current()?.keep,
    /** How many ask when the page is closed. */
    unloadGuards: () => shown.unloadGuards,
  }
}
