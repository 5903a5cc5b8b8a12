import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { readAnswers } from '../../../src/features/fill/interview/follow-draft.ts'
import { shownSections } from '../../../src/features/fill/review/shown-sections.ts'
import { questionTitle } from '../../../src/features/fill/texts/spoken.ts'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { beginDraft, createFillDevice, newInterview, type FillDevice } from './fixtures.ts'
import { add, answerOf, at, compileNested, household, member, outline } from './nested-form.ts'

/** Repeats within repeats: households, and in each the members and the animals. */

let device: FillDevice
let form: CompiledForm
let opened: Interview[]

beforeEach(async () => {
  opened = []
  device = await createFillDevice()
  form = await compileNested()
})
afterEach(async () => {
  for (const interview of opened) await interview.close()
  await device.db.close()
})

const begin = (): Interview => {
  const interview = newInterview(device, form)
  opened.push(interview)
  return interview
}
const resume = async (interview: Interview): Promise<Interview> => {
  await interview.writer.flush()
  const draft = interview.writer.draft()
  if (draft === null) throw new Error('Nothing was begun.')
  const again = createInterview(device, {
    form,
    draft,
    answers: await readAnswers(device.db, draft.id),
    files: [],
    submission: null,
    begin: beginDraft(device, form),
  })
  opened.push(again)
  return again
}
/** Two households, of two members and of one. */
const two = () => {
  const interview = begin()
  interview.edit(at(interview, 'village'), 'Rampura')
  household(interview, 'Asha', 'Ravi', 'Meena')
  household(interview, 'Imran', 'Sana')
  return interview
}

describe('the occurrences', () => {
  it('begin with one in each outer one', () => {
    const interview = begin()
    expect(outline(interview)).toEqual([
      ': village=',
      'Household · 1: head=',
      'Household · 1 › Member · 1: who= age= photo=',
      'Household · 1 (continued): herd=',
      'Household · 1 (continued): remark= lead=',
    ])
    add(interview, 'household')
    expect(outline(interview).slice(5, 7)).toEqual([
      'Household · 2: head=',
      'Household · 2 › Member · 1: who= age= photo=',
    ])
  })

  it('are asked within their outer one, where the form has them', () => {
    expect(outline(two())).toEqual([
      ': village=Rampura',
      'Household · 1 – Asha: head=Asha',
      'Household · 1 – Asha › Member · 1 – Ravi: who=Ravi age= photo=',
      'Household · 1 – Asha › Member · 2 – Meena: who=Meena age= photo=',
      'Household · 1 – Asha (continued): herd=',
      'Household · 1 – Asha (continued): remark= lead=',
      'Household · 2 – Imran: head=Imran',
      'Household · 2 – Imran › Member · 1 – Sana: who=Sana age= photo=',
      'Household · 2 – Imran (continued): herd=',
      'Household · 2 – Imran (continued): remark= lead=',
    ])
  })

  it('are added to their own outer one, and numbered through the whole interview', () => {
    const interview = two()
    expect(member(interview, 0, 'Late')).toBe(3)
    expect(shownSections(interview).map(({ name }) => name)).toContain(
      'Household · 1 – Asha › Member · 3 – Late',
    )
    expect(answerOf(interview, 'member:within', 3)).toBe(answerOf(interview, 'household:key'))
  })

  it('are removed with their outer one, and alone', () => {
    const interview = two()
    interview.removeOccurrence('member', 0)
    expect(answerOf(interview, 'people')).toBe('2')
    interview.removeOccurrence('household', 0)
    expect(outline(interview)[2]).toBe(
      'Household · 1 – Imran › Member · 1 – Sana: who=Sana age= photo=',
    )
    expect(answerOf(interview, 'people')).toBe('1')
    expect(answerOf(interview, 'place', 2)).toBe('1.1')
  })

  it('may all be removed, and none comes back by itself', async () => {
    const interview = two()
    interview.removeOccurrence('member', 2)
    for (const one of [interview, await resume(interview)]) {
      expect(outline(one)).not.toContainEqual(expect.stringContaining('Household · 2 – Imran ›'))
    }
  })

  it('never take over those of a removed outer one', () => {
    const interview = two()
    interview.removeOccurrence('household', 1)
    const number = household(interview, 'New')
    expect(number).toBe(2)
    expect(answerOf(interview, 'people')).toBe('3')
    expect(outline(interview)).not.toContainEqual(expect.stringContaining('Sana'))
  })

  it('have numbers of questions that each occurrence repeats', () => {
    const interview = two()
    const titles = (ids: readonly string[], occurrence: number) =>
      ids.map(id => questionTitle(interview, at(interview, id, occurrence)))
    expect(titles(['head', 'herd', 'remark'], 0)).toEqual([
      '2. Head of household',
      '6. How many animals?',
      '7. Remark',
    ])
    expect(titles(['head', 'herd', 'remark'], 1)).toEqual(titles(['head', 'herd', 'remark'], 0))
    for (const n of [0, 1, 2]) expect(titles(['who'], n)).toEqual(['3. Name'])
  })

  it('are as many as an answer of their outer one says', () => {
    const interview = two()
    interview.edit(at(interview, 'herd', 0), '1')
    interview.edit(at(interview, 'herd', 1), '2')
    const counts = () =>
      interview.form.repeats
        .filter(({ sectionId }) => sectionId === 'animal')
        .map(({ occurrences }) => occurrences)
    expect(counts()).toEqual([[0], [1, 2]])
    interview.edit(at(interview, 'kind', 2), 'goat')
    interview.edit(at(interview, 'herd', 0), '2')
    interview.edit(at(interview, 'herd', 1), '1')
    expect(counts()).toEqual([[0, 3], [1]])
    interview.edit(at(interview, 'herd', 1), '2')
    expect(counts()).toEqual([
      [0, 3],
      [1, 2],
    ])
    expect(answerOf(interview, 'kind', 2)).toBe('goat')
    expect(interview.addOccurrence(interview.form.repeats.at(-1)?.key ?? '')).toBeNull()
  })
})

