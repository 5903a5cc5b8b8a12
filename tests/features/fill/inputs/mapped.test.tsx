// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../replication/http/result.ts'
import type { Env, LocateFailure } from '../../../../src/env.ts'
import type { MapEvents, MapPosition } from '../../../../src/features/fill/mapping/map.ts'
import { mapping } from '../../../../src/messages/interview/mapping.ts'
import { showField, useDevice } from './show-field.tsx'

/** GEOTRACE and GEOSHAPE: all but the map itself, because happy-dom has no canvas. */

useDevice()

let onMap: MapEvents
let shown: readonly MapPosition[] = []

vi.mock('../../../../src/features/fill/mapping/map.ts', () => ({
  openMap: (_element: unknown, _how: unknown, events: MapEvents) => {
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

const isVisible = new BehaviorSubject(true)
let awake = 0

/** A device that is where the test says. */
const createDevice = () => {
  const at = { latitude: 1, longitude: 2, accuracy: 4, timestamp: 0 }
  let failure: LocateFailure | null = null
  const locate: Env['locate'] = () =>
    Promise.resolve(failure === null ? ok({ ...at }) : err(failure))
  const keepAwake = () => {
    awake += 1
    return () => {
      awake -= 1
    }
  }
  return {
    at,
    fail: (why: LocateFailure) => (failure = why),
    capture: { locate, keepAwake, visible$: isVisible },
  }
}

type Shown = ReturnType<typeof showField>

const openDialog = async ({ user }: Shown, name: string = mapping.drawLine) => {
  await user.click(screen.getByRole('button', { name }))
  await expect.poll(() => screen.queryByRole('dialog')).not.toBeNull()
}
const press = async ({ user }: Shown, name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const rows = () =>
  within(screen.getByRole('list', { name: mapping.points }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const type = async ({ user }: Shown, text: string) => {
  const box = screen.getByRole('textbox', { name: new RegExp(mapping.coordinates) })
  await user.clear(box)
  await user.type(box, `${text}{Enter}`)
}
const positions = (answer: unknown): string =>
  String(answer)
    .split(';')
    .map(vertex => vertex.split(' ').slice(0, 2).map(Number).join(' '))
    .join(';')

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

describe('where the device is', () => {
  it('one reading is one point, with its accuracy', async () => {
    const device = createDevice()
    const it = showField({ type: 'GEOTRACE' }, undefined, undefined, device.capture)
    await openDialog(it)
    await press(it, mapping.record)
    await expect.poll(it.answer).toBe('1.0000000 2.0000000 0.0 4.0')
  })

  it('a reading that is less accurate than the form asks for is no point', async () => {
    const device = createDevice()
    device.at.accuracy = 30
    const logic = JSON.stringify({ parameters: { 'capture-accuracy': 10 } })
    const it = showField({ type: 'GEOTRACE', logic }, undefined, undefined, device.capture)
    await openDialog(it)
    await press(it, mapping.record)
    await expect.poll(() => screen.queryByText(mapping.worse('30'))).not.toBeNull()
    expect(it.answer()).toBe('')
    device.at.accuracy = 8
    await expect
      .poll(() => {
        act(() => it.device.clock.advance(1000))
        return positions(it.answer())
      })
      .toBe('1 2')
  })

  it('that no reading was accurate enough is said', async () => {
    const device = createDevice()
    device.at.accuracy = 30
    const logic = JSON.stringify({ parameters: { 'capture-accuracy': 10 } })
    const it = showField({ type: 'GEOTRACE', logic }, undefined, undefined, device.capture)
    await openDialog(it)
    await press(it, mapping.record)
    await expect
      .poll(() => {
        act(() => it.device.clock.advance(5000))
        return screen.queryByText(mapping.notWithin('10'))
      })
      .not.toBeNull()
    expect(it.answer()).toBe('')
  })

  it('walking adds a point at each interval, keeps the screen on, and ends', async () => {
    const device = createDevice()
    const it = showField({ type: 'GEOTRACE' }, undefined, undefined, device.capture)
    await openDialog(it)
    fireEvent.change(screen.getByLabelText(mapping.every), { target: { value: '10' } })
    await press(it, mapping.walk)
    await expect.poll(() => positions(it.answer())).toBe('1 2')
    expect(awake).toBe(1)
    expect(screen.getByText(mapping.awake)).toBeTruthy()
    device.at.latitude = 1.5
    act(() => it.device.clock.advance(9000))
    await Promise.resolve()
    expect(positions(it.answer())).toBe('1 2')
    act(() => it.device.clock.advance(1000))
    await expect.poll(() => positions(it.answer())).toBe('1 2;1.5 2')
    act(() => isVisible.next(false))
    act(() => isVisible.next(true))
    expect(screen.getByText(mapping.interrupted)).toBeTruthy()
    await press(it, mapping.stopWalk)
    expect(awake).toBe(0)
    act(() => it.device.clock.advance(60_000))
    await Promise.resolve()
    expect(positions(it.answer())).toBe('1 2;1.5 2')
  })

  it('walking ends with the dialog, and says why there is no position', async () => {
    const device = createDevice()
    const it = showField({ type: 'GEOTRACE' }, undefined, undefined, device.capture)
    await openDialog(it)
    await press(it, mapping.walk)
    await expect.poll(() => positions(it.answer())).toBe('1 2')
    await press(it, 'Done')
    expect(awake).toBe(0)
    device.at.latitude = 3
    act(() => it.device.clock.advance(60_000))
    await Promise.resolve()
    expect(positions(it.answer())).toBe('1 2')
    device.fail('denied')
    await openDialog(it, mapping.change)
    await press(it, mapping.walk)
    await expect.poll(() => screen.queryByText(/may not read the position/)).not.toBeNull()
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
