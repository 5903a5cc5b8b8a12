import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answersOf } from '../../../collections/queries.ts'
import { importFile } from '../../../server/import/import-file.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { questionTitle, sectionTitle, spokenText } from '../../../src/features/fill/texts/spoken.ts'
import { interviewName, namingFieldsOf } from '../../../src/interviews/interview-name.ts'
import { createFillDevice, newInterview } from '../../features/fill/fixtures.ts'
import { problemText } from '../../../src/features/fill/questions/problem-text.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { household } from './meant-household.ts'
import { questionsOf } from './walk-source.ts'

/** A household form as its author meant it: texts, numbers, rosters and defaults, from a workbook to the screen. */

let questions: ReturnType<typeof questionsOf>
let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  const { form } = await importFile(household, 'household.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  questions = questionsOf(form)
  interview = newInterview(device, compile(questions))
})
afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const field = (id: string, occurrence = 0) =>
  fieldOf(interview.form, occurrence === 0 ? id : `${id}\u0000${occurrence}`)
const answer = (id: string, value: string, occurrence = 0) =>
  interview.edit(field(id, occurrence), value)
const title = (id: string, occurrence = 0) => questionTitle(interview, field(id, occurrence))
const roster = () => interview.form.repeats[0]?.occurrences ?? []
const value = (id: string) => interview.answers.get(field(id))

it('nothing of it is left out', async () => {
  const options = { id: null, title: null, leaveOutBroken: false }
  const { report } = await importFile(household, 'household.xlsx', options)
  expect(report.filter(({ outcome }) => outcome === 'left out')).toEqual([])
})

describe('texts', () => {
  it('are filled in as answers change, in every language and within repeats', () => {
    answer('head', 'Asha')
    expect(title('size')).toBe('2. How many live with Asha?')
    answer('size', '3')
    answer('name', 'Ravi')
    answer('name', 'Ida', 1)
    expect([title('age'), title('age', 1)]).toEqual(['5. How old is Ravi?', '5. How old is Ida?'])
    interview.setLanguage('hi')
    expect(title('size')).toBe('2. Asha के साथ कितने?')
    answer('head', '*Asha*')
    expect(title('size')).toBe('2. *Asha* के साथ कितने?')
  })

  it('use the hint where there is no label, and never a name', () => {
    answer('head', 'Asha')
    const { label, help } = field('hinted')
    expect([spokenText(interview, field('hinted'), label), help]).toEqual(['Thank Asha', ''])
  })

  it('of a repeat contain the answers of each occurrence', () => {
    answer('size', '3')
    answer('name', 'Ravi')
    const titles = interview.form.sections
      .filter(({ occurrence }) => occurrence !== null)
      .map(section => sectionTitle(interview, section))
    expect(titles).toEqual(['Member Ravi · 1', 'Member · 2', 'Plot · 1'])
  })

  it('show what is missing or wrong in the words of the form', () => {
    answer('head', 'Asha')
    answer('size', '')
    expect(interview.validity.problem('size')).toEqual({
      kind: 'required',
      message: 'Ask Asha again',
    })
    answer('size', '12')
    expect(interview.validity.problem('size')).toEqual({
      kind: 'notValid',
      message: 'Asha cannot have 12',
    })
    answer('head', 'Ravi')
    expect(interview.validity.problem('size')).toEqual({
      kind: 'notValid',
      message: 'Ravi cannot have 12',
    })
  })
})

it('a decimal in an integer question is a problem of its own, before what the form says', () => {
  answer('size', '2.5')
  expect(interview.validity.problem('size')).toEqual({ kind: 'whole' })
  expect(problemText({ kind: 'whole' })).toBe('Please enter a whole number.')
  answer('size', '3')
  expect(interview.validity.problem('size')).toBeNull()
})

describe('numbers', () => {
  it('count visible questions, without notes', () => {
    answer('size', '3')
    expect(title('note_3')).toBe('Welcome to our survey')
    expect([title('head'), title('name'), title('name', 1), title('state')]).toEqual([
      '1. Who is the head?',
      '4. Name',
      '4. Name',
      '6. State',
    ])
    answer('age', '7')
    expect(title('school')).toBe('6. School of')
    expect(title('state')).toBe('7. State')
    const { total } = interview.validity.progress()
    answer('town', 'anand')
    expect(interview.logic.isVisible(field('sum'))).toBe(true)
    expect(interview.validity.progress().total).toBe(total)
  })
})

