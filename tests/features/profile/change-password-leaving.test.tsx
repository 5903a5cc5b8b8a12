// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChangePasswordScreen } from '../../../src/features/profile/change-password.tsx'
import type * as changing from '../../../src/features/profile/use-change-password.ts'
import { changePassword as words } from '../../../src/messages/account/profile.ts'
import { showLeavable } from './show-leavable.tsx'

/** The form of a new password, when its screen is left. */

type Change = ReturnType<typeof changing.useChangePassword>

const change = vi.fn<Change>()
const back = vi.fn<() => void>()

vi.mock('../../../src/features/profile/use-change-password.ts', () => ({
  useChangePassword: () => change,
}))
vi.mock('../../../src/hooks/use-back.ts', () => ({ useBack: () => back }))

const showForm = () => showLeavable(<ChangePasswordScreen />)
const typeInto = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const pressChange = () => userEvent.click(screen.getByRole('button', { name: words.submit }))

beforeEach(() => {
  change.mockReset()
  back.mockReset()
})

afterEach(cleanup)

it('is asked about while a typed password is not changed, and the closing of its page too', async () => {
  const { asks, unloadGuards } = showForm()
  expect(asks()).toBe(false)
  await typeInto(words.newPassword, 'monsoon')
  expect(asks()).toBe(true)
  expect(unloadGuards()).toBe(1)
  await typeInto(words.newPassword, '{Backspace>7/}')
  expect(asks()).toBe(false)
  expect(unloadGuards()).toBe(0)
})

it('is left without a question once the password is changed, and asked about when it was refused', async () => {
  const { asks } = showForm()
  await typeInto(words.oldPassword, 'fieldwork-2026')
  await typeInto(words.newPassword, 'monsoon season')
  await typeInto(words.confirm, 'monsoon season')
  change.mockResolvedValueOnce(false)
  await pressChange()
  await waitFor(() => expect(asks()).toBe(true))
  expect(back).not.toHaveBeenCalled()
  change.mockResolvedValueOnce(true)
  await pressChange()
  await waitFor(() => expect(back).toHaveBeenCalledOnce())
  await act(() => new Promise(resolve => setTimeout(resolve, 20)))
  expect(asks()).toBe(false)
})
