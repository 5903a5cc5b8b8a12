// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { readKeys } from '../../collections/storage/data-key.ts'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import { setPin } from '../../src/lock/lock.ts'
import { LockScreen } from '../../src/lock/screens/lock-screen.tsx'
import { PinSettings } from '../../src/lock/screens/pin-settings.tsx'
import { takeEarlyKeys, watchEarlyKeys } from '../../src/lib/early-keys.ts'
import { ToasterContext } from '../../src/lib/toaster.ts'
import type { Toaster } from '../../src/ui/toasts/toast-rules.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { ok } from '../../replication/http/result.ts'
import { asha } from '../fixtures/asha.ts'
import { createPhone, fewIterations, recoveryKeyOf, sealText, type Tab } from './phone.ts'

/** The screens of the lock, on a phone with the real session and key store. */

// A busy machine takes its time, and a real PIN is hashed often.
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)

const setUp = async () => {
  const phone = await createPhone()
  const tab = phone.openTab()
  await tab.login()
  await sealText(tab)
  return { phone, tab }
}

const toaster = { error: () => {} } as unknown as Toaster

const show = (tab: Tab, element: React.ReactNode, workspace: unknown = null) =>
  render(
    <AppContext value={{ ...tab, languageChoice: { current: () => 'en' } } as unknown as App}>
      <ToasterContext value={toaster}>
        <WorkspaceContext value={workspace as Workspace}>{element}</WorkspaceContext>
      </ToasterContext>
    </AppContext>,
  )

const type = (label: string, pin: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: pin } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alertText = async () => (await screen.findByRole('alert')).textContent

const lockedApp = async () => {
  const { phone, tab } = await setUp()
  const chosen = { pin: '739164', minutes: 5, iterations: fewIterations }
  await setPin(tab, phone.database, recoveryKeyOf(asha), chosen)
  tab.session.lock(phone.database)
  show(tab, <LockScreen database={phone.database} />)
  return { phone, tab }
}

it('asks for the PIN with the numeric keypad, takes the focus, and opens with digits of any script', async () => {
  const { tab } = await lockedApp()
  const input = screen.getByLabelText('PIN')
  expect(input.getAttribute('inputmode')).toBe('numeric')
  expect(input.getAttribute('type')).toBe('password')
  await waitFor(() => expect(document.activeElement).toBe(input))
  type('PIN', '111')
  press('Unlock')
  expect(await alertText()).toBe('This is not the PIN.')
  type('PIN', '٧٣٩١٦٤')
  press('Unlock')
  await waitFor(() => expect(tab.session.current().kind).toBe('signed-in'))
})

it('keeps the digits that were typed before its screen was there, and nothing else that was typed', async () => {
  watchEarlyKeys(document)
  for (const key of ['7', '3', '8', 'Backspace', '9', 'x', 'Shift', '١', '6']) {
    fireEvent.keyDown(document.body, { key })
  }
  fireEvent.keyDown(document.body, { key: '1', ctrlKey: true })
  await lockedApp()
  const input = screen.getByLabelText<HTMLInputElement>('PIN')
  await waitFor(() => expect(input.value).toBe('73916'))
  fireEvent.keyDown(input, { key: '4' })
  expect(input.value).toBe('73916')
  takeEarlyKeys(document, expect.unreachable)
})

it('shows how long to wait after five wrong PINs, also after a restart, and then takes the PIN', async () => {
  const { phone, tab } = await lockedApp()
  for (let tries = 0; tries < 5; tries += 1) {
    type('PIN', '111')
    press('Unlock')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe(''))
  }
  expect(await alertText()).toBe('Too many wrong PINs. Try again in 0:30.')
  cleanup()
  show(tab, <LockScreen database={phone.database} />)
  phone.clock.advance(10_000)
  expect(await alertText()).toBe('Too many wrong PINs. Try again in 0:20.')
  type('PIN', '739164')
  expect(screen.getByRole('button', { name: 'Unlock' })).toHaveProperty('disabled', true)
  phone.clock.advance(20_000)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  press('Unlock')
  await waitFor(() => expect(tab.session.current().kind).toBe('signed-in'))
})

it('leads to the login without deleting anything, and has no Logout', async () => {
  const { phone, tab } = await lockedApp()
  const before = new Map(phone.local)
  expect(screen.queryByRole('button', { name: /log ?out/i })).toBeNull()
  press('Forgot PIN?')
  expect(screen.getByRole('status').textContent).toContain('Nothing that was not sent is lost')
  press('Sign in instead of the PIN')
  expect(tab.session.current().kind).toBe('anonymous')
  expect(phone.local).toEqual(before)
  expect((await readKeys(phone.port, phone.database)).pin).toBeDefined()
})

const workspaceOf = (database: string, extensions: readonly string[] | null) => ({
  db: { name: database },
  client: {
    extensions: () => (extensions === null ? null : new Set(extensions)),
    call: (name: string) =>
      Promise.resolve(
        name === 'recoveryKey'
          ? ok({ json: { recovery_key: Buffer.from(recoveryKeyOf(asha)).toString('base64') } })
          : ok({ json: {} }),
      ),
  },
})

it('sets a PIN that is not obvious and typed twice, changes and removes it', async () => {
  const { phone, tab } = await setUp()
  show(tab, <PinSettings />, workspaceOf(phone.database, ['recovery-key']))
  await screen.findByText('Nothing is sent while the app is locked.')
  type('New PIN', '1234')
  type('New PIN again', '1234')
  press('Set the PIN')
  await screen.findByText(/too easy to guess/)
  type('New PIN', '739164')
  press('Set the PIN')
  await screen.findByText('The two PINs differ.')
  type('New PIN again', '739164')
  fireEvent.change(screen.getByLabelText('Lock after'), { target: { value: '1' } })
  press('Set the PIN')
  await screen.findByText('The PIN is set.')
  expect(tab.held$.value?.minutes).toBe(1)
  expect(await phone.usableOnDisk()).toEqual([])

  fireEvent.change(screen.getByLabelText('Lock after'), { target: { value: '60' } })
  await waitFor(async () => {
    expect((await readKeys(phone.port, phone.database)).pin?.minutes).toBe(60)
  })
  press('Remove the PIN')
  type('Current PIN', '111111')
  press('Remove the PIN')
  expect(await alertText()).toBe('This is not the PIN.')
  expect(screen.queryByText('The PIN is set.')).toBeNull()
  type('Current PIN', '739164')
  press('Remove the PIN')
  await screen.findByText('The PIN was removed.')
  expect((await readKeys(phone.port, phone.database)).pin).toBeUndefined()
})

it.each([
  [null, /needs the internet once/],
  [['idempotency'], /Your server cannot help/],
] as const)('says why no PIN can be set on a server with %s', async (extensions, why) => {
  const { phone, tab } = await setUp()
  show(tab, <PinSettings />, workspaceOf(phone.database, extensions))
  await screen.findByText(why)
  expect(screen.queryByLabelText('New PIN')).toBeNull()
})

it('asks for a new login where the key was made without a recovery key', async () => {
  const { tab } = await setUp()
  show(tab, <PinSettings />, workspaceOf('transect-older', ['recovery-key']))
  expect(await screen.findByText(/log out and sign in once/)).toBeTruthy()
})
