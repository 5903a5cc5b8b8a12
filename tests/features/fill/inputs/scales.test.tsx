// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { describedBy, optionsOf, showField, useDevice } from './show-field.tsx'

/** The inputs with a line, stars or an order: display, choose, refuse, clear, and the screen reader's text. */

useDevice()

const options = optionsOf(3)
const name = /^1\. Question q/
const required = 'This field is required.'

describe('RANGE', () => {
  const line = () => screen.getByRole<HTMLInputElement>('slider', { name })
  const range = JSON.stringify({ range: { min: 0, max: 5, step: 0.5 } })

  it('has no answer until its line is touched, also where the knob waits', async () => {
    const { user, answer } = showField({ type: 'RANGE', logic: range })
    expect([line().min, line().max, line().step]).toEqual(['0', '5', '0.5'])
    expect(line().getAttribute('aria-valuetext')).toBe('Not answered')
    expect(answer()).toBe('')
    await user.click(line())
    expect(answer()).toBe('2.5')
  })

  it('takes a tap by touch where the knob waits, and no mouse button that was pressed elsewhere', () => {
    const { answer } = showField({ type: 'RANGE', logic: range })
    fireEvent.pointerUp(line(), { pointerType: 'mouse' })
    expect(answer()).toBe('')
    // All that Chromium fires for such a tap.
    fireEvent.pointerDown(line(), { pointerType: 'touch' })
    fireEvent.pointerUp(line(), { pointerType: 'touch' })
    expect(answer()).toBe('2.5')
  })

  it('takes what is slid to, can be cleared, and says its number', async () => {
    const { user, answer } = showField({ type: 'RANGE', logic: range })
    fireEvent.change(line(), { target: { value: '4.5' } })
    expect(answer()).toBe('4.5')
    expect(screen.getByRole('status').textContent).toBe('4.5')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(answer()).toBe('')
  })

  it('shows what was typed with a comma into the number of an earlier version', () => {
    showField({ type: 'RANGE', logic: range }, '3,5')
    expect(screen.getByRole('status').textContent).toBe('3.5')
    expect(line().value).toBe('3.5')
  })

  it('has ticks at its interval, and says the label of a tick with its number', () => {
    const logic = JSON.stringify({
      range: { min: 0, max: 10, step: 1 },
      parameters: { tick_interval: 5 },
    })
    const labels = JSON.stringify([
      { value: '0', label: 'None' },
      { value: '10', label: 'Worst' },
      { value: '11', label: 'Beyond' },
    ])
    showField({ type: 'RANGE', logic, options: labels })
    const scale = screen.getByText('Worst').closest('[aria-hidden=true]')
    const places = [...(scale?.querySelectorAll(':scope > span') ?? [])]
    expect(places.map(tick => tick.getAttribute('style'))).toEqual([
      '--at: 0;',
      '--at: 0.5;',
      '--at: 1;',
    ])
    expect(screen.queryByText('Beyond')).toBeNull()
    fireEvent.change(line(), { target: { value: '10' } })
    expect(line().getAttribute('aria-valuetext')).toBe('10, Worst')
    fireEvent.change(line(), { target: { value: '9' } })
    expect(screen.getByRole('status').textContent).toBe('9')
  })

  it('begins where the form places its knob, unless the line has no such number', async () => {
    const at = (placeholder: number) => JSON.stringify({ parameters: { placeholder } })
    const { user, answer } = showField({ type: 'RANGE', logic: at(7) })
    expect(answer()).toBe('')
    line().focus()
    await user.keyboard('{Enter}')
    expect(answer()).toBe('7')
    cleanup()
    showField({ type: 'RANGE', logic: at(70) })
    expect(line().value).toBe('5')
  })

  it('is answered by the keyboard alone', async () => {
    const { user, answer } = showField({ type: 'RANGE' })
    line().focus()
    await user.keyboard('{Enter}')
    expect(answer()).toBe('5')
  })

  it('says when it must be answered, and cannot be cleared then', async () => {
    const { user, interview } = showField({ type: 'RANGE', is_required: true })
    interview.problems.revealAll()
    await screen.findByText(required)
    expect(describedBy(line())).toBe(required)
    await user.click(line())
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })
})

