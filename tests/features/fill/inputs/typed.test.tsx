// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import type { Env } from '../../../../src/env.ts'
import { showField, useDevice } from './show-field.tsx'

/** The inputs for typing: display, type, refuse, clear, and the screen reader's text. */

useDevice()

const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' })

/** The input by its accessible name. */
const input = () => screen.getByLabelText<HTMLInputElement>(/^1\. Question q/)

const typed = [
  ['TEXT', 'Asha'],
  ['TEXTAREA', 'Asha lives here'],
  ['EMAIL', 'asha@transect.example'],
  ['NUMBER', '12.5'],
  ['PASSWORD', '123456'],
] as const

describe.each(typed)('%s', (type, good) => {
  it('shows the stored answer', () => {
    showField({ type }, good)
    expect(input().value).toBe(good)
  })

  it('takes what is typed, and shows what is written elsewhere', async () => {
    const { user, answer, change } = showField({ type })
    await user.type(input(), good)
    expect(answer()).toBe(good)
    act(() => change('written elsewhere'))
    expect(input().value).toBe('written elsewhere')
  })

  it('says that it is required after it was left empty, and says nothing once it is answered', async () => {
    const { user } = showField({ type, is_required: true })
    expect(input().getAttribute('aria-required')).toBe('true')
    await user.type(input(), 'a')
    await user.clear(input())
    expect(input().getAttribute('aria-invalid')).toBeNull()
    await user.click(elsewhere())
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(described()).toBe('This field is required.')
    await user.type(input(), good)
    expect(input().getAttribute('aria-invalid')).toBeNull()
  })

  it('is empty after it was cleared', async () => {
    const { user, answer, interview } = showField({ type }, good)
    expect(interview.validity.progress().answered).toBe(1)
    await user.clear(input())
    expect(answer()).toBe('')
    expect(interview.validity.progress().answered).toBe(0)
  })
})

it('a number gets and loses its minus by a button where the keypad has none', async () => {
  const install = { isApple: true } as Env['install']
  const { user, answer } = showField({ type: 'NUMBER' }, undefined, undefined, { install })
  const minus = screen.getByRole('button', { name: 'Minus' })
  await user.click(input())
  await user.click(minus)
  expect(document.activeElement).toBe(input())
  await user.keyboard('3')
  expect(answer()).toBe('-3')
  await user.click(minus)
  expect(answer()).toBe('3')
  expect(input().value).toBe('3')
})

it('digits of another script go where they are typed, also in the middle of a number', () => {
  const { answer } = showField({ type: 'NUMBER' }, '١٢')
  input().focus()
  let caret = 1
  for (const digit of '٥٦') {
    const { value } = input()
    fireEvent.change(input(), {
      target: {
        value: value.slice(0, caret) + digit + value.slice(caret),
        selectionStart: caret + 1,
      },
    })
    caret = input().selectionStart ?? 0
  }
  expect(answer()).toBe('1562')
})

it.each([
  ['EMAIL', 'asha', 'Please enter a valid email address.'],
  ['NUMBER', 'twelve', 'Please enter a valid number.'],
  ['PASSWORD', '123', 'Please enter at least 6 characters.'],
])('%s says after it was left what is wrong with %s', async (type, bad, problem) => {
  const { user } = showField({ type })
  await user.type(input(), bad)
  expect(described()).toBe('')
  await user.click(elsewhere())
  expect(described()).toBe(problem)
  expect(input().getAttribute('aria-invalid')).toBe('true')
})

it('says what is wrong only when a press elsewhere is over, because the pressed button would move', async () => {
  const { user } = showField({ type: 'EMAIL' })
  await user.type(input(), 'asha')
  await user.pointer({ keys: '[MouseLeft>]', target: elsewhere() })
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(described()).toBe('')
  await user.pointer({ keys: '[/MouseLeft]' })
  await expect.poll(described).toBe('Please enter a valid email address.')
})

