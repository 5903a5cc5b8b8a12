// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { spokenChoice } from '../../../src/features/fill/texts/spoken.ts'
import { describedBy, optionsOf, showField, useDevice } from './show-field.tsx'

/** The inputs with options: display, choose, refuse, clear, and the screen reader's text. */

useDevice()

const options = optionsOf(3)
const name = /^1\. Question q/
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' })
const required = 'This field is required.'

describe('RADIO', () => {
  const group = () => screen.getByRole('radiogroup', { name })
  const option = (label: string) =>
    within(group()).getByRole<HTMLInputElement>('radio', { name: label })

  it('shows its options, and which one is chosen', () => {
    showField({ type: 'RADIO', options }, 'v2')
    const all = within(group()).getAllByRole<HTMLInputElement>('radio')
    expect(all.map(({ checked }) => checked)).toEqual([false, true, false])
  })

  it('takes one, can be cleared, and says when one is missing', async () => {
    const { user, answer, interview } = showField({ type: 'RADIO', options })
    await user.click(option('Option 2'))
    await user.click(option('Option 3'))
    expect(answer()).toBe('v3')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(answer()).toBe('')
    expect(interview.validity.progress().answered).toBe(0)
  })

  it('cannot be cleared when required, and says so when unanswered', async () => {
    const { user, interview } = showField({ type: 'RADIO', options, is_required: true })
    expect(group().getAttribute('aria-required')).toBe('true')
    interview.problems.revealAll()
    await screen.findByText(required)
    expect(describedBy(group())).toBe(required)
    await user.click(option('Option 1'))
    expect(describedBy(group())).toBe('')
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it('shows an answer that the form does not offer', () => {
    showField({ type: 'RADIO', options }, 'gone')
    expect(option('gone').checked).toBe(true)
  })

  it('shows its label and options each in its own direction, also with markup', () => {
    showField({ type: 'RADIO', options: '["Yes?"]', label: 'Is it **so**?' })
    const isolated = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent)
    expect(isolated).toEqual(['Is it so?', 'Yes?'])
  })

  it('shows an answer that the form does not offer any more by its label', () => {
    const logic = JSON.stringify({ choice_filter: { '!=': [{ var: 'option.value' }, 'v2'] } })
    showField({ type: 'RADIO', options, logic }, 'v2')
    expect(option('Option 2').checked).toBe(true)
    expect(within(group()).queryByRole('radio', { name: 'v2' })).toBeNull()
  })
})

describe('CHECKBOX', () => {
  const group = () => screen.getByRole('group', { name })
  const box = (label: string) =>
    within(group()).getByRole<HTMLInputElement>('checkbox', { name: label })

  it('shows its options, and which ones are chosen', () => {
    showField({ type: 'CHECKBOX', options }, ['v1', 'v3'])
    const all = within(group()).getAllByRole<HTMLInputElement>('checkbox')
    expect(all.map(({ checked }) => checked)).toEqual([true, false, true])
  })

  it('takes several in the order of the form, and none again', async () => {
    const { user, answer, interview } = showField({ type: 'CHECKBOX', options })
    await user.click(box('Option 3'))
    await user.click(box('Option 1'))
    expect(answer()).toEqual(['v1', 'v3'])
    await user.click(box('Option 1'))
    await user.click(box('Option 3'))
    expect(answer()).toEqual([])
    expect(interview.validity.progress().answered).toBe(0)
  })

  it('says that one is missing after it was left', async () => {
    const { user } = showField({ type: 'CHECKBOX', options, is_required: true })
    await user.click(box('Option 1'))
    await user.click(box('Option 1'))
    expect(describedBy(group())).toBe('')
    await user.click(elsewhere())
    expect(describedBy(group())).toBe(required)
  })

  it('is a plain Yes without options', async () => {
    const { user, answer } = showField({ type: 'CHECKBOX', options: '[]' })
    await user.click(box('Yes'))
    expect(answer()).toEqual(['Yes'])
  })
})

describe('a CHECKBOX with very many options', () => {
  it('lays out none of them until its list is opened, which has a search', async () => {
    const { user, answer } = showField({ type: 'CHECKBOX', options: optionsOf(101) }, ['v2'])
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    await user.click(screen.getByRole('button', { name }))
    const dialog = screen.getByRole('dialog', { name: 'Question q' })
    await user.type(within(dialog).getByRole('searchbox', { name: 'Search' }), 'ion 101')
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Option 101' }))
    expect(answer()).toEqual(['v2', 'v101'])
  })
})

describe('a RADIO with very many options', () => {
  it('lays out none of them until its list is opened, and its button says which one is chosen', async () => {
    const { user, answer } = showField({ type: 'RADIO', options: optionsOf(101) }, 'v2')
    expect(screen.queryAllByRole('radio')).toEqual([])
    const button = screen.getByRole('button', { name })
    expect(describedBy(button)).toBe('Option 2')
    await user.click(button)
    const dialog = screen.getByRole('dialog', { name: 'Question q' })
    await user.type(within(dialog).getByRole('searchbox', { name: 'Search' }), 'ion 101')
    await user.click(await within(dialog).findByRole('radio', { name: 'Option 101' }))
    expect(answer()).toBe('v101')
    expect(describedBy(button)).toBe('Option 101')
    await user.click(button)
    expect(screen.getAllByRole<HTMLInputElement>('radio')[0]?.checked).toBe(true)
  })
})

describe('a SELECT with a long label', () => {
  const long = `The borehole of the ${'old '.repeat(10)}school`
  const options = JSON.stringify([
    { value: 'v1', label: `${long}, north` },
    { value: 'v2', label: `${long}, south` },
  ])

  it('shows the whole label of the chosen option, in its own direction', async () => {
    const { user, answer } = showField({ type: 'SELECT', options }, 'v1')
    const button = screen.getByRole('button', { name })
    expect(button.querySelector('bdi')?.textContent).toBe(`${long}, north`)
    await user.click(button)
    await user.click(screen.getByRole('radio', { name: `${long}, south` }))
    expect(answer()).toBe('v2')
  })
})

describe('SELECT', () => {
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name })

  it('shows its options and the chosen one', () => {
    showField({ type: 'SELECT', options }, 'v2')
    expect([...select().options].map(({ text }) => text)).toEqual([
      'Choose…',
      'Option 1',
      'Option 2',
      'Option 3',
    ])
    expect(select().value).toBe('v2')
  })

  it('takes one, then none, and says that it is missing after it was left', async () => {
    const { user, answer } = showField({ type: 'SELECT', options, is_required: true })
    await user.selectOptions(select(), 'Option 3')
    expect(answer()).toBe('v3')
    await user.selectOptions(select(), 'Choose…')
    expect(answer()).toBe('')
    await user.click(select())
    await user.click(elsewhere())
    expect(describedBy(select())).toBe(required)
    expect(select().getAttribute('aria-invalid')).toBe('true')
  })

  it("stays the browser's own when its pictures are of another language", () => {
    const pictured = [{ value: 'well', label: 'Well', images: { Hindi: 'well-1' } }]
    showField({ type: 'SELECT', options: JSON.stringify(pictured) })
    expect(screen.getByRole('combobox').tagName).toBe('SELECT')
  })

  it('opens as a list when its options have pictures, which a native select cannot show', async () => {
    const pictured = JSON.stringify([{ value: 'well', label: 'Well', image: 'well-1' }])
    const { user, answer } = showField({ type: 'SELECT', options: pictured })
    await user.click(screen.getByRole('button', { name }))
    await user.click(screen.getByRole('radio', { name: 'Well' }))
    expect(answer()).toBe('well')
  })

  it('shows boxes when it takes several of a few options', async () => {
    const { user, answer } = showField({ type: 'SELECT', options, multiple: true })
    await user.click(screen.getByRole('checkbox', { name: 'Option 2' }))
    expect(answer()).toEqual(['v2'])
  })
})

