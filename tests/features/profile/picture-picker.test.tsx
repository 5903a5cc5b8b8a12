// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { PicturePicker } from '../../../src/features/profile/picture-picker.tsx'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import { pictureEditor, profile as words } from '../../../src/messages/account/profile.ts'
import type { Toaster } from '../../../src/ui/toasts/toast-rules.ts'

vi.mock('../../../src/features/profile/avatar-crop.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: http://x/avatar-crop.js')
})

afterEach(cleanup)

it('a picture whose editor cannot be loaded leaves what is typed next to it', async () => {
  const error = vi.fn<Toaster['error']>()
  render(
    <ToasterContext value={{ error } as unknown as Toaster}>
      <input aria-label="First Name" />
      <PicturePicker name="Asha" sources={[]} onPicture={() => undefined} />
    </ToasterContext>,
  )
  await userEvent.type(screen.getByLabelText('First Name'), 'Lakshmi')
  const picture = new File(['x'], 'me.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText(words.changePicture), picture)
  await waitFor(() => expect(error).toHaveBeenCalledWith(pictureEditor.notHere))
  expect(screen.getByLabelText('First Name')).toHaveProperty('value', 'Lakshmi')
})
