// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { AppContext, type App } from '../../../src/context.tsx'
import { ForgotPasswordScreen } from '../../../src/features/auth/forgot-password.tsx'
import { NewPasswordForm } from '../../../src/features/auth/new-password-form.tsx'
import { ChangePasswordScreen } from '../../../src/features/profile/change-password.tsx'
import { ProfileForm } from '../../../src/features/profile/profile-form.tsx'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import { forgotPassword, passwords, setPassword } from '../../../src/messages/account/passwords.ts'
import { changePassword, profile } from '../../../src/messages/account/profile.ts'
import type { Toaster } from '../../../src/ui/toasts/toast-rules.ts'
import { createFakeClock } from '../../env.ts'
import { showLeavable } from './show-leavable.tsx'

/** What the forms of passwords and of the profile say, and when. */

const navigate = vi.fn<(to: string, options?: object) => Promise<void>>()
const change = vi.fn<() => Promise<boolean>>()
const save = vi.fn<() => Promise<boolean>>()
const info = vi.fn<(text: string) => void>()

vi.mock('../../../src/lib/navigation/navigation.ts', () => ({
  Link: () => null,
  useNavigate: () => navigate,
}))
vi.mock('../../../src/hooks/use-back.ts', () => ({ useBack: () => () => {} }))
vi.mock('../../../src/features/profile/use-change-password.ts', () => ({
  useChangePassword: () => change,
}))
vi.mock('../../../src/features/profile/use-save-profile.ts', () => ({ useSaveProfile: () => save }))

const typeInto = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const alertText = () => screen.queryByRole('alert')?.textContent

beforeEach(() => [navigate, change, save, info].forEach(each => each.mockReset()))
afterEach(cleanup)

const showForgot = (passwordForgot: (email: string) => Promise<unknown>) => {
  const app = { env: { clock: createFakeClock() }, api: { passwordForgot } }
  const provide = (screenOf: ReactNode) => (
    <AppContext value={app as unknown as App}>{screenOf}</AppContext>
  )
  render(provide(<ForgotPasswordScreen />))
}

it('asks for a link with an address, says under the field what is wrong with it, and leads to the login', async () => {
  const sent = vi.fn<(email: string) => Promise<unknown>>().mockResolvedValue({ ok: true })
  showForgot(sent)
  const input = screen.getByLabelText(forgotPassword.email)
  await press(forgotPassword.submit)
  await screen.findByText(forgotPassword.required)
  await userEvent.click(input)
  await userEvent.tab()
  screen.getByText(forgotPassword.required)
  await userEvent.type(input, 'asha')
  expect(screen.queryByText(forgotPassword.required)).toBeNull()
  await press(forgotPassword.submit)
  await screen.findByText(forgotPassword.invalid)
  expect(sent).not.toHaveBeenCalled()
  await userEvent.type(input, '@transect.example ')
  await press(forgotPassword.submit)
  const state = { message: forgotPassword.sent }
  await waitFor(() => expect(navigate).toHaveBeenCalledExactlyOnceWith('/login', { state }))
  expect(sent).toHaveBeenCalledExactlyOnceWith('asha@transect.example')
})

it('says above a new password what is wrong with it, until either field changes', async () => {
  const onPassword = vi.fn<() => Promise<string | null>>().mockResolvedValue('Too well known.')
  render(<NewPasswordForm words={setPassword} onPassword={onPassword} />)
  await typeInto(setPassword.password, 'monsoon')
  await typeInto(setPassword.confirm, 'monsoon season')
  await press(setPassword.submit)
  await waitFor(() => expect(alertText()).toBe(passwords.mismatch))
  await userEvent.click(screen.getByLabelText(setPassword.confirm))
  await userEvent.tab()
  expect(alertText()).toBe(passwords.mismatch)
  await typeInto(setPassword.confirm, '{Backspace>7/}')
  expect(alertText()).toBeUndefined()
  await press(setPassword.submit)
  await waitFor(() => expect(alertText()).toBe(passwords.short(8)))
  await typeInto(setPassword.password, ' season')
  await typeInto(setPassword.confirm, ' season')
  expect(onPassword).not.toHaveBeenCalled()
  await press(setPassword.submit)
  await waitFor(() => expect(alertText()).toBe('Too well known.'))
  expect(onPassword).toHaveBeenCalledExactlyOnceWith('monsoon season', 'monsoon season')
  await press(setPassword.submit)
  await waitFor(() => expect(onPassword).toHaveBeenCalledTimes(2))
  await typeInto(setPassword.password, 's')
  expect(alertText()).toBeUndefined()
})

it('asks for the current password first, and then for two that match', async () => {
  change.mockResolvedValue(true)
  showLeavable(<ChangePasswordScreen />)
  await typeInto(changePassword.newPassword, 'monsoon season')
  await press(changePassword.submit)
  await waitFor(() => expect(alertText()).toBe(changePassword.oldRequired))
  await typeInto(changePassword.oldPassword, 'fieldwork')
  expect(alertText()).toBeUndefined()
  await press(changePassword.submit)
  await waitFor(() => expect(alertText()).toBe(changePassword.mismatch))
  await typeInto(changePassword.confirm, 'monsoon season')
  await press(changePassword.submit)
  await waitFor(() =>
    expect(change).toHaveBeenCalledExactlyOnceWith({
      old_password: 'fieldwork',
      new_password: 'monsoon season',
      confirm_password: 'monsoon season',
    }),
  )
  // Busy to the end.
  screen.getByRole('button', { name: changePassword.busy })
})

const showProfile = () => {
  const user = { first_name: 'A', last_name: '', phone_number: '', email: '', address: '' }
  showLeavable(
    <ToasterContext value={{ info } as unknown as Toaster}>
      <ProfileForm user={user as UserProfileDoc} onSaved={() => {}} />
    </ToasterContext>,
  )
}

it('says that a profile is unchanged', async () => {
  showProfile()
  await press(profile.save)
  await waitFor(() => expect(info).toHaveBeenCalledExactlyOnceWith(profile.unchanged))
})

it('says what is wrong with a profile from the first submit on, as it is typed', async () => {
  showProfile()
  await typeInto(profile.phone, '12')
  await typeInto(profile.firstName, '{Backspace}')
  expect(screen.queryByText(profile.nameRequired)).toBeNull()
  await press(profile.save)
  await screen.findByText(profile.nameRequired)
  screen.getByText(profile.phoneInvalid)
  await typeInto(profile.firstName, '4Asha')
  expect(screen.queryByText(profile.nameRequired)).toBeNull()
  screen.getByText(profile.phoneInvalid)
  await typeInto(profile.firstName, '{Backspace>4/}')
  screen.getByText(profile.nameRequired)
  await typeInto(profile.firstName, 'Asha')
  await typeInto(profile.phone, '{Backspace>2/}')
  expect(screen.queryByText(profile.phoneInvalid)).toBeNull()
  save.mockResolvedValue(true)
  await press(profile.save)
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ first_name: 'Asha' }, null))
})
