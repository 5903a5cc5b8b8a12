// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { err, ok } from '../../../../replication/http/result.ts'
import type { Env, LocateFailure } from '../../../../src/env.ts'
import { mapping } from '../../../../src/messages/interview/mapping.ts'
import { openDialog, positions, press } from './mapped-steps.ts'
import { showField, useDevice } from './show-field.tsx'

/** A line that is recorded where the device is, once or while walking. */

useDevice()

// happy-dom has no canvas.
vi.mock('../../../../src/maps/canvas/drawing.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module: http://x/map.js')
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

it('one reading is one point, with its accuracy, also without the map', async () => {
  const device = createDevice()
  const it = showField({ type: 'GEOTRACE' }, undefined, undefined, device.capture)
  await openDialog(it)
  await press(it, mapping.record)
  await expect.poll(it.answer).toBe('1.0000000 2.0000000 0.0 4.0')
  expect(screen.getByText(mapping.notHere)).toBeTruthy()
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