describe('a roster', () => {
  it('has as many occurrences as an answer says, and keeps answers when it shrinks and grows', () => {
    expect(roster()).toEqual([0])
    answer('size', '4')
    expect(roster()).toEqual([0, 1, 2])
    answer('name', 'Ravi', 2)
    answer('size', '2')
    expect(roster()).toEqual([0])
    answer('size', '')
    expect(roster()).toEqual([])
    answer('size', '4')
    expect(interview.answers.get(field('name', 2))).toBe('Ravi')
    expect(interview.addOccurrence('member')).toBeNull()
  })

  it('without a count starts with one, which may be removed', () => {
    const plots = () => interview.form.repeats[1]?.occurrences
    expect(plots()).toEqual([0])
    expect(interview.validity.problem('crop')).toEqual({ kind: 'required' })
    interview.removeOccurrence('plot', 0)
    expect(plots()).toEqual([])
    interview.addOccurrence('plot')
    expect(plots()).toEqual([1])
  })

  it('is read by index and by condition', () => {
    answer('size', '4')
    answer('name', 'Ravi', 1)
    for (const [place, age] of ['61', '70', '5'].entries()) answer('age', age, place)
    expect([value('second'), value('olds')]).toEqual(['Ravi', '2'])
    answer('state', 'gj')
    answer('town', 'other')
    expect(spokenText(interview, field('sum'), field('sum').label)).toBe(
      'In Another in Gujarat: Ravi, 2 old',
    )
  })
})

describe('initial values', () => {
  it('are there at once, stored with the first answer, and can be changed', async () => {
    expect([value('size'), value('on')]).toEqual(['2', '2026-11-20'])
    const id = value('id')
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(interview.writer.draft()).toBeNull()
    answer('head', 'Asha')
    answer('size', '3')
    await interview.writer.flush()
    // The second occurrence was added after there was a head, the first before.
    expect([value('name'), interview.answers.get(field('name', 1))]).toEqual(['', 'Asha'])
    const stored = await answersOf(interview.writer.draft()?.id ?? '')
      .build(device.db.form_responses)
      .exec()
    const kept = stored.map(doc => `${doc.question_id} ${doc.occurrence} ${String(doc.value)}`)
    expect(kept).toEqual(
      expect.arrayContaining(['on 0 2026-11-20', 'size 0 3', 'name 1 Asha', `id 0 ${String(id)}`]),
    )
  })
})

it('two options of one name stay apart where a filter distinguishes them', () => {
  answer('state', 'mh')
  const { options } = interview.logic
  expect(options(field('town')).map(({ label }) => label)).toEqual([
    'Pune',
    'Another in Maharashtra',
  ])
})

it('an interview is called what its author says, also before it is finished', async () => {
  const stored = async () => {
    await interview.writer.flush()
    const answers = await answersOf(interview.writer.draft()?.id ?? '')
      .build(device.db.form_responses)
      .exec()
    const given = Object.fromEntries(answers.map(doc => [doc.question_id, doc.value]))
    return interviewName(given, namingFieldsOf(questions))
  }
  answer('head', 'Asha')
  expect(await stored()).toBe('Asha –')
  answer('state', 'gj')
  answer('town', 'anand')
  expect(await stored()).toBe('Asha – Anand')
  answer('head', '')
  answer('town', '')
  expect(await stored()).toBe('2, 2026-11-20')
})

it('a time and a day with a time are what they are, and compared as such', () => {
  expect([field('left').type, field('next').type]).toEqual(['TIME', 'DATETIME'])
  expect(value('left')).toMatch(/^\d\d:\d\d$/)
  answer('next', '2026-11-19T08:00')
  expect(interview.validity.problem('next')?.kind).toBe('notValid')
  answer('next', '2027-01-05T08:00')
  expect(interview.validity.problem('next')).toBeNull()
})

it('a range goes along its line, from end to end', () => {
  expect(field('glad')).toMatchObject({ type: 'RANGE', range: { min: 0, max: 5, step: 0.5 } })
  answer('glad', '4.5')
  expect(interview.validity.problem('glad')).toBeNull()
  answer('glad', '6')
  expect(interview.validity.problem('glad')?.kind).toBe('notValid')
})

it('a ranking is a list in the order that was given', () => {
  expect(field('order').type).toBe('RANK')
  interview.edit(field('order'), ['mh', 'gj'])
  expect(value('order')).toEqual(['mh', 'gj'])
  expect(interview.validity.problem('order')).toBeNull()
})
