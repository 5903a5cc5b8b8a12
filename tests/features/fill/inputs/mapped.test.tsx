// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DrawingEvents } from '../../../../src/maps/canvas/drawing.ts'
import type { MapPosition } from '../../../../src/maps/shape.ts'
import { mapping } from '../../../../src/messages/interview/mapping.ts'
import { openDialog, positions, press } from './mapped-steps.ts'
import { showField, useDevice } from './show-field.tsx'

/** GEOTRACE and GEOSHAPE: all but the map itself, because happy-dom has no canvas. */

useDevice()

let onMap: DrawingEvents
let shown: readonly MapPosition[] = []

vi.mock('../../../../src/maps/canvas/drawing.ts', () => ({
  openDrawing: (_element: unknown, _how: unknown, events: DrawingEvents) => {
    onMap = events
    return {
      show: (vertices: readonly MapPosition[]) => (shown = vertices),
      showDevice: () => {},
      zoomBy: () => {},
      showAll: () => {},
      close: () => {},
    }
  },
}))

beforeEach(() => {
  shown = []
})

const rows = () =>
  within(screen.getByRole('list', { name: mapping.points }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const type = async ({ user }: ReturnType<typeof showField>, text: string) => {
  const box = screen.getByRole('textbox', { name: new RegExp(mapping.coordinates) })
  await user.clear(box)
  await user.type(box, `${text}{Enter}`)
}
describe('typed', () => {
  it('a line has its points in the order of the list, and each change is the answer at once', async () => {
    const it = showField({ type: 'GEOTRACE' })
    await openDialog(it)
    await type(it, '1 2')
    expect(it.answer()).toBe('1.0000000 2.0000000 0.0 0.0')
    await type(it, '1 3')
    await type(it, '2 3')
    expect(positions(it.answer())).toBe('1 2;1 3;2 3')
    await it.user.click(screen.getByRole('button', { name: /^Point 1/ }))
    await type(it, '1 2.5')
    expect(positions(it.answer())).toBe('1 2;1 2.5;1 3;2 3')
    await press(it, mapping.remove('3'))
    expect(positions(it.answer())).toBe('1 2;1 2.5;2 3')
    await expect.poll(() => shown.length).toBe(3)
    expect(rows()).toEqual([
      expect.stringContaining('1.00000, 2.00000'),
      expect.stringContaining('1.00000, 2.50000'),
      expect.stringContaining('2.00000, 3.00000'),
    ])
  })

  it('an area is closed from the third point on', async () => {
    const it = showField({ type: 'GEOSHAPE' })
    await openDialog(it, mapping.drawArea)
    for (const text of ['0 0', '0 1']) await type(it, text)
    expect(positions(it.answer())).toBe('0 0;0 1')
    await type(it, '1 1')
    expect(positions(it.answer())).toBe('0 0;0 1;1 1;0 0')
    expect(rows()).toHaveLength(3)
    await press(it, mapping.remove('1'))
    expect(positions(it.answer())).toBe('0 1;1 1')
  })

  it('what is no position is no point', async () => {
    const it = showField({ type: 'GEOTRACE' })
    await openDialog(it)
    await type(it, '91 0')
    expect(it.answer()).toBe('')
    expect(screen.getByText('Please enter a position such as 22.3071 73.1812.')).toBeTruthy()
    await type(it, '١ ٢')
    expect(positions(it.answer())).toBe('1 2')
  })
})

describe('on the map', () => {
  const drawn = '0 0 5 4;0 1 6 4;1 1 7 4'

  it('a tap adds, a drag moves and inserts, and the others keep their accuracy', async () => {
    const it = showField({ type: 'GEOTRACE' }, drawn)
    await openDialog(it, mapping.change)
    await expect.poll(() => shown.length).toBe(3)
    act(() => onMap.onTap({ latitude: 2, longitude: 2 }))
    expect(positions(it.answer())).toBe('0 0;0 1;1 1;2 2')
    act(() => onMap.onMove(1, { latitude: 0, longitude: 1.5 }))
    act(() => onMap.onInsert(1, { latitude: 0, longitude: 0.5 }))
    expect(positions(it.answer())).toBe('0 0;0 0.5;0 1.5;1 1;2 2')
    const accuracies = String(it.answer())
      .split(';')
      .map(one => one.split(' ').slice(2).join(' '))
    expect(accuracies).toEqual(['5.0 4.0', '0.0 0.0', '0.0 0.0', '7.0 4.0', '0.0 0.0'])
  })

  it('a chosen point is deleted, and after it a new one comes', async () => {
    const it = showField({ type: 'GEOTRACE' }, drawn)
    await openDialog(it, mapping.change)
    await expect.poll(() => shown.length).toBe(3)
    act(() => onMap.onChoose(0))
    act(() => onMap.onTap({ latitude: 0, longitude: 0.5 }))
    expect(positions(it.answer())).toBe('0 0;0 0.5;0 1;1 1')
    await press(it, mapping.removeChosen)
    expect(positions(it.answer())).toBe('0 0;0 1;1 1')
  })

  it('every change is undone, the last one first; then the last point goes', async () => {
    const it = showField({ type: 'GEOSHAPE' }, '0 0;0 1;1 1;0 0')
    await openDialog(it, mapping.change)
    await expect.poll(() => shown.length).toBe(3)
    act(() => onMap.onMove(0, { latitude: 0.5, longitude: 0 }))
    act(() => onMap.onTap({ latitude: 1, longitude: 0 }))
    expect(positions(it.answer())).toBe('0.5 0;0 1;1 1;1 0;0.5 0')
    await press(it, mapping.undo)
    expect(positions(it.answer())).toBe('0.5 0;0 1;1 1;0.5 0')
    await press(it, mapping.undo)
    expect(positions(it.answer())).toBe('0 0;0 1;1 1;0 0')
    await press(it, mapping.undo)
    expect(positions(it.answer())).toBe('0 0;0 1')
  })

  it('each point is on the device before the next one', async () => {
    const it = showField({ type: 'GEOTRACE' }, drawn)
    await openDialog(it, mapping.change)
    await expect.poll(() => shown.length).toBe(3)
    act(() => onMap.onTap({ latitude: 2, longitude: 2 }))
    const stored = async () => {
      const found = await it.device.db.form_responses.find().exec()
      return found.map(doc => positions(doc.value))
    }
    await expect.poll(stored).toContain('0 0;0 1;1 1;2 2')
  })
})

it('a problem of the answer is shown while it is drawn, if the form asks for that', async () => {
  const logic = (parameters: object) =>
    JSON.stringify({ parameters, valid_if: { '!': [{ intersects: [{ var: 'q' }] }] } })
  const it = showField({ type: 'GEOTRACE', logic: logic({ incremental: 1 }) })
  await openDialog(it)
  for (const text of ['0 0', '1 1', '1 0', '0 1']) await type(it, text)
  expect(within(screen.getByRole('dialog')).getByText('Please check this answer.')).toBeTruthy()
})

it('the question shows the measures, can be cleared, and shows what is no line as it is', async () => {
  const it = showField({ type: 'GEOSHAPE' }, '1 2;1 2.002;1.002 2;1 2')
  const group = screen.getByRole('group', { name: /^1\. Question q/ })
  const status = () => within(group).getByRole('status').textContent
  expect(status()).toBe('3 points, 2.48 ha, 760 m around')
  await it.user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(it.answer()).toBe('')
  act(() => it.change('the field by the well'))
  expect(status()).toBe('the field by the well')
})

describe('a position', () => {
  const logic = (word: string) => JSON.stringify({ appearance: [word] })

  it('is chosen on the map with placement-map', async () => {
    const it = showField({ type: 'GEOPOINT', logic: logic('placement-map') })
    await openDialog(it, mapping.choose)
    await expect.poll(() => onMap).toBeDefined()
    act(() => onMap.onTap({ latitude: 1, longitude: 2 }))
    expect(it.answer()).toBe('1.0000000 2.0000000 0.0 0.0')
    await expect.poll(() => shown.length).toBe(1)
    act(() => onMap.onMove(0, { latitude: 1.5, longitude: 2 }))
    expect(positions(it.answer())).toBe('1.5 2')
    await press(it, 'Done')
    expect(screen.getByRole('status').textContent).toBe('1.50000, 2.00000')
  })

  it('is only shown there with maps, and there is no map without a word', async () => {
    const it = showField({ type: 'GEOPOINT', logic: logic('maps') }, '1 2 0 5')
    await openDialog(it, mapping.look)
    await expect.poll(() => shown.length).toBe(1)
    act(() => onMap.onTap({ latitude: 3, longitude: 4 }))
    expect(it.answer()).toBe('1 2 0 5')
    cleanup()
    showField({ type: 'GEOPOINT' })
    expect(screen.queryByRole('button', { name: /map/ })).toBeNull()
  })
})
