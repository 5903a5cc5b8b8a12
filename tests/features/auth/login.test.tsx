// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppContext, type App } from '../../../src/context.tsx'
import { interactiveTimeoutMs } from '../../../replication/limits.ts'
import { LoginScreen } from '../../../src/features/auth/login.tsx'
import { NavigationContext } from '../../../src/lib/navigation/navigation-context.tsx'
import { login as words } from '../../../src/messages/account/auth.ts'
import type { SessionStore } from '../../../src/session/session.ts'
import type { Credentials } from '../../../src/session/stored-session.ts'
import { createFakeClock } from '../../env.ts'

/** The form of the login. */

vi.mock('../../../src/hooks/language-select.tsx', () => ({ LanguageSelect: () => null }))

type Answer = Awaited<ReturnType<SessionStore['login']>>

const login = vi.fn<SessionStore['login']>()

const wrong: Answer = {
  ok: false,
  failure: {
    kind: 'failed',
    failure: { kind: 'unauthorized', message: 'Wrong password.' },
  },
}

const show = async (remembered: Credentials | null = null, hash = '') => {
  const address = {
    read: () => ({ pathname: '/login', search: '', hash, state: null }),
    replace: () => {},
  }
  const clock = createFakeClock()
  const env = { address, clock }
  const session = { login, remembered: () => Promise.resolve(remembered) }
  render(
    <AppContext value={{ env, session, vault: { stored: () => null } } as unknown as App}>
      <NavigationContext value={{ state: null, go: () => {} }}>
        <LoginScreen />
      </NavigationContext>
    </AppContext>,
  )
  await act(() => Promise.resolve())
  return clock
}

const email = () => screen.getByLabelText<HTMLInputElement>(words.email)
const password = () => screen.getByLabelText<HTMLInputElement>(words.password)
const isRemembered = () => screen.getByLabelText<HTMLInputElement>(words.rememberMe)
const button = () => {
  const found = document.querySelector<HTMLButtonElement>('button[type=submit]')
  if (found === null) throw new Error('There is no button.')
  return found
}
const typeBoth = async () => {
  await userEvent.type(email(), ' asha@transect.example ')
  await userEvent.type(password(), 'monsoon')
}

beforeEach(() => {
  login.mockReset()
})
afterEach(cleanup)

it('waits for an address and a password, and sends them once', async () => {
  await show()
  await userEvent.type(email(), ' ')
  await userEvent.type(password(), 'monsoon')
  expect(button().disabled).toBe(true)
  await userEvent.type(password(), '{Enter}')
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(login).not.toHaveBeenCalled()
  await userEvent.type(email(), 'asha@transect.example ')
  expect(button().disabled).toBe(false)
  login.mockReturnValue(new Promise(() => {}))
  await userEvent.click(button())
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(login.mock.calls).toEqual([
    [{ email: 'asha@transect.example', password: 'monsoon' }, false],
  ])
})

it('stays busy, and in the focus, until the next screen is there', async () => {
  await show()
  await typeBoth()
  login.mockResolvedValue({ ok: true } as Answer)
  await userEvent.click(button())
  await act(() => new Promise(resolve => setTimeout(resolve, 20)))
  expect(button().textContent).toContain(words.busy)
  expect(button().getAttribute('aria-busy')).toBe('true')
  expect(button().disabled).toBe(false)
  expect(document.activeElement).toBe(button())
})

it('marks both fields when they were refused, until one of them changes', async () => {
  await show()
  await typeBoth()
  login.mockResolvedValue(wrong)
  await userEvent.click(button())
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Wrong password.'))
  expect(document.activeElement).toBe(password())
  expect(button().getAttribute('aria-busy')).toBeNull()
  const marks = () => [email(), password()].map(input => input.getAttribute('aria-invalid'))
  expect(marks()).toEqual(['true', 'true'])
  screen.getByText(words.checkEmail)
  screen.getByText(words.checkPassword)
  // The box is no reason for the refusal.
  await userEvent.click(isRemembered())
  expect(marks()).toEqual(['true', 'true'])
  expect(screen.queryByRole('alert')).not.toBeNull()
  await userEvent.type(email(), 'x')
  expect(marks()).toEqual([null, null])
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(button())
  await waitFor(() => expect(login).toHaveBeenCalledTimes(2))
  expect(login.mock.calls[1]?.[1]).toBe(true)
})

it('can be tried again at once after a refusal', async () => {
  await show()
  await typeBoth()
  login.mockResolvedValue(wrong)
  await userEvent.click(button())
  await screen.findByRole('alert')
  expect(button().disabled).toBe(false)
  await userEvent.click(button())
  await waitFor(() => expect(login).toHaveBeenCalledTimes(2))
})

it('begins with what was remembered', async () => {
  await show({ email: 'asha@transect.example', password: 'monsoon' })
  expect(email().value).toBe('asha@transect.example')
  expect(password().value).toBe('monsoon')
  expect(isRemembered().checked).toBe(true)
  expect(button().disabled).toBe(false)
})

it('sends the credentials of a card as they are', async () => {
  await show(null, '#email=asha@transect.example&password=monsoon')
  login.mockResolvedValue(wrong)
  await userEvent.click(button())
  await screen.findByRole('alert')
  expect(login.mock.calls).toEqual([
    [{ email: 'asha@transect.example', password: 'monsoon' }, false],
  ])
})

it('says after eight seconds that the login goes on, until it has ended', async () => {
  let answer: (given: Answer) => void = () => {}
  login.mockReturnValue(new Promise(resolve => (answer = resolve)))
  const clock = await show()
  await typeBoth()
  await userEvent.click(button())
  await act(async () => clock.advance(interactiveTimeoutMs - 1))
  expect(screen.queryByText(words.late)).toBeNull()
  await act(async () => clock.advance(1))
  expect(screen.getByRole('status').textContent).toBe(words.late)
  await act(async () => answer(wrong))
  await waitFor(() => expect(screen.queryByText(words.late)).toBeNull())
})
