import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { isMark } from '../../../collections/ids.ts'
import type { FieldMore } from '../../../replication/wire/forms.ts'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { diffDefinitions } from '../../../src/form/definition/definition-diff.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { readAnswers } from '../../../src/features/fill/interview/follow-draft.ts'
import { writtenTitle } from '../../../src/features/fill/texts/titles.ts'
import { shownSections } from '../../../src/features/fill/review/shown-sections.ts'
import { beginDraft, createFillDevice, newInterview } from './fixtures.ts'
import { compile, question } from '../../form/form-fixtures.ts'

/** Repeating sections: adding and removing, what rules read, and what is stored. */

const own = (name: string) => ({ var: name })
const repeat = { min: 1, max: 3, label: 'Member' }

const member = (id: string, more: FieldMore = {}, given: Partial<FormQuestionDoc> = {}) =>
  question(id, {
    section_id: 'members',
    section_name: 'Household members',
    ...given,
    logic: JSON.stringify({ section_repeat: repeat, ...more }),
  })
const asked = (id: string, more: FieldMore, given: Partial<FormQuestionDoc> = {}) =>
  question(id, { ...given, logic: JSON.stringify(more) })

const form = () =>
  compile([
    question('village'),
    member('name', {}, { is_required: true }),
    member('age', {}, { type: 'NUMBER' }),
    member('school', { visible_if: { '<': [own('age'), 18] } }),
    member('place', { calculate: own('$position'), show_calculation: true }),
    member('eldest', { valid_if: { '==': [own('age'), { max_of: [own('$all.age')] }] } }),
    asked('total', { calculate: { sum: [own('age')] } }),
    asked('count', { calculate: own('$count.members') }),
    asked('children', { visible_if: { '>': [{ count: [own('school')] }, 0] } }),
  ])

let device: Awaited<ReturnType<typeof createFillDevice>>
let opened: Interview[]

beforeEach(async () => {
  opened = []
  device = await createFillDevice()
})
afterEach(async () => {
  for (const interview of opened) await interview.close()
  await device.db.close()
})

const begin = (compiled: CompiledForm): Interview => {
  const interview = newInterview(device, compiled)
  opened.push(interview)
  return interview
}
const fieldAt = (interview: Interview, id: string, occurrence = 0) => {
  const field = interview.form.fieldById.get(slotId(id, occurrence))
  if (field === undefined) throw new Error(`There is no ${id} of occurrence ${occurrence}.`)
  return field
}
const answer = (interview: Interview, id: string, value: string, occurrence = 0) =>
  interview.edit(fieldAt(interview, id, occurrence), value)
const held = (interview: Interview, id: string, occurrence = 0) =>
  interview.answers.get(fieldAt(interview, id, occurrence))
const shown = (interview: Interview) =>
  interview.form.fields
    .filter(interview.logic.isVisible)
    .map(({ fieldId, occurrence }) => `${fieldId}${occurrence}`)

describe('occurrences', () => {
  it('start with the minimum number, and never exceed the maximum', () => {
    const interview = begin(form())
    expect(shown(interview)).toContain('name0')
    expect(interview.form.repeats[0]?.occurrences).toEqual([0])
    expect(interview.addOccurrence('members')?.id).toBe(slotId('name', 1))
    expect(interview.addOccurrence('members')?.occurrence).toBe(2)
    expect(interview.addOccurrence('members')).toBeNull()
    expect(interview.form.sections.map(writtenTitle)).toEqual([
      'Section',
      'Member · 1',
      'Member · 2',
      'Member · 3',
    ])
  })

  it('count among the questions, answers and problems', () => {
    const interview = begin(form())
    const before = interview.validity.progress()
    interview.addOccurrence('members')
    expect(interview.validity.progress().total).toBe(before.total + 3)
    expect(interview.validity.progress().invalid).toBe(before.invalid + 1)
    const wrong = interview.validity.invalidFields().map(({ number, within }) => [number, within])
    expect(wrong).toEqual([
      [5, { label: 'Member', place: 0 }],
      [5, { label: 'Member', place: 1 }],
    ])
    answer(interview, 'name', 'Asha', 1)
    expect(interview.validity.progress().answered).toBe(before.answered + 1)
    expect(interview.validity.problem(slotId('name', 1))).toBeNull()
    expect(interview.validity.problem('name')).toEqual({ kind: 'required' })
  })

  it('leave a gap when removed, and the others keep their answers and numbers', () => {
    const interview = begin(form())
    interview.addOccurrence('members')
    interview.addOccurrence('members')
    for (const n of [0, 1, 2]) answer(interview, 'name', `name ${n}`, n)
    interview.removeOccurrence('members', 1)
    expect(interview.form.repeats[0]?.occurrences).toEqual([0, 2])
    expect(held(interview, 'name', 2)).toBe('name 2')
    expect(fieldAt(interview, 'name', 2).within).toEqual({ label: 'Member', place: 1 })
    expect(held(interview, 'place', 2)).toBe('2')
    // The number of a removed occurrence is never used again.
    expect(interview.addOccurrence('members')?.occurrence).toBe(3)
  })

  it('are listed with the sections', () => {
    const interview = begin(form())
    interview.addOccurrence('members')
    expect(shownSections(interview).map(({ name }) => name)).toEqual([
      'Section',
      'Member · 1',
      'Member · 2',
    ])
  })

  it('keep the object of a field that stays, so that only new fields render', () => {
    const interview = begin(form())
    const before = fieldAt(interview, 'name')
    interview.addOccurrence('members')
    expect(fieldAt(interview, 'name')).toBe(before)
  })
})

