// @vitest-environment happy-dom
import { Blob as StorableBlob, File as StorableFile } from 'node:buffer'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Pad } from '../../../../src/features/fill/drawing/pad.ts'
import { showField, useDevice } from './show-field.tsx'

/** SIGNATURE: a sheet whose picture takes its time, because happy-dom has no canvas. */

useDevice()

let ready: (picture: Blob) => void = () => {}

vi.mock('../../../../src/features/fill/drawing/pad.ts', () => ({
  openPad: (_canvas: unknown, changed: (isEmpty: boolean) => void): Pad => ({
    undo: () => {},
    clear: () => {},
    write: () => changed(false),
    picture: () => new Promise(resolve => (ready = resolve)),
    close: () => {},
  }),
}))

beforeAll(() => {
  // The Blob of happy-dom cannot be stored.
  vi.stubGlobal('Blob', StorableBlob)
  vi.stubGlobal('File', StorableFile)
  URL.createObjectURL = () => 'blob:signature'
})

it('is attached once, however often Done is tapped', async () => {
  const { user, device, interview, field } = showField({ type: 'SIGNATURE', multiple: true })
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await user.type(await screen.findByRole('textbox', { name: /name/i }), 'M')
  const done = screen.getByRole('button', { name: 'Done' })
  const pictures: ((picture: Blob) => void)[] = []
  for (let tap = 0; tap < 2; tap += 1) {
    fireEvent.click(done)
    pictures.push(ready)
  }
  for (const give of pictures) give(new Blob(['ink'], { type: 'image/png' }))
  await expect.poll(() => interview.files.get(field.id).length).toBeGreaterThan(0)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await interview.writer.flush()
  expect(await device.db.file_uploads.find().exec()).toHaveLength(1)
})

it('the page is not closed without a question while a drawing is not attached', async () => {
  const { user, asksBeforeClosing, interview, field } = showField({ type: 'SIGNATURE' })
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  const name = await screen.findByRole('textbox', { name: /name/i })
  expect(asksBeforeClosing()).toBe(false)
  await user.type(name, 'M')
  expect(asksBeforeClosing()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  ready(new Blob(['ink'], { type: 'image/png' }))
  await expect.poll(() => interview.files.get(field.id).length).toBe(1)
  await expect.poll(asksBeforeClosing).toBe(false)
})

it('can be left empty only where the form allows it, and says so', async () => {
  const { interview } = showField({ type: 'SIGNATURE', is_required: true })
  const group = screen.getByRole('group', { name: /^1\. Question q/ })
  act(() => void interview.problems.revealAll())
  expect(await within(group).findByText('This field is required.')).toBeTruthy()
})
