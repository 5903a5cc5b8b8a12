import { lazy, Suspense, useDeferredValue } from 'react'
import { useKeeper, WorkspaceContext } from '../../context.tsx'
import { LiveProvider } from '../../lib/hooks/use-live.ts'
import { Outlet } from '../../lib/navigation/navigation.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { MigrationScreen } from './migration.tsx'
import { ScreenSkeleton } from '../routing/screen-frame.tsx'
import styles from '../app.module.css'
import { StorageNotice } from './storage-notice.tsx'
import { useBackground } from './use-background.ts'
import { useSyncNotices } from './use-sync-notices.ts'
import { useWorkerLinks } from './use-worker-links.ts'

/** Loaded only on failure, because it is hardly ever needed. */
const OpenFailedScreen = lazy(async () => ({
  default: (await import('../failures/open-failed.tsx')).OpenFailedScreen,
}))

/** Shows the screens once the surveyor's database is open; until then a skeleton. */
export function WorkspaceGate() {
  const keeper = useKeeper()
  const now = useStream(keeper.state$, keeper.current())
  // The first screens render in slices, because they are much at once. Every other change shows immediately.
  const before = useDeferredValue(now)
  const state = now.kind === 'open' && before.kind === 'opening' ? before : now
  switch (state.kind) {
    case 'closed':
      return <Opening />
    case 'opening':
      return state.progress === null ? <Opening /> : <MigrationScreen progress={state.progress} />
    case 'failed':
      return (
        <Suspense fallback={<ScreenSkeleton />}>
          <OpenFailedScreen error={state.error} />
        </Suspense>
      )
    case 'open':
      return <OpenWorkspace key={state.workspace.db.token} workspace={state.workspace} />
  }
}

function Opening() {
  return (
    <div className={styles.wide}>
      <ScreenSkeleton />
    </div>
  )
}

function OpenWorkspace({ workspace }: { workspace: Workspace }) {
  useBackground(workspace)
  useSyncNotices(workspace)
  useWorkerLinks()
  return (
    <WorkspaceContext value={workspace}>
      <LiveProvider db={workspace.db}>
        <Outlet />
        <StorageNotice guard={workspace.guard} />
      </LiveProvider>
    </WorkspaceContext>
  )
}
