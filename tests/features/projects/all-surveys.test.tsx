// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'rxdb-hooks'
import { NEVER } from 'rxjs'
import { afterEach, expect, it } from 'vitest'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { AllSurveysScreen } from '../../../src/features/projects/all-surveys.tsx'
import { HistoryRouter } from '../../../src/lib/navigation/history-router.tsx'
import { createHistory, type Address } from '../../../src/lib/navigation/history.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { createFillDevice } from '../fill/fixtures.ts'

afterEach(cleanup)

/** A page that stays where it is. */
const address: Address = {
  read: () => ({
    pathname: '/projects/all-surveys',
    search: '',
    hash: '',
    state: null,
    key: 'first',
  }),
  replace: () => {},
  depth: () => 0,
  push: () => {},
  go: () => {},
  moved$: NEVER,
}

it('counts no surveys before the first have arrived', async () => {
  const { db, env } = await createFillDevice()
  const network = { isOnline: () => true, online$: NEVER }
  const refresh = { ifStale: () => new Promise(() => undefined) }
  render(
    <AppContext value={{ env: { ...env, network } } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={{ db, sync: { refresh } } as unknown as Workspace}>
          <HistoryRouter history={createHistory(address)}>
            <AllSurveysScreen />
          </HistoryRouter>
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
  await screen.findByText('Loading')
  await writeSetting(db, 'dayTarget', 1)
  expect(screen.queryByText('0 surveys')).toBeNull()

  await writeSetting(db, 'freshness', { forms: 1 })
  expect(await screen.findByText('0 surveys')).toBeTruthy()
  cleanup()
  await db.close()
})