describe('rules', () => {
  it('read their own occurrence inside, and all of them outside', () => {
    const interview = begin(form())
    interview.addOccurrence('members')
    answer(interview, 'age', '41')
    answer(interview, 'age', '12', 1)
    expect(shown(interview)).toContain('school1')
    expect(shown(interview)).not.toContain('school0')
    expect(held(interview, 'total')).toBe('53')
    expect(held(interview, 'count')).toBe('2')
    expect(shown(interview)).not.toContain('children0')
    answer(interview, 'school', 'Rampura', 1)
    expect(shown(interview)).toContain('children0')
    answer(interview, 'eldest', 'yes', 1)
    expect(interview.validity.problem(slotId('eldest', 1))).not.toBeNull()
    answer(interview, 'eldest', 'yes')
    expect(interview.validity.problem('eldest')).toBeNull()
    answer(interview, 'age', '11')
    expect(interview.validity.problem('eldest')).not.toBeNull()
    expect(interview.validity.problem(slotId('eldest', 1))).toBeNull()
  })

  it('forget removed occurrences', () => {
    const interview = begin(form())
    interview.addOccurrence('members')
    answer(interview, 'age', '41')
    answer(interview, 'age', '12', 1)
    answer(interview, 'school', 'Rampura', 1)
    interview.removeOccurrence('members', 1)
    expect(held(interview, 'total')).toBe('41')
    expect(held(interview, 'count')).toBe('1')
    expect(shown(interview)).not.toContain('children0')
  })

  it('hide a whole section, with the button that adds to it', () => {
    const compiled = compile([
      question('has_plots'),
      question('crop', {
        section_id: 'plots',
        logic: JSON.stringify({
          section_repeat: { min: 1, visible_if: { '==': [own('has_plots'), 'yes'] } },
        }),
      }),
      asked('crops', { visible_if: { '>': [{ count: [own('crop')] }, 0] } }),
    ])
    const interview = begin(compiled)
    expect(shown(interview)).toEqual(['has_plots0'])
    expect(interview.logic.askedRepeats.get('plots')).toBe(false)
    answer(interview, 'has_plots', 'yes')
    answer(interview, 'crop', 'rice')
    expect(shown(interview)).toEqual(['has_plots0', 'crops0', 'crop0'])
    expect(interview.logic.askedRepeats.get('plots')).toBe(true)
    answer(interview, 'has_plots', 'no')
    expect(shown(interview)).toEqual(['has_plots0'])
  })

  it('have no minimum or maximum of unanswered questions', () => {
    const interview = begin(form())
    expect(shown(interview)).not.toContain('school0')
    answer(interview, 'age', '12')
    expect(shown(interview)).toContain('school0')
    answer(interview, 'age', '')
    expect(shown(interview)).not.toContain('school0')
  })

  it('report what they cannot follow', () => {
    const compiled = compile([
      asked('a', { calculate: own('$position') }),
      asked('b', { calculate: own('$count.nowhere') }),
      member('c', { calculate: { sum: [own('$all.c')] } }),
    ])
    expect(compiled.logic?.problems.map(({ kind, field }) => [kind, field.id])).toEqual([
      ['unknown', 'a'],
      ['unknown', 'b'],
      ['cycle', 'c'],
    ])
  })
})

describe('on the device', () => {
  const resume = async (interview: Interview) => {
    await interview.writer.flush()
    const draft = interview.writer.draft()
    if (draft === null) throw new Error('Nothing was begun.')
    const compiled = form()
    const again = createInterview(device, {
      form: compiled,
      draft,
      answers: await readAnswers(device.db, draft.id),
      files: [],
      submission: null,
      begin: beginDraft(device, compiled),
    })
    opened.push(again)
    return again
  }

  it('they are there again, including those without answers', async () => {
    const interview = begin(form())
    interview.addOccurrence('members')
    interview.addOccurrence('members')
    interview.removeOccurrence('members', 1)
    answer(interview, 'name', 'Asha')
    const again = await resume(interview)
    expect(again.form.repeats[0]?.occurrences).toEqual([0, 2])
    expect(held(again, 'name')).toBe('Asha')
  })

  it('another tab on the same draft sees them added and removed', async () => {
    const interview = begin(form())
    interview.addOccurrence('members')
    const other = await resume(interview)
    answer(interview, 'name', 'Ravi', 1)
    interview.addOccurrence('members')
    answer(interview, 'name', 'Meena', 2)
    interview.removeOccurrence('members', 0)
    await interview.writer.flush()
    await expect.poll(() => other.form.repeats[0]?.occurrences).toEqual([1, 2])
    await expect.poll(() => held(other, 'name', 2)).toBe('Meena')
    expect(held(other, 'name', 1)).toBe('Ravi')
  })

  it('discarding a resumed draft undoes additions and removals', async () => {
    const interview = begin(form())
    answer(interview, 'name', 'Asha')
    interview.addOccurrence('members')
    const again = await resume(interview)
    device.clock.advance(1000)
    again.removeOccurrence('members', 0)
    again.addOccurrence('members')
    await again.writer.flush()
    await again.discard()
    const third = await resume(interview)
    expect(third.form.repeats[0]?.occurrences).toEqual([0, 1])
    expect(held(third, 'name')).toBe('Asha')
  })

  it('the marks are distinguished from answers', async () => {
    const interview = begin(form())
    interview.addOccurrence('members')
    await interview.writer.flush()
    const answers = await readAnswers(device.db, interview.writer.draft()?.id ?? '')
    expect(answers.map(({ question_id }) => isMark(question_id))).toEqual([true])
  })
})

it('a version that repeats a section is a change of its questions', () => {
  const diff = diffDefinitions(
    compile([question('a'), question('b')]),
    compile([question('a'), question('b', { logic: '{"section_repeat":{"min":1}}' })]),
  )
  expect(diff.changed.map(({ id }) => id)).toEqual(['b'])
})