/** The accessible description. */
const described = (): string =>
  (input().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map(id => document.getElementById(id)?.textContent ?? `no ${id}`)
    .join(' ')

test('the help text describes the input', () => {
  showField({ help_text: 'As on the card' })
  expect(described().trim()).toBe('As on the card')
})

test('an empty line shows a placeholder', () => {
  showField({ placeholder: 'Full name' })
  expect(input().placeholder).toBe('Full name')
})

test.each([
  ['EMAIL', 'email'],
  ['NUMBER', 'decimal'],
])('%s has its own keyboard', (type, mode) => {
  showField({ type })
  expect(input().inputMode).toBe(mode)
})

test('a number in digits of another script is stored in ASCII digits', async () => {
  const { user, answer } = showField({ type: 'NUMBER' })
  await user.type(input(), '१२')
  expect(answer()).toBe('12')
})

test('a secret is hidden until the surveyor shows it', async () => {
  const { user } = showField({ type: 'PASSWORD' }, 'secret')
  expect(input().type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input().type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input().type).toBe('password')
})

describe('DATE', () => {
  const pick = (value: string) => fireEvent.change(input(), { target: { value } })

  it('takes a day, and can be cleared', () => {
    const { answer } = showField({ type: 'DATE' }, '2026-02-03')
    expect([input().type, input().value]).toEqual(['date', '2026-02-03'])
    pick('2026-03-04')
    expect(answer()).toBe('2026-03-04')
    pick('')
    expect(answer()).toBe('')
  })

  it('offers the days that the rule allows, and refuses others', async () => {
    const { user } = showField({ type: 'DATE' })
    expect([input().min, input().max]).toEqual(['1876-01-01', '2036-12-31'])
    await user.click(input())
    pick('2037-01-01')
    await user.click(elsewhere())
    expect(described()).toBe('Please enter a date from 1876-01-01 to 2036-12-31.')
  })
})

describe('TEL', () => {
  const code = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country code' })

  it("shows the digits after their country's code", () => {
    showField({ type: 'TEL' }, '+97798250123')
    expect(input().value).toBe('98250123')
    expect(code().selectedOptions[0]?.textContent).toBe('Nepal (+977)')
  })

  it('takes digits, with the chosen code', async () => {
    const { user, answer } = showField({ type: 'TEL' })
    await user.type(input(), '98250 12345')
    expect(answer()).toBe('+919825012345')
    await user.click(code())
    await user.selectOptions(code(), 'Nepal (+977)')
    expect(answer()).toBe('+9779825012345')
  })

  it('refuses too few digits, and is empty after it was cleared', async () => {
    const { user, answer } = showField({ type: 'TEL' })
    await user.type(input(), '123')
    await user.click(elsewhere())
    expect(described()).toBe('Phone number must be 7 to 15 digits.')
    await user.clear(input())
    expect(answer()).toBe('')
    expect(described()).toBe('')
  })

  it('takes no more digits than a phone number has', async () => {
    const { user, answer } = showField({ type: 'TEL' })
    await user.type(input(), '12345678901234567890')
    expect(answer()).toBe('+911234567890123')
  })
})

it('a calculated text is shown whole, because it may be what the respondent consents to', () => {
  const text = `${'word '.repeat(60)}end`
  const logic = { calculate: { cat: [text] }, show_calculation: true }
  showField({ type: 'TEXT', logic: JSON.stringify(logic) })
  expect(screen.getByRole('status').textContent).toBe(text)
})

test('a calculated value can be read, but not typed', () => {
  const logic = { calculate: { '+': [1, 2] }, show_calculation: true }
  showField({ logic: JSON.stringify(logic) })
  // It has no number, because it is not asked.
  expect(screen.getByLabelText('Question q').textContent).toBe('3')
  expect(screen.queryByRole('textbox')).toBeNull()
  cleanup()
  showField({
    type: 'DATE',
    logic: JSON.stringify({ ...logic, calculate: { cat: ['2026-11-22'] } }),
  })
  expect(screen.getByLabelText('Question q').textContent).toBe('Nov 22, 2026')
  cleanup()
  showField({ logic: JSON.stringify({ ...logic, calculate: { cat: [''] } }) })
  expect(screen.getByLabelText('Question q').textContent).toBe('–')
})

test('a time is picked on the device’s own clock', () => {
  const { answer } = showField({ type: 'TIME' })
  expect(input().type).toBe('time')
  fireEvent.change(input(), { target: { value: '07:30' } })
  expect(answer()).toBe('07:30')
})

test('a day and a time are shown in the device’s own time, and stored with its zone', () => {
  const before = process.env['TZ']
  process.env['TZ'] = 'Asia/Kolkata'
  const { answer, change } = showField({ type: 'DATETIME' }, '2026-11-22T05:00:00.000+00:00')
  expect(input().type).toBe('datetime-local')
  expect(input().value).toBe('2026-11-22T10:30')
  fireEvent.change(input(), { target: { value: '2026-11-23T08:15' } })
  expect(answer()).toBe('2026-11-23T08:15:00.000+05:30')
  act(() => change('2026-11-24T00:00:00.000+00:00'))
  expect(input().value).toBe('2026-11-24T05:30')
  process.env['TZ'] = before
})
