// @vitest-environment happy-dom
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Provider } from 'rxdb-hooks'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkIndicator } from '../../src/app/shell/network-indicator.tsx'
import { TabBar } from '../../src/app/shell/tab-bar.tsx'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import { Tiles } from '../../src/features/dashboard/tiles.tsx'
import { ToSync } from '../../src/features/projects/counters.tsx'
import { UnsentNotice } from '../../src/features/settings/unsent-notice.tsx'
import { SyncScreen } from '../../src/features/sync/sync.tsx'
import { HistoryRouter } from '../../src/lib/navigation/history-router.tsx'
import { createHistory } from '../../src/lib/navigation/history.ts'
import { ToasterContext } from '../../src/lib/toaster.ts'
import type { Toaster } from '../../src/ui/toasts/toast-rules.ts'
import { watchSending } from '../../src/workspace/watch-sending.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { createDisk, openDevice, submit, type Device } from '../device.ts'
import { entryIn } from '../recovery.ts'
import { createBareServer, type BareServer } from '../server/bare-server.ts'

/** What has not arrived is one number wherever it is said, and Recovery is in it. */

// A busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 })
vi.mock('../../src/hooks/use-day.ts', () => ({ useDay: () => 0 }))
vi.mock('../../src/features/dashboard/use-storage-used.ts', () => ({ useStorageUsed: () => null }))

const minute = 60_000
const path = '/form-submissions'
const address = {
  read: () => ({ pathname: '/', search: '', hash: '', state: null, key: 'first' }),
  replace: () => {},
  depth: () => 0,
  push: () => {},
  go: () => {},
  moved$: NEVER,
}
const bytes = new Uint8Array([1, 2, 3])

let server: BareServer
let device: Device
let said: string[]

beforeEach(async () => {
  server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  said = []
})
afterEach(async () => {
  cleanup()
  await device.crash()
})

const show = (children: ReactNode) => {
  const { db, sync, client, env } = device
  const workspace = { db, sync, sending$: watchSending(db, sync) }
  const note = (text: string) => void said.push(text)
  const toaster = { error: note, info: note, success: note, warning: note } as unknown as Toaster
  return render(
    <AppContext value={{ env, client } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={workspace as unknown as Workspace}>
          <ToasterContext value={toaster}>
            <HistoryRouter history={createHistory(address)}>{children}</HistoryRouter>
          </ToasterContext>
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
}

/** An interview in Recovery, because the server failed three times. */
const failThreeTimes = async (q: string) => {
  server.faults.arm({ fault: '500', method: 'POST', path, times: 3 })
  const { id } = await submit(device, '3', { q })
  for (let tries = 1; tries < 3; tries += 1) {
    device.env.clock.advance(minute)
    await device.sync.runIfAutomatic()
  }
  // Until then the last request may still arrive.
  device.env.clock.advance(minute)
  expect(await entryIn(device.db, id)).not.toBeNull()
}

/** Two interviews in Recovery, and one whose photos wait for the next try in two items. */
const leaveThree = async () => {
  const photos = ['front', 'back'].map(fieldId => ({ fieldId, name: `${fieldId}.jpg`, bytes }))
  await failThreeTimes('failed')
  server.faults.arm({ fault: 'draft', method: 'POST', path })
  await submit(device, '3', { q: 'refused' })
  server.faults.arm({ fault: '500', method: 'POST', path: '/upload-files', times: 2 })
  await submit(device, '3', { q: 'with photos' }, photos)
  await device.sync.wake()
  expect(await device.db.outbox.count().exec()).toBe(2)
}

const text = '3 submissions have not arrived'

test('the header says it', async () => {
  await leaveThree()
  show(<NetworkIndicator />)
  expect((await screen.findByText(new RegExp(text))).textContent).not.toContain('pending')
  expect(screen.getByText('3')).toBeTruthy()
})

test('the tab says it', async () => {
  await leaveThree()
  show(<TabBar />)
  await screen.findByText(text)
  expect(within(screen.getByRole('link', { name: /Sync/ })).getByText('3')).toBeTruthy()
})

test('the tile says it, and not that all is synced', async () => {
  await leaveThree()
  show(<Tiles />)
  const tile = (await screen.findByText('Sync Status')).closest('a')
  expect(tile?.textContent).toBe('3Sync Statusnot arrived')
})

test('the Sync screen says it, and not that everything is up to date', async () => {
  await leaveThree()
  show(<SyncScreen />)
  await screen.findByText(text)
  await screen.findByText('1 pending')
  await screen.findByText('Recovery (2)')
  expect(screen.queryByText('Everything is up to date')).toBeNull()
})

test('the Sync screen does not say that everything is up to date while only Recovery has work', async () => {
  await failThreeTimes('failed')
  show(<SyncScreen />)
  await screen.findByText('1 submission has not arrived')
  await screen.findByText('Recovery (1)')
  expect(screen.queryByText('Everything is up to date')).toBeNull()
})

test('Projects says it', async () => {
  const { container } = show(<ToSync />)
  // Only when there is something to send.
  expect(container.textContent).toBe('')
  await leaveThree()
  await screen.findByText(text)
  expect(
    within(screen.getByRole('region', { name: 'Surveys to Sync' })).getByText('3'),
  ).toBeTruthy()
})

test('Logout says it, and tries to send it first', async () => {
  await failThreeTimes('failed')
  device.env.cut()
  show(<UnsentNotice />)
  await screen.findByText('1 submission has not arrived')
  cleanup()
  device.env.mend()
  show(<UnsentNotice />)
  await screen.findByText('Everything has been sent. The server has all of it.')
  expect(server.rows()).toHaveLength(1)
})

test('Sync All sends what only failed, and says how many arrived and how many wait', async () => {
  await leaveThree()
  show(<SyncScreen />)
  await screen.findByText(text)
  await userEvent.click(await screen.findByRole('button', { name: 'Sync All' }))
  await screen.findByText('1 submission has not arrived')
  await waitFor(() => expect(said.at(-1)).toBe('2 sent, 1 waiting'))
  expect(server.rows()).toHaveLength(2)
  await device.sync.wake()
  said = []
  await userEvent.click(await screen.findByRole('button', { name: 'Sync All' }))
  await waitFor(() => expect(said).toEqual(['Sync started', '0 sent, 1 waiting']))
})

test('Sync Now of Projects says that all is synced only when Recovery is empty too', async () => {
  await failThreeTimes('failed')
  const { container } = show(<ToSync />)
  const button = await screen.findByRole('button', { name: 'Sync Now' })
  await userEvent.click(button)
  await waitFor(() => expect(said).toEqual(['Sync started', 'All data synced successfully']))
  // Then there is nothing to say.
  await waitFor(() => expect(container.textContent).toBe(''))
})
