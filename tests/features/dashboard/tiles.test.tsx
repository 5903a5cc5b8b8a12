// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'rxdb-hooks'
import { NEVER } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { Tiles } from '../../../src/features/dashboard/tiles.tsx'
import { Today } from '../../../src/features/dashboard/today.tsx'
import { HistoryRouter } from '../../../src/lib/navigation/history-router.tsx'
import { createHistory } from '../../../src/lib/navigation/history.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { createFillDevice } from '../fill/fixtures.ts'

afterEach(cleanup)

vi.mock('../../../src/hooks/use-refresh-on-open.ts', () => ({
  useRefreshOnOpen: () => ({ failure: null, isFirstLoad: false, isMissing: false }),
}))
vi.mock('../../../src/features/dashboard/use-storage-used.ts', () => ({
  useStorageUsed: () => null,
}))
vi.mock('../../../src/hooks/use-day.ts', () => ({ useDay: () => 0 }))

const statsOf = (total: number) => ({
  total_assigned_forms: 8,
  total_submissions: total,
  submissions_today: 0,
  response_rate: 0,
})

const address = {
  read: () => ({ pathname: '/dashboard', search: '', hash: '', state: null, key: 'first' }),
  replace: () => {},
  depth: () => 0,
  push: () => {},
  go: () => {},
  moved$: NEVER,
}

it('says nothing about today before the submissions have come', async () => {
  const { db, env } = await createFillDevice()
  const show = () =>
    render(
      <AppContext value={{ env } as unknown as App}>
        <Provider db={db}>
          <WorkspaceContext value={{ db } as unknown as Workspace}>
            <HistoryRouter history={createHistory(address)}>
              <Tiles />
              <Today />
            </HistoryRouter>
          </WorkspaceContext>
        </Provider>
      </AppContext>,
    )
  await writeSetting(db, 'dashboardStats', statsOf(0))
  show()
  await screen.findByText('Today: 0 submissions')
  await writeSetting(db, 'dayTarget', 8)
  await screen.findByText('Today: 0 of 8')
  await writeSetting(db, 'dashboardStats', statsOf(120))
  await screen.findByText('120')
  await waitFor(() => expect(screen.queryByText(/^Today/)).toBeNull())
  cleanup()
  await db.close()
})
