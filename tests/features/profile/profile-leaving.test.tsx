// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { ProfileForm } from '../../../src/features/profile/profile-form.tsx'
import type * as saving from '../../../src/features/profile/use-save-profile.ts'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import { profile as words } from '../../../src/messages/account/profile.ts'
import type { Toaster } from '../../../src/ui/toasts/toast-rules.ts'
import { showLeavable } from './show-leavable.tsx'

/** The profile's form, when its screen is left. */

type Save = ReturnType<typeof saving.useSaveProfile>

const save = vi.fn<Save>()

vi.mock('../../../src/features/profile/use-save-profile.ts', () => ({ useSaveProfile: () => save }))
vi.mock('../../../src/lib/navigation/navigation.ts', () => ({ Link: () => null }))

const user = {
  first_name: 'Asha',
  last_name: 'Rao',
  phone_number: '',
  email: 'asha@transect.example',
  address: '',
} as UserProfileDoc

const showForm = (onSaved: () => void = () => {}) =>
  showLeavable(
    <ToasterContext value={{ info: () => {} } as unknown as Toaster}>
      <ProfileForm user={user} onSaved={onSaved} />
    </ToasterContext>,
  )

const pressSave = () => userEvent.click(screen.getByRole('button', { name: words.save }))
const typeName = () => userEvent.type(screen.getByLabelText(words.firstName), ' Devi')

beforeEach(() => save.mockReset())

afterEach(cleanup)

it('is asked about while a typed name is not saved, and the closing of its page too', async () => {
  const { asks, keep, unloadGuards } = showForm()
  expect(asks()).toBe(false)
  await typeName()
  expect(asks()).toBe(true)
  expect(keep()).toBeNull()
  expect(unloadGuards()).toBe(1)
  await userEvent.type(screen.getByLabelText(words.firstName), '{Backspace>5/}')
  expect(asks()).toBe(false)
  expect(unloadGuards()).toBe(0)
})

it('is left without a question once its name is saved, and asked about when it was refused', async () => {
  const onSaved = vi.fn<() => void>()
  const { asks } = showForm(onSaved)
  await typeName()
  save.mockResolvedValueOnce(false)
  await pressSave()
  await waitFor(() => expect(asks()).toBe(true))
  save.mockResolvedValueOnce(true)
  await pressSave()
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  await act(() => new Promise(resolve => setTimeout(resolve, 20)))
  expect(asks()).toBe(false)
  expect(save).toHaveBeenLastCalledWith({ first_name: 'Asha Devi' }, null)
})
