// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { WorkspaceContext } from '../../../src/context.tsx'
import { FileGrid } from '../../../src/files/file-grid.tsx'
import { toShownFile, type ShownFile } from '../../../src/files/shown-files.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { createFillDevice } from '../fill/fixtures.ts'

/** A photo in a format that only some browsers show: in the detail of a submission, and on the whole screen. */

afterEach(cleanup)

const link = 'https://api.example/files/f/IMG_1.HEIC'
const onServer: ShownFile = {
  key: link,
  name: 'IMG_1.HEIC',
  isImage: true,
  isAudio: false,
  localId: null,
  url: link,
}

/** The picture once it is shown, in the whole page or in a part of it. */
const pictureIn = (part: ParentNode): Promise<HTMLImageElement> =>
  waitFor(() => {
    const picture = part.querySelector('img')
    if (picture === null) throw new Error('There is no picture.')
    return picture
  })

const show = async (shown: ShownFile, db: unknown = null) => {
  const env = { apiUrl: () => 'https://api.example/api' }
  const { container } = render(
    <WorkspaceContext value={{ db, env } as unknown as Workspace}>
      <FileGrid files={[shown]} />
    </WorkspaceContext>,
  )
  return container
}

it('is shown where the browser can, and named and opened where it cannot', async () => {
  const page = await show(onServer)
  const picture = await pictureIn(page)
  expect(picture.src).toBe(link)
  // The browser cannot decode it.
  fireEvent.error(picture)
  expect(screen.getByText('IMG_1.HEIC')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'View IMG_1.HEIC' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.error(await pictureIn(dialog))
  expect(screen.getByText('IMG_1.HEIC is a picture that this browser cannot show.')).toBeTruthy()
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open File' }).href).toBe(link)
})

it('is the same for one that is on this device', async () => {
  const { db } = await createFillDevice()
  const stored = {
    id: 'photo',
    submission_id: 'temp_1',
    field_id: 'q',
    field_name: 'q',
    field_type: 'IMAGE',
    occurrence: 0,
    file_name: 'IMG_2.HEIC',
    file_type: 'image/heic',
    file_size: 1,
    sha256: '',
    sync_status: 'pending',
    created_at: 1,
    synced_at: 0,
  } as const
  await attachFile(db, stored, new Blob(['x'], { type: 'image/heic' }))
  const page = await show(toShownFile(stored), db)
  fireEvent.error(await pictureIn(page))
  await userEvent.click(screen.getByRole('button', { name: 'View IMG_2.HEIC' }))
  fireEvent.error(await pictureIn(screen.getByRole('dialog')))
  expect(screen.getByText('IMG_2.HEIC is a picture that this browser cannot show.')).toBeTruthy()
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open File' }).download).toBe(
    'IMG_2.HEIC',
  )
  await db.close()
})

it('a photo of another format that does not arrive may do so later', async () => {
  await show({ ...onServer, name: 'IMG_3.jpg' })
  await userEvent.click(screen.getByRole('button', { name: 'View IMG_3.jpg' }))
  fireEvent.error(await pictureIn(screen.getByRole('dialog')))
  expect(screen.getByText('IMG_3.jpg cannot be loaded now.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
