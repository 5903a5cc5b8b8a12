// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showField, useDevice } from './show-field.tsx'

/** FILE and IMAGE: display, attach, refuse, remove, and the screen reader's text. */

useDevice()

const group = () => screen.getByRole('group', { name: /^1\. Question q/ })
const picker = (label: string) => within(group()).getByLabelText<HTMLInputElement>(label)
const fileOf = (name: string, size: number) => new File([new Uint8Array(size)], name)
const required = 'This field is required.'

describe('FILE', () => {
  it('takes a file, shows it with its size, and removes it after confirmation', async () => {
    const { user, interview, field } = showField({ type: 'FILE', is_required: true })
    await user.upload(picker('Add file'), fileOf('deed.pdf', 2048))
    expect(await within(group()).findByText('deed.pdf')).toBeTruthy()
    expect(within(group()).getByText('2 KB')).toBeTruthy()
    expect(interview.validity.problem(field.id)).toBeNull()
    await user.click(within(group()).getByRole('button', { name: 'Remove deed.pdf' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Yes, Remove' }),
    )
    await expect.poll(() => within(group()).queryByText('deed.pdf')).toBeNull()
    act(() => void interview.problems.revealAll())
    expect(await within(group()).findByText(required)).toBeTruthy()
  })

  it('refuses an empty file and one that is too large, with the reason', async () => {
    const { user, interview, field, told } = showField({ type: 'FILE', multiple: true })
    const large = fileOf('film.mp4', 10 * 1024 * 1024 + 1)
    await user.upload(picker('Add files'), [fileOf('empty.txt', 0), large])
    await expect.poll(() => told).toHaveLength(2)
    expect(told[0]).toContain('empty.txt')
    expect(told[1]).toBe('File "film.mp4" exceeds 10MB limit.')
    expect(interview.files.get(field.id)).toEqual([])
  })

  it('shows what the device had no room for, and tries again', async () => {
    const { user, interview, field, fileWork } = showField({ type: 'FILE' })
    act(() => fileWork.setUnstored(field.id, [fileOf('deed.pdf', 2048)]))
    expect(within(group()).getByText('"deed.pdf" is not stored yet')).toBeTruthy()
    await user.click(within(group()).getByRole('button', { name: 'Try again' }))
    await within(group()).findByText('deed.pdf')
    expect(interview.files.get(field.id)).toHaveLength(1)
    await expect.poll(() => fileWork.allUnstored()).toEqual([])
  })

  it('replaces the file of a field for one', async () => {
    const { user, interview, field } = showField({ type: 'FILE' })
    await user.upload(picker('Add file'), fileOf('one.pdf', 1))
    await within(group()).findByText('one.pdf')
    await user.upload(picker('Replace file'), fileOf('two.pdf', 2))
    await within(group()).findByText('two.pdf')
    await expect.poll(() => interview.files.get(field.id).length).toBe(1)
  })
})

describe('IMAGE', () => {
  it.each([
    [false, 'Add photo'],
    [true, 'Add photos'],
  ])('accepts only pictures; several: %s', (multiple, label) => {
    showField({ type: 'IMAGE', multiple })
    expect(picker(label).accept).toBe('image/*')
    expect(picker(label).multiple).toBe(multiple)
  })

  it('says what it accepts, and that it is required', async () => {
    const { interview } = showField({ type: 'IMAGE', is_required: true })
    const hint = document.getElementById(picker('Add photo').getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toContain('5MB')
    interview.problems.revealAll()
    expect(await within(group()).findByText(required)).toBeTruthy()
  })

  it('names a photo that this browser cannot show', async () => {
    const { user } = showField({ type: 'IMAGE' })
    const heic = new File(['\0\0\0\x18ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' })
    await user.upload(picker('Add photo'), heic)
    const picture = await waitFor(() => {
      const shown = group().querySelector('img')
      if (shown === null) throw new Error('There is no picture.')
      return shown
    })
    fireEvent.error(picture)
    expect(within(group()).getByText('IMG_1.HEIC')).toBeTruthy()
    expect(group().querySelector('img')).toBeNull()
  })

  it('refuses a photo that is too large', async () => {
    const { user, told } = showField({ type: 'IMAGE' })
    const photo = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'roof.jpg', {
      type: 'image/jpeg',
    })
    await user.upload(picker('Add photo'), photo)
    await expect.poll(() => told).toEqual(['File "roof.jpg" exceeds 5MB limit.'])
  })
})
