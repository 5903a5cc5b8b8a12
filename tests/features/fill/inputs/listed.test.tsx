// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { spokenChoice } from '../../../../src/features/fill/texts/spoken.ts'
import { describedBy, optionsOf, showField, useDevice } from './show-field.tsx'

/** Options that open as a list with a search. */

useDevice()

const name = /^1\. Question q/
const required = 'This field is required.'

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

  it('shows a label without its marks, and an answer as it was typed', () => {
    const label = '**Aba** ${q} <1>'
    const showing = (rule: object, given: typeof rows) => {
      const from = { options_from: { rows: rule, value: 'name', label: 'label' } }
      const field = { type: 'SELECT', logic: JSON.stringify(from) }
      return showField(field, 'v', new Map([['villages', given]]))
    }
    const ofList = showing({ var: '$list.villages' }, [{ name: 'v', label }])
    expect(ofList.interview.logic.options(ofList.field)).toEqual([
      { value: 'v', label: 'Aba ${q} <1>' },
    ])
    expect(spokenChoice(ofList.interview, ofList.field, 'v')).toEqual([
      { value: 'v', label: 'Aba ${q} <1>' },
    ])
    const ofAnswers = showing({ rows: [1, 'name', 'v', 'label', label] }, [])
    expect(spokenChoice(ofAnswers.interview, ofAnswers.field, 'v')).toEqual([{ value: 'v', label }])
  })

  it('refuses what the list does not have, but not while the list itself is missing', () => {
    const there = showField({ type: 'SELECT', logic }, 'gone', lists)
    expect(there.interview.validity.problem('q')?.kind).toBe('notOffered')
    const missing = showField({ type: 'SELECT', logic }, 'gone')
    expect(missing.interview.validity.problem('q')).toBeNull()
    expect(missing.interview.form.logic?.problems).toMatchObject([{ name: '$list.villages' }])
  })
})