describe('a long SELECT', () => {
  const long = optionsOf(13)
  const button = () => screen.getByRole('button', { name })
  const dialog = () => screen.getByRole('dialog', { name: 'Question q' })

  it('is a button that shows the chosen option', () => {
    showField({ type: 'SELECT', options: long }, 'v13')
    expect(button().textContent).toBe('Option 13')
  })

  it('opens a list for searching and choosing one', async () => {
    const { user, answer } = showField({ type: 'SELECT', options: long })
    await user.click(button())
    await user.type(within(dialog()).getByRole('searchbox', { name: 'Search' }), 'ion 12')
    const found = await within(dialog()).findAllByRole('radio')
    expect(found).toHaveLength(1)
    await user.click(within(dialog()).getByRole('radio', { name: 'Option 12' }))
    expect(answer()).toBe('v12')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button().textContent).toBe('Option 12')
  })

  it('closes at a tap on the option that is chosen already', async () => {
    const { user, answer } = showField({ type: 'SELECT', options: long }, 'v2')
    await user.click(button())
    await user.click(within(dialog()).getByText('Option 2'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(answer()).toBe('v2')
  })

  it('stays open while the arrow keys choose', async () => {
    const { user, answer } = showField({ type: 'SELECT', options: long }, 'v2')
    await user.click(button())
    within(dialog()).getByRole('radio', { name: 'Option 2' }).focus()
    await user.keyboard('{ArrowDown}')
    expect(answer()).toBe('v3')
    await user.click(within(dialog()).getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps a choice that the search hides, and can be cleared', async () => {
    const { user, answer } = showField({ type: 'SELECT', options: long, multiple: true }, ['v1'])
    await user.click(button())
    await user.type(within(dialog()).getByRole('searchbox', { name: 'Search' }), 'ion 12')
    await user.click(await within(dialog()).findByRole('checkbox', { name: 'Option 12' }))
    expect(answer()).toEqual(['v1', 'v12'])
    await user.click(within(dialog()).getByRole('button', { name: 'Clear' }))
    expect(answer()).toEqual([])
  })

  it('says when nothing matches', async () => {
    const { user } = showField({ type: 'SELECT', options: long })
    await user.click(button())
    await user.type(within(dialog()).getByRole('searchbox', { name: 'Search' }), 'none such')
    expect(await within(dialog()).findByText('Nothing matches.')).toBeTruthy()
  })

  it('says that it is missing after it was left', async () => {
    const { interview } = showField({ type: 'SELECT', options: long, is_required: true })
    interview.problems.revealAll()
    await screen.findByText(required)
    expect(describedBy(button())).toBe(`Choose… ${required}`)
  })
})

describe('a SELECT from a list', () => {
  const rows = Array.from({ length: 150 }, (_, n) => ({
    name: `v${n + 1}`,
    label: `Village ${n + 1}`,
  }))
  const logic = JSON.stringify({
    options_from: { rows: { var: '$list.villages' }, value: 'name', label: 'label' },
  })
  const lists = new Map([['villages', rows]])
  const button = () => screen.getByRole('button', { name })
  const dialog = () => screen.getByRole('dialog')

  it('lays out a hundred, says how many more there are, and finds them', async () => {
    const { user, answer } = showField({ type: 'SELECT', logic }, '', lists)
    await user.click(button())
    expect(within(dialog()).getAllByRole('radio')).toHaveLength(100)
    expect(within(dialog()).getByText('50 more. Type to find one of them.')).toBeTruthy()
    await user.type(within(dialog()).getByRole('searchbox', { name: 'Search' }), 'village 149')
    await user.click(await within(dialog()).findByRole('radio', { name: 'Village 149' }))
    expect(answer()).toBe('v149')
    expect(button().textContent).toBe('Village 149')
  })

  it('finds the words of a search in any order, without accents', async () => {
    const named = ['Village 17, East', 'Village 17, West', 'Sévaré'].map(label => ({
      name: label,
      label,
    }))
    const { user } = showField({ type: 'SELECT', logic }, '', new Map([['villages', named]]))
    await user.click(button())
    const found = async (search: string, label: string) => {
      const box = within(dialog()).getByRole('searchbox', { name: 'Search' })
      await user.clear(box)
      await user.type(box, search)
      await within(dialog()).findByRole('radio', { name: label })
      return within(dialog()).getAllByRole('radio').length
    }
    expect(await found('village 17 east', 'Village 17, East')).toBe(1)
    expect(await found('East vill', 'Village 17, East')).toBe(1)
    expect(await found('sevare', 'Sévaré')).toBe(1)
  })

  it('takes several, and keeps those that the search hides', async () => {
    const several = { type: 'SELECT', multiple: true, logic }
    const { user, answer } = showField(several, ['v120'], lists)
    await user.click(button())
    await user.click(within(dialog()).getByRole('checkbox', { name: 'Village 2' }))
    expect(answer()).toEqual(['v2', 'v120'])
  })

  it('shows by its label what a filter has removed', () => {
    const rule = { filter: [{ var: '$list.villages' }, { '!=': [{ var: 'name' }, 'v3'] }] }
    const from = { options_from: { rows: rule, value: 'name', label: 'label' } }
    const { interview, field } = showField(
      { type: 'SELECT', logic: JSON.stringify(from) },
      'v3',
      lists,
    )
    expect(interview.validity.problem('q')?.kind).toBe('notOffered')
    expect(button().textContent).toBe('Village 3')
    expect(spokenChoice(interview, field, 'v3')).toEqual([{ value: 'v3', label: 'Village 3' }])
  })

  it('refuses what the list does not have, but not while the list itself is missing', () => {
    const there = showField({ type: 'SELECT', logic }, 'gone', lists)
    expect(there.interview.validity.problem('q')?.kind).toBe('notOffered')
    const missing = showField({ type: 'SELECT', logic }, 'gone')
    expect(missing.interview.validity.problem('q')).toBeNull()
    expect(missing.interview.form.logic?.problems).toMatchObject([{ name: '$list.villages' }])
  })
})
