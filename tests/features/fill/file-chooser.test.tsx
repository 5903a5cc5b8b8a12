// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FilePicker } from '../../../src/features/fill/files/file-picker.tsx'

/** When the device's camera or chooser counts as open. */

afterEach(cleanup)

/** Shows a picker, and returns what it reports. */
const show = ({ isBusy = false } = {}) => {
  const told: string[] = []
  const { container } = render(
    <FilePicker
      kind="photo"
      multiple={false}
      hasFiles={false}
      isBusy={isBusy}
      isInvalid={false}
      hint=""
      onPick={picked => told.push(...picked.map(({ name }) => name))}
      onChoosing={isChoosing => told.push(isChoosing ? 'open' : 'closed')}
    />,
  )
  const chooser = container.querySelector('input') as HTMLInputElement
  return { told, chooser }
}

test('it is open from the tap to the photo, which is handed over first', () => {
  const { told, chooser } = show()
  fireEvent.click(chooser)
  fireEvent.change(chooser, { target: { files: [new File(['A'], 'a.jpg')] } })
  expect(told).toEqual(['open', 'a.jpg', 'closed'])
})

test('it is closed when the surveyor goes back without a photo', () => {
  const { told, chooser } = show()
  fireEvent.click(chooser)
  chooser.dispatchEvent(new Event('cancel'))
  expect(told).toEqual(['open', 'closed'])
})

test('while a photo is being prepared it does not open, and keeps the focus', () => {
  const { told, chooser } = show({ isBusy: true })
  chooser.focus()
  expect(document.activeElement).toBe(chooser)
  expect(fireEvent.click(chooser)).toBe(false)
  expect(told).toEqual([])
})
