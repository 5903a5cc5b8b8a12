import { type ReactNode, useEffect, useState } from 'react'
import { useApp, useKeeper } from '../../context.tsx'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import { retired as words } from '../../messages/app/failure.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { UpdateIcon } from '../../ui/icon.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { retireWhenOlder } from './tabs.ts'

/**
 * Shows the screens, and removes them when a newer version needs their database, or has replaced code that they have
 * not loaded yet. Before that, the open interview is kept as a draft.
 */
export function Retirable({ children }: { children: ReactNode }) {
  const { env } = useApp()
  const keeper = useKeeper()
  const guard = useLeaveGuard()
  const [isRetired, setRetired] = useState(false)

  useEffect(() => {
    const stop = retireWhenOlder(env, async () => {
      try {
        await guard.current()?.keep?.()
      } finally {
        guard.set(null)
        setRetired(true)
        await keeper.close()
      }
    })
    const replaced = env.worker.takenOver$.subscribe(() => {
      replaced.add(env.codeMissing$.subscribe(() => setRetired(true)))
    })
    return () => {
      stop()
      replaced.unsubscribe()
    }
  }, [env, guard, keeper])

  return isRetired ? <Retired onReload={env.page.reload} /> : children
}

function Retired({ onReload }: { onReload: () => void }) {
  return (
    <main>
      <PageBody centred>
        <EmptyState
          icon={<UpdateIcon />}
          title={<h1 tabIndex={-1}>{words.title}</h1>}
          message={words.message}
          action={<Button onClick={onReload}>{words.reload}</Button>}
        />
      </PageBody>
    </main>
  )
}
