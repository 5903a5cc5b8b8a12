// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RadioGroup } from '../../src/ui/choices/radio-group.tsx'
import { Select } from '../../src/ui/inputs/select.tsx'
import { TextArea } from '../../src/ui/inputs/textarea.tsx'
import { TextField } from '../../src/ui/inputs/text-field.tsx'

/** Pictures of a label, which every kind of input shows behind the asterisk, so that it stays with the words. */

afterEach(cleanup)

const text = { label: 'Roof', media: <img alt="A roof" />, required: true }

test.each([
  ['a line', <TextField key="" {...text} />],
  ['lines', <TextArea key="" {...text} />],
  ['a list', <Select key="" {...text} options={[]} />],
  ['cards', <RadioGroup key="" {...text} name="roof" options={[]} value="" onChange={() => {}} />],
])('%s', (_, input) => {
  render(input)
  const label = screen.getByRole('img', { name: 'A roof' }).parentElement
  expect(label?.tagName).toMatch(/LABEL|LEGEND/)
  expect(label?.textContent).toBe('Roof\u00a0*')
  expect(label?.lastElementChild?.tagName).toBe('IMG')
})
