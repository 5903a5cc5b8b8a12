import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { useKeeper, WorkspaceContext, useApp } from '../../context.tsx'
import { LiveProvider } from '../../lib/hooks/use-live.ts'
import { Outlet, useNavigate } from '../../lib/navigation/navigation.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { ScreenSkeleton } from '../routing/screen-frame.tsx'
import styles from '../app.module.css'
import { StorageNotice } from './storage-notice.tsx'
import { useBackground } from './use-background.ts'
import { useSyncNotices } from './use-sync-notices.ts'
import type { Progress as HowFar } from '../../../collections/history/migrate.ts'
import { migration as words } from '../../messages/device/storage-care.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { DatabaseIcon } from '../../ui/icon.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import { filter } from 'rxjs'
import { isMessage, openSync } from '../../lib/worker/messages.ts'
import { href } from '../../routes.ts'

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

/** Shown while data from an earlier version, or from the earlier app, is migrated. */
function MigrationScreen({ progress }: { progress: HowFar }) {
  const { what, done, total } = progress
  const text = what === 'migrating' ? words.migrating(done, total) : words.importing(done, total)
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <PageBody centred>
        <EmptyState
          icon={<DatabaseIcon />}
          title={<h1 tabIndex={-1}>{words.title}</h1>}
          message={words.message}
        />
        <Progress label={text} value={done} max={Math.max(1, total)} />
      </PageBody>
    </main>
  )
}

/** Opens Sync when a notification is tapped (2.shell.5), after a question if a half-filled form is open. */
const useWorkerLinks = (): void => {
  const { env } = useApp()
  const navigate = useNavigate()
  useEffect(() => {
    const pressed = env.workerMessages$.pipe(filter(message => isMessage(message, openSync)))
    const subscription = pressed.subscribe(() => void navigate(href('sync')))
    return () => subscription.unsubscribe()
  }, [env, navigate])
}
