// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { NEVER } from 'rxjs'
import { afterEach, expect, it } from 'vitest'
import { deletionHeldMs } from '../../replication/limits.ts'
import { deleteSubmission } from '../../replication/submit.ts'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import { ToasterContext } from '../../src/lib/toaster.ts'
import type { Toaster } from '../../src/ui/toasts/toast-rules.ts'
import { useSync } from '../../src/hooks/use-sync.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { createDisk, openDevice, submit } from '../device.ts'
import { createBareServer } from '../server/bare-server.ts'

afterEach(cleanup)

it('a sync by hand that finds only a held deletion says that it waits', async () => {
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  const device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), '')
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  const { id } = await submit(device, '3', { q: 'one' })
  await deleteSubmission(device, id)

  const said: string[] = []
  const note = (text: string) => void said.push(text)
  const toaster = { info: note, success: note, warning: note, error: note } as unknown as Toaster
  const { result } = renderHook(useSync, {
    wrapper: ({ children }) => (
      <AppContext value={{ env: device.env } as unknown as App}>
        <WorkspaceContext value={{ ...device, sending$: NEVER } as unknown as Workspace}>
          <ToasterContext value={toaster}>{children}</ToasterContext>
        </WorkspaceContext>
      </AppContext>
    ),
  })
  await act(() => result.current.run({ all: true }))
  expect(said).toEqual(['1 deletion waits to be sent.'])
  device.env.clock.advance(deletionHeldMs)
  await act(() => result.current.run({ all: true }))
  expect(server.rows()).toEqual([])
  expect(said.slice(1)).toEqual(['Sync started', 'All data synced successfully'])
  await device.crash()
})
