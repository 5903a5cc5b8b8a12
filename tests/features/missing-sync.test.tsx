// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'rxdb-hooks'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { Boundary } from '../../src/app/failures/boundary.tsx'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import { useRefreshOnOpen } from '../../src/hooks/use-refresh-on-open.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { createFillDevice } from './fill/fixtures.ts'

/** What fetches could not be loaded, because the network went and came back in the first moment of a first visit. */

afterEach(cleanup)

function List() {
  const fresh = useRefreshOnOpen('submissions')
  return <p>{fresh.isFirstLoad ? 'loading' : 'rows'}</p>
}

const show = async ({ hasCome }: { readonly hasCome: boolean }) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { db, env } = await createFillDevice()
  await writeSetting(db, 'freshness', hasCome ? { submissions: 1 } : {})
  const reload = vi.fn<() => void>()
  const network = { online$: new BehaviorSubject(true), isOnline: () => true }
  const ifStale = vi.fn<() => Promise<never>>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: http://x/sync.js')),
  )
  render(
    <AppContext value={{ env: { ...env, network, page: { reload } } } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={{ db, sync: { refresh: { ifStale } } } as unknown as Workspace}>
          <Boundary>
            <List />
          </Boundary>
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
  return { db, reload, ifStale }
}

it('is said where nothing has come yet, and a page load brings it', async () => {
  const { db, reload } = await show({ hasCome: false })
  await screen.findByText('Something went wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(reload).toHaveBeenCalledOnce()
  await db.close()
})

it('leaves what is on the device on the screen', async () => {
  const { db, ifStale } = await show({ hasCome: true })
  await screen.findByText('rows')
  await vi.waitFor(() => expect(ifStale).toHaveBeenCalled())
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.getByText('rows')).toBeTruthy()
  await db.close()
})
