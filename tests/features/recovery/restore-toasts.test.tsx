// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileData } from '../../../collections/schemas/file-uploads.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { useBinActions } from '../../../src/features/submissions/bin/use-bin-actions.ts'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import type { PromiseWords, Toaster } from '../../../src/ui/toasts/toast-rules.ts'
import { deletedText } from '../../../src/messages/submissions/submissions.ts'
import { useDelete } from '../../../src/hooks/use-delete.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { createDisk, deleteEverywhere, openDevice, submit, type Device } from '../../device.ts'
import { until } from '../../env.ts'
import { createBareServer } from '../../server/bare-server.ts'

/** A restore without some of its files is a warning, whichever button was pressed. */

const warning = [
  'warning',
  'Restored without 1 file that had left this device. It will be sent as a new submission.',
]

let device: Device
let id: string
let said: (readonly [kind: string, text: string])[]
let undo: () => void

beforeEach(async () => {
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  const file = { fieldId: 'photo', name: 'pump.txt', bytes: new Uint8Array([1, 2, 3]) }
  id = (await submit(device, '3', { q: 'one' }, [file])).id
  await device.sync.run({ all: true })
  const stored = await device.db.file_uploads.findOne(`${id}-0`).exec(true)
  await stored.getAttachment(fileData)?.remove()
  said = []
})
afterEach(async () => {
  cleanup()
  await device.crash()
})

const toaster = {
  success: (text: string) => said.push(['success', text]),
  warning: (text: string) => said.push(['warning', text]),
  error: (text: string) => said.push(['error', text]),
  promise: async <T,>(work: Promise<T>, { action }: Partial<PromiseWords<T>> = {}) => {
    const value = await work
    undo = () => action?.(value).onPress()
    return value
  },
} as unknown as Toaster

const wrapper = ({ children }: { children: ReactNode }) => (
  <AppContext value={{ env: device.env } as unknown as App}>
    <WorkspaceContext value={device as unknown as Workspace}>
      <ToasterContext value={toaster}>{children}</ToasterContext>
    </WorkspaceContext>
  </AppContext>
)

it('Restore', async () => {
  await deleteEverywhere(device, id)
  const { result } = renderHook(useBinActions, { wrapper })
  await act(() => result.current.restore(id))
  expect(said).toEqual([warning])
})

it('Undo, late', async () => {
  const { result } = renderHook(() => useDelete(deletedText), { wrapper })
  await act(() => result.current(id))
  device.env.clock.advance(60_000)
  await device.sync.run({ all: true })
  undo()
  await until('a word', () => said.length > 0)
  expect(said).toEqual([warning])
})

it('Undo, at once, restores all', async () => {
  const { result } = renderHook(() => useDelete(deletedText), { wrapper })
  await act(() => result.current(id))
  undo()
  await until('a word', () => said.length > 0)
  expect(said).toEqual([['success', 'The submission is back.']])
})