describe('the rules', () => {
  it('read their own, the outer one’s and all occurrences', () => {
    const interview = two()
    interview.edit(at(interview, 'age', 0), '41')
    interview.edit(at(interview, 'age', 1), '12')
    interview.edit(at(interview, 'age', 2), '7')
    expect([0, 1].map(n => answerOf(interview, 'years', n))).toEqual(['53', '7'])
    expect([answerOf(interview, 'people'), answerOf(interview, 'all')]).toEqual(['3', '60'])
    expect([0, 1, 2].map(n => answerOf(interview, 'place', n))).toEqual(['1.1', '1.2', '2.1'])
    const isShown = (id: string, n: number) => interview.logic.isVisible(at(interview, id, n))
    expect([0, 1, 2].map(n => isShown('school', n))).toEqual([false, true, true])
    expect(questionTitle(interview, at(interview, 'age', 2))).toBe('4. Age of Sana at Imran')
    interview.edit(at(interview, 'head', 1), 'Sana')
    expect(interview.validity.problem(at(interview, 'who', 2).id)?.kind).toBe('notValid')
    expect(interview.validity.problem(at(interview, 'who', 1).id)).toBeNull()
  })

  it('offer the answers of their own occurrence as options', () => {
    const interview = two()
    const offered = (n: number) =>
      interview.logic.options(at(interview, 'lead', n)).map(({ label }) => label)
    expect([offered(0), offered(1)]).toEqual([['Ravi', 'Meena'], ['Sana']])
    interview.edit(at(interview, 'who', 1), 'Mina')
    interview.removeOccurrence('member', 2)
    expect([offered(0), offered(1)]).toEqual([['Ravi', 'Mina'], []])
  })

  it('hide those of one outer occurrence, or all of them', () => {
    const interview = two()
    const asked = () =>
      interview.form.fields
        .filter(field => field.fieldId === 'who' && interview.validity.isAsked(field))
        .map(({ occurrence }) => occurrence)
    interview.edit(at(interview, 'head', 0), 'nobody')
    expect(asked()).toEqual([2])
    const keys = interview.form.repeats
      .filter(({ sectionId }) => sectionId === 'member')
      .map(({ key }) => interview.logic.askedRepeats.get(key))
    expect(keys).toEqual([false, true])
    interview.edit(at(interview, 'village'), 'none')
    expect(asked()).toEqual([])
    expect(interview.validity.progress().invalid).toBe(0)
  })
})

describe('on the device', () => {
  it('they are there again, with their outer ones', async () => {
    const interview = two()
    interview.edit(at(interview, 'herd', 1), '2')
    interview.edit(at(interview, 'kind', 1), 'goat')
    interview.removeOccurrence('member', 0)
    member(interview, 1, 'Late')
    const again = await resume(interview)
    expect(outline(again)).toEqual(outline(interview))
  })

  it('the first answer comes with the keys of its household, in the same write', async () => {
    const interview = begin()
    interview.edit(at(interview, 'who'), 'Ravi')
    await expect.poll(() => interview.writer.draft()?.id).toBeDefined()
    const id = interview.writer.draft()?.id ?? ''
    await expect.poll(() => readAnswers(device.db, id)).not.toEqual([])
    const kept = (await readAnswers(device.db, id)).map(({ question_id }) => question_id)
    expect(kept).toEqual(expect.arrayContaining(['household:key', 'member:within', 'who']))
  })

  it('a removed household and a removed member come back when its draft’s changes are discarded', async () => {
    const again = await resume(two())
    const before = outline(again)
    device.clock.advance(1000)
    again.removeOccurrence('member', 0)
    again.removeOccurrence('household', 1)
    household(again, 'New', 'Other')
    member(again, 0, 'More')
    await again.writer.flush()
    await again.discard()
    expect(outline(await resume(again))).toEqual(before)
  })

  it('another tab on the same draft sees them within their outer ones', async () => {
    const interview = two()
    const other = await resume(interview)
    household(interview, 'Third', 'Zoya')
    member(interview, 0, 'Late')
    interview.removeOccurrence('household', 1)
    await interview.writer.flush()
    await expect.poll(() => outline(other)).toEqual(outline(interview))
  })

  it('answers that name no household stay in sight: in the one with their number, otherwise in the first', async () => {
    const interview = two()
    await interview.writer.flush()
    const draft = interview.writer.draft()
    const kept = await readAnswers(device.db, draft?.id ?? '')
    const again = createInterview(device, {
      form,
      draft,
      answers: kept.filter(({ question_id }) => question_id !== 'member:within'),
      files: [],
      submission: null,
      begin: beginDraft(device, form),
    })
    opened.push(again)
    const titles = shownSections(again).map(({ name }) => name)
    expect(titles).toContain('Household · 1 – Asha › Member · 1 – Ravi')
    expect(titles).toContain('Household · 2 – Imran › Member · 1 – Meena')
    expect(titles).toContain('Household · 1 – Asha › Member · 2 – Sana')
  })
})