describe('RATING', () => {
  const stars = () => screen.getAllByRole<HTMLInputElement>('radio')
  const star = (words: string) => screen.getByRole<HTMLInputElement>('radio', { name: words })

  it('has five stars or as many as the form says, and takes one of them', async () => {
    const { user, answer } = showField({ type: 'RATING' })
    expect(stars()).toHaveLength(5)
    expect(answer()).toBe('')
    await user.click(star('4 of 5'))
    expect(answer()).toBe('4')
    expect(stars().map(({ checked }) => checked)).toEqual([false, false, false, true, false])
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(answer()).toBe('')
  })

  it('shows the number of an earlier version that no star has, and none where a star has it', async () => {
    const { user } = showField({ type: 'RATING' }, '9')
    expect(screen.getByRole('status').textContent).toBe('9')
    await user.click(star('4 of 5'))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('marks the star of a number with a comma, and none for a text', () => {
    showField({ type: 'RATING' }, '4,0')
    expect(star('4 of 5')).toHaveProperty('checked', true)
    cleanup()
    for (const text of [' ', 'four']) {
      showField({ type: 'RATING' }, text)
      expect(screen.queryByRole('status')).toBeNull()
      cleanup()
    }
  })

  it('is a line where the stars would not fit', () => {
    const range = JSON.stringify({ range: { min: 0, max: 5000, step: 1 } })
    showField({ type: 'RATING', logic: range })
    expect(screen.queryAllByRole('radio')).toHaveLength(0)
    expect(screen.getByRole<HTMLInputElement>('slider', { name }).max).toBe('5000')
  })

  it('is answered by the arrow keys, and says when it is missing', async () => {
    const range = JSON.stringify({ range: { min: 1, max: 3, step: 1 } })
    const { user, answer, interview } = showField({
      type: 'RATING',
      logic: range,
      is_required: true,
    })
    interview.problems.revealAll()
    await screen.findByText(required)
    expect(describedBy(screen.getByRole('radiogroup', { name }))).toBe(required)
    await user.click(star('1 of 3'))
    await user.keyboard('{ArrowRight}')
    expect(answer()).toBe('2')
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })
})

describe('RANK', () => {
  const button = (words: string) => screen.getByRole('button', { name: words })
  const places = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  it('has no answer until the order is changed or kept', async () => {
    const { user, answer } = showField({ type: 'RANK', options })
    expect(answer()).toEqual([])
    expect(places()).toEqual(['–Option 1', '–Option 2', '–Option 3'])
    await user.click(button('Keep this order'))
    expect(answer()).toEqual(['v1', 'v2', 'v3'])
    expect(places()).toEqual(['1Option 1', '2Option 2', '3Option 3'])
    await user.click(button('Clear'))
    expect(answer()).toEqual([])
  })

  it('moves one by one, and the focus with it', async () => {
    const { user, answer } = showField({ type: 'RANK', options })
    await user.click(button('Move Option 3 up'))
    expect(answer()).toEqual(['v1', 'v3', 'v2'])
    expect(document.activeElement).toBe(button('Move Option 3 up'))
    await user.keyboard('{Enter}{Enter}')
    expect(answer()).toEqual(['v3', 'v1', 'v2'])
    await user.click(button('Move Option 3 down'))
    expect(answer()).toEqual(['v1', 'v3', 'v2'])
  })

  it('gives no place to an option that the answer lacks, until the order is changed', async () => {
    const { user, answer } = showField({ type: 'RANK', options }, ['v3', 'v1'])
    expect(places()).toEqual(['1Option 3', '2Option 1', '–Option 2'])
    expect(answer()).toEqual(['v3', 'v1'])
    await user.click(button('Keep this order'))
    expect(answer()).toEqual(['v3', 'v1', 'v2'])
    expect(places()).toEqual(['1Option 3', '2Option 1', '3Option 2'])
  })

  it('says when it must be answered', async () => {
    const { interview } = showField({ type: 'RANK', options, is_required: true }, [
      'v2',
      'v1',
      'v3',
    ])
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    interview.edit(interview.form.fields[0] ?? never(), [])
    interview.problems.revealAll()
    await screen.findByText(required)
  })
})

const never = (): never => {
  throw new Error('The form has a field.')
}
