// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'rxdb-hooks'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import { NoSurveys } from '../../src/features/projects/no-surveys.tsx'
import { SyncScreen } from '../../src/features/sync/sync.tsx'
import { SubmissionsNotLoaded } from '../../src/hooks/not-loaded.tsx'
import { useRefreshOnOpen } from '../../src/hooks/use-refresh-on-open.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { createFillDevice } from './fill/fixtures.ts'

/** The first lists arrive, and the device has no room for them. */

const sync = vi.hoisted(() => ({ isOnline: true }))

vi.mock('../../src/hooks/use-sync.ts', () => ({ useSync: () => sync }))
vi.mock('../../src/features/sync/network-notice.tsx', () => ({ NetworkNotice: () => null }))

afterEach(cleanup)

const show = async (content: ReactNode) => {
  const { db, env } = await createFillDevice()
  await writeSetting(db, 'freshness', {})
  const network = { online$: new BehaviorSubject(true), isOnline: () => true }
  const ifStale = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  render(
    <AppContext value={{ env: { ...env, network } } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={{ db, sync: { refresh: { ifStale } } } as unknown as Workspace}>
          {content}
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
  return db
}

function Submissions() {
  return <SubmissionsNotLoaded fresh={useRefreshOnOpen('submissions')} />
}

function Surveys() {
  return <NoSurveys fresh={useRefreshOnOpen('forms')} />
}

it.each([
  ['submissions', Submissions],
  ['surveys', Surveys],
])('the place of the %s says that the device is full', async (_what, Content) => {
  const db = await show(<Content />)
  const reason = await screen.findByText(/This device is full/)
  expect(reason.textContent).toContain('Free some space on it and try again.')
  await db.close()
})

it('Sync asks for a network only without one', async () => {
  sync.isOnline = true
  const db = await show(<SyncScreen />)
  await db.forms.find().remove()
  await screen.findByText('Nothing to send')
  expect(screen.queryByText(/Connect to the internet/)).toBeNull()
  cleanup()
  await db.close()
  sync.isOnline = false
  const other = await show(<SyncScreen />)
  await other.forms.find().remove()
  await screen.findByText(/Connect to the internet/)
  await other.close()
})
