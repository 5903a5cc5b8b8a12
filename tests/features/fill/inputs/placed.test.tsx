// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../../replication/http/result.ts'
import type { Env } from '../../../../src/env.ts'
import { describedBy, showField, useDevice } from './show-field.tsx'

/** The inputs without a box of their own: a position, a consent, a note; and the device's own clock. */

useDevice()

const name = /^1\. Question q/
const required = 'This field is required.'
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' })

describe('GEOPOINT', () => {
  const stored = '12.9716000 77.5946000 0.0 4.0'
  const group = () => screen.getByRole('group', { name })
  const shown = () => within(group()).getByRole('status').textContent

  it('stores the position that the device measures, and can be cleared', async () => {
    const fix = { latitude: 12.9716, longitude: 77.5946, accuracy: 4, timestamp: 0 }
    const locate: Env['locate'] = () => Promise.resolve(ok(fix))
    const { user, answer } = showField({ type: 'GEOPOINT' }, undefined, undefined, { locate })
    await user.click(screen.getByRole('button', { name: 'Record position' }))
    await expect.poll(answer).toBe(stored)
    await expect.poll(shown).toBe('12.97160, 77.59460within 4 m')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(answer()).toBe('')
    expect(shown()).toBe('')
  })

  it('stops at the accuracy that the form asks for, and warns beyond the one that it accepts', async () => {
    let accuracy = 30
    const locate: Env['locate'] = () =>
      Promise.resolve(ok({ latitude: 12.9716, longitude: 77.5946, accuracy, timestamp: 0 }))
    const asked = { 'capture-accuracy': 40, 'warning-accuracy': 20 }
    const logic = JSON.stringify({ parameters: asked })
    const { user } = showField({ type: 'GEOPOINT', logic }, undefined, undefined, { locate })
    await user.click(screen.getByRole('button', { name: 'Record position' }))
    const again = await screen.findByRole('button', { name: 'Record again' })
    const warning = 'Less accurate than the 20 m that this survey asks for.'
    expect(shown()).toContain(warning)
    accuracy = 12
    await user.click(again)
    await expect.poll(shown).toBe('12.97160, 77.59460within 12 m')
  })

  it('no longer changes when the interview is being submitted', async () => {
    let measure = (_accuracy: number) => {}
    const locate: Env['locate'] = () =>
      new Promise(resolve => {
        measure = accuracy =>
          resolve(ok({ latitude: 12.9716, longitude: 77.5946, accuracy, timestamp: 0 }))
      })
    const { user, answer, interview, device } = showField(
      { type: 'GEOPOINT' },
      undefined,
      undefined,
      {
        locate,
      },
    )
    await user.click(screen.getByRole('button', { name: 'Record position' }))
    const first = measure
    act(() => measure(40))
    await expect.poll(answer).toMatch(/ 40\.0$/)
    await expect
      .poll(() => {
        device.clock.advance(5000)
        return measure === first
      })
      .toBe(false)
    interview.setLeaving(true)
    act(() => measure(8))
    await expect.poll(() => screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect(answer()).toMatch(/ 40\.0$/)
  })

  it('says why there is no position', async () => {
    const locate: Env['locate'] = () => Promise.resolve(err('denied'))
    const { user, answer } = showField({ type: 'GEOPOINT' }, undefined, undefined, { locate })
    await user.click(screen.getByRole('button', { name: 'Record position' }))
    await expect.poll(shown).toMatch(/may not read the position/)
    expect(answer()).toBe('')
  })

  it('takes typed coordinates, and refuses what is no position', async () => {
    const { user, answer } = showField({ type: 'GEOPOINT' })
    await user.click(screen.getByRole('button', { name: 'Type coordinates' }))
    const box = screen.getByRole('textbox', { name })
    await user.type(box, '91 0')
    await user.click(elsewhere())
    expect(describedBy(box)).toBe('Please enter a position such as 22.3071 73.1812.')
    await user.clear(box)
    await user.type(box, '22.3071 73.1812')
    await user.click(elsewhere())
    expect(describedBy(box)).toBe('')
    expect(answer()).toBe('22.3071 73.1812')
    await user.click(screen.getByRole('button', { name: 'Use the device instead' }))
    expect(shown()).toBe('22.30710, 73.18120')
  })

  it('says when it must be answered', () => {
    const { interview } = showField({ type: 'GEOPOINT', is_required: true })
    act(() => void interview.problems.revealAll())
    expect(describedBy(group())).toBe(required)
  })
})

describe('ACKNOWLEDGE', () => {
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'I acknowledge' })

  it('shows whether it is ticked', () => {
    showField({ type: 'ACKNOWLEDGE' }, 'OK')
    expect(screen.getByRole('group', { name })).toBeTruthy()
    expect(box().checked).toBe(true)
  })

  it('is OK when it is ticked, and no answer when the tick is taken away', async () => {
    const { user, answer } = showField({ type: 'ACKNOWLEDGE' })
    expect(box().checked).toBe(false)
    await user.click(box())
    expect(answer()).toBe('OK')
    await user.click(box())
    expect(answer()).toBe('')
  })

  it('says that the tick is missing after it was left', async () => {
    const { user } = showField({ type: 'ACKNOWLEDGE', is_required: true })
    await user.click(box())
    await user.click(box())
    await user.click(elsewhere())
    expect(describedBy(screen.getByRole('group', { name }))).toBe(required)
  })
})

it('a note shows its text and help, and takes no answer', () => {
  showField({ type: 'NOTE', label: 'Thank the family.', help_text: 'In their language' })
  expect(screen.getByText('Thank the family.')).toBeTruthy()
  expect(screen.getByText('In their language')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

describe.each([
  ['TIME', '07:30', '07:30', 'Please enter a valid time.'],
  ['DATETIME', '2026-11-22T10:30', /^2026-11-22T10:30/, 'Please enter a valid date and time.'],
] as const)('%s', (type, picked, stored, refusal) => {
  const input = () => screen.getByLabelText<HTMLInputElement>(name)

  it('can be cleared', () => {
    const { answer } = showField({ type })
    fireEvent.change(input(), { target: { value: picked } })
    expect(answer()).toMatch(stored)
    fireEvent.change(input(), { target: { value: '' } })
    expect(answer()).toBe('')
  })

  it('says when it must be answered, and refuses what another program stored', () => {
    const { interview } = showField({ type, is_required: true })
    act(() => void interview.problems.revealAll())
    expect(describedBy(input())).toBe(required)
    cleanup()
    const { interview: other } = showField({ type }, 'tomorrow')
    act(() => void other.problems.revealAll())
    expect(describedBy(input())).toBe(refusal)
  })
})
