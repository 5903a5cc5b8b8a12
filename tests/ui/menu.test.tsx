// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Menu } from '../../src/ui/actions/menu.tsx'

afterEach(cleanup)

test('where the browser has no popovers, the button opens and closes the menu, and an item closes it', () => {
  // The environment has none either.
  expect('showPopover' in HTMLElement.prototype).toBe(false)
  const { getByRole, queryByRole } = render(
    <Menu trigger="Account">
      <a href="#profile">Profile</a>
    </Menu>,
  )
  const button = getByRole('button', { name: 'Account' })
  expect(queryByRole('link')).toBeNull()
  fireEvent.click(button)
  expect(queryByRole('link', { name: 'Profile' })).not.toBeNull()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(button)
  expect(queryByRole('link')).toBeNull()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  fireEvent.click(getByRole('link'))
  expect(queryByRole('link')).toBeNull()
})
