// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { codes } from '../../../../src/messages/interview/codes.ts'
import { drawing } from '../../../../src/messages/interview/drawing.ts'
import { showField, useDevice } from './show-field.tsx'

/** Code that an input loads when it is asked for, and that cannot be fetched. */

vi.mock('../../../../src/features/fill/codes/scan-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: http://x/scan-dialog.js')
})
vi.mock('../../../../src/features/fill/drawing/draw-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: http://x/draw-dialog.js')
})

useDevice()

it('a code that cannot be scanned can still be typed', async () => {
  const { user, answer, told } = showField({ type: 'BARCODE' })
  await user.click(screen.getByRole('button', { name: codes.scan }))
  await expect.poll(() => told).toEqual([codes.failed['no reader']])
  await user.type(screen.getByRole('textbox'), 'WHO-7')
  expect(answer()).toBe('WHO-7')
})

it('a drawing that cannot be made says why, and leaves the question', async () => {
  const { user, told } = showField({ type: 'SKETCH' })
  await user.click(screen.getByRole('button', { name: drawing.sketch }))
  await expect.poll(() => told).toEqual([drawing.notHere])
  expect(screen.getByRole('button', { name: drawing.sketch })).toBeDefined()
})
