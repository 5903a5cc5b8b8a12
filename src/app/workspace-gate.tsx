import { useApp, useKeeper, WorkspaceContext } from '../context.tsx'
import { LiveProvider } from '../lib/use-live.ts'
import { Outlet } from '../lib/navigation.ts'
import { useStream } from '../lib/use-stream.ts'
import { cannotOpen } from '../messages/app.ts'
import type { Workspace } from '../session/workspace.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DatabaseIcon } from '../ui/icon.tsx'
import { PageBody } from '../ui/page.tsx'
import { ErrorDetails } from './error-details.tsx'
import { ScreenSkeleton } from './screen-frame.tsx'
import { useBackground } from './use-background.ts'
import { useSyncNotices } from './use-sync-notices.ts'

/** Lets the screens through once the surveyor's database is open; until then their shape shows. */
export function WorkspaceGate() {
  const keeper = useKeeper()
  const state = useStream(keeper.state$, keeper.current())
  switch (state.kind) {
    case 'closed':
    case 'opening':
      return <ScreenSkeleton />
    case 'failed':
      return <CannotOpen error={state.error} />
    case 'open':
      return <OpenWorkspace key={state.workspace.db.token} workspace={state.workspace} />
  }
}

function OpenWorkspace({ workspace }: { workspace: Workspace }) {
  useBackground(workspace)
  useSyncNotices(workspace)
  return (
    <WorkspaceContext value={workspace}>
      <LiveProvider db={workspace.db}>
        <Outlet />
      </LiveProvider>
    </WorkspaceContext>
  )
}

/**
 * The database would not open. Nothing is deleted here, and trying again is all that is offered: with the
 * page anew, for the storage remembers its failure as long as the page lives.
 */
function CannotOpen({ error }: { error: unknown }) {
  const { env, session } = useApp()
  return (
    <PageBody centred>
      <EmptyState
        icon={<DatabaseIcon />}
        title={<h1 tabIndex={-1}>{cannotOpen.title}</h1>}
        message={cannotOpen.message}
        action={
          <>
            <Button onClick={env.page.reload}>{cannotOpen.tryAgain}</Button>
            <Button variant="quiet" onClick={session.end}>
              {cannotOpen.signOut}
            </Button>
          </>
        }
      />
      <ErrorDetails label={cannotOpen.details} error={error} />
    </PageBody>
  )
}
