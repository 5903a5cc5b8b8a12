// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showField, useDevice } from './show-field.tsx'

/** Words that an author marked up, and questions whose button has words of its own. */

useDevice()

const options = JSON.stringify([
  { value: 'a', label: '**Colour** television of ${q}' },
  { value: 'b', label: 'Radio' },
])

it('the marked words of an option stay in one line', () => {
  showField({ type: 'RADIO', options }, 'b')
  const words = screen.getByText('Colour').closest('label')?.lastElementChild
  // Each of its children would be laid out below the one before.
  expect(words?.children).toHaveLength(1)
  expect(words?.textContent).toBe('Colour television of b')
})

it('bold text in a label differs from the rest', () => {
  showField({ label: 'Do **not** read aloud' })
  const strong = screen.getByText('not')
  expect(strong.tagName).toBe('STRONG')
  expect(strong.parentElement?.className).toMatch(/marked/)
})

it('a label without marks keeps its weight', () => {
  showField({ label: 'Do *not* read aloud' })
  expect(screen.getByText('not').closest('[class*=marked]')).toBeNull()
})

it('the button of a position says what it does, within its question', () => {
  showField({ type: 'GEOPOINT', label: 'Where is it?' }, '12.9716 77.5946 0.0 12.0')
  const group = screen.getByRole('group', { name: /Where is it/ })
  expect(within(group).getByRole('button', { name: 'Record again' })).toBeTruthy()
  expect(within(group).getByRole('status').textContent).toBe('12.97160, 77.59460within 12 m')
})

it('the paragraphs of a label are on lines of their own, and its number and asterisk on theirs', () => {
  showField({ label: '## Walls\nWhich do you see?', is_required: true })
  const label = screen.getByText('Which do you see?').closest('label')
  const lines = label?.innerHTML.split(/<br ?\/?>/) ?? []
  expect(lines.map(line => line.replaceAll(/<[^>]*>/g, ''))).toEqual([
    '1. Walls',
    'Which do you see?&nbsp;*required',
  ])
})

it('the items of a list in a label are not broken twice', () => {
  showField({ label: 'Which?\n- Tin\n- Mud' })
  expect(screen.getByText(/Tin/).closest('label')?.querySelector('br')).toBeNull()
})
