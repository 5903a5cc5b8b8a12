// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { BehaviorSubject, type Observable } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { pause } from '../../collections/one-database/slices.ts'
import { TopHeader } from '../../src/app/shell/top-header.tsx'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import type { Workspace } from '../../src/workspace/workspace.ts'

afterEach(cleanup)

vi.mock('../../src/app/shell/network-indicator.tsx', () => ({ NetworkIndicator: () => null }))

const session = {
  kind: 'signed-in',
  user: { first_name: 'Asha', email: 'asha@transect.example', organization_name: 'Terra Verde' },
}

/** A collection whose only document is read when `doc$` says so. */
const collectionOf = (doc$: Observable<unknown>) => ({ findOne: () => ({ $: doc$ }) })

const renderHeader = (user$: Observable<unknown>, organization$: Observable<unknown>) => {
  const db = { user_profile: collectionOf(user$), organization: collectionOf(organization$) }
  return render(
    <AppContext value={{ session: { current: () => session } } as unknown as App}>
      <WorkspaceContext value={{ db } as unknown as Workspace}>
        <MemoryRouter>
          <TopHeader />
        </MemoryRouter>
      </WorkspaceContext>
    </AppContext>,
  )
}

it('shows the names of the session until those on the device are read, and then these', async () => {
  const user$ = new BehaviorSubject<unknown>({ first_name: 'Asha Rani', email: '' })
  const organization$ = new BehaviorSubject<unknown>({ name: 'Relief', getAttachment: () => null })
  renderHeader(user$, organization$)
  expect(screen.getByText('Asha')).toBeTruthy()
  expect(screen.getByText('Terra Verde')).toBeTruthy()
  await act(pause)
  await act(pause)
  expect(screen.getByText('Asha Rani')).toBeTruthy()
  expect(screen.getByText('Relief')).toBeTruthy()
})

it('shows no name of the session once the device has none', async () => {
  renderHeader(new BehaviorSubject(null), new BehaviorSubject(null))
  await act(pause)
  await act(pause)
  expect(screen.getByText('User')).toBeTruthy()
  expect(screen.getByText('Transect')).toBeTruthy()
})
