import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answersOf } from '../../../collections/queries.ts'
import { importFile } from '../../../server/import/import-file.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { questionTitle, sectionTitle, spokenText } from '../../../src/features/fill/texts/spoken.ts'
import { createFillDevice, newInterview } from '../../features/fill-fixtures.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { workbook } from './make-workbook.ts'
import { questionsOf } from './walk-source.ts'

/** A household form as its author meant it: texts, numbers, rosters and defaults, from a workbook to the screen. */

const columns = [
  'type',
  'name',
  'label',
  'label::Hindi (hi)',
  'relevant',
  'calculation',
  'constraint',
  'constraint_message',
  'required',
  'required_message',
  'default',
  'repeat_count',
  'choice_filter',
] as const

const row = (cells: Partial<Record<(typeof columns)[number], string>>) =>
  columns.map(column => cells[column] ?? null)

const household = workbook({
  survey: [
    [...columns],
    row({ type: 'start', name: 'begun' }),
    row({ type: 'note', label: 'Welcome to **our** survey' }),
    row({ type: 'text', name: 'head', label: 'Who is the head?', 'label::Hindi (hi)': 'मुखिया?' }),
    row({
      type: 'integer',
      name: 'size',
      label: 'How many live with ${head}?',
      'label::Hindi (hi)': '${head} के साथ कितने?',
      required: 'T',
      required_message: 'Ask ${head} again',
      constraint: '. < 10',
      constraint_message: '${head} cannot have ${size}',
      default: '2',
    }),
    row({ type: 'date', name: 'on', label: 'Visited on', default: 'today()' }),
    row({
      type: 'begin repeat',
      name: 'member',
      label: 'Member ${name}',
      repeat_count: '${size} - 1',
    }),
    row({ type: 'text', name: 'name', label: 'Name', default: '${head}' }),
    row({ type: 'integer', name: 'age', label: 'How old is ${name}?' }),
    row({ type: 'note', name: 'young', label: '${name} is young', relevant: '${age} < 18' }),
    row({ type: 'text', name: 'school', label: 'School of ${name}', relevant: '${age} < 18' }),
    row({ type: 'end repeat' }),
    row({
      type: 'calculate',
      name: 'second',
      calculation: 'indexed-repeat(${name}, ${member}, 2)',
    }),
    row({ type: 'calculate', name: 'olds', calculation: 'count(${member}[${age} > 60])' }),
    row({ type: 'calculate', name: 'id', calculation: 'once(uuid())' }),
    row({ type: 'select_one state', name: 'state', label: 'State' }),
    row({
      type: 'select_one town',
      name: 'town',
      label: 'Town',
      choice_filter: 'state = ${state}',
    }),
    row({
      type: 'calculate',
      name: 'town_name',
      calculation: "jr:choice-name(${town}, '${town}')",
    }),
    row({
      type: 'note',
      name: 'sum',
      label: 'In ${town_name}: ${second}, ${olds} old',
      relevant: "${town} != ''",
    }),
  ],
  choices: [
    ['list_name', 'name', 'label', 'label::Hindi (hi)', 'state'],
    ['state', 'gj', 'Gujarat', 'गुजरात', null],
    ['state', 'mh', 'Maharashtra', 'महाराष्ट्र', null],
    ['town', 'anand', 'Anand', 'आणंद', 'gj'],
    ['town', 'other', 'Another in Gujarat', 'अन्य', 'gj'],
    ['town', 'pune', 'Pune', 'पुणे', 'mh'],
    ['town', 'other', 'Another in Maharashtra', 'दूसरा', 'mh'],
  ],
  settings: [['allow_choice_duplicates'], ['yes']],
})

let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  const { form } = await importFile(household, 'household.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  interview = newInterview(device, compile(questionsOf(form)))
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

  it('of a repeat contain the answers of each occurrence', () => {
    answer('size', '3')
    answer('name', 'Ravi')
    const titles = interview.form.sections
      .filter(({ occurrence }) => occurrence !== null)
      .map(section => sectionTitle(interview, section))
    expect(titles).toEqual(['Member Ravi 1', 'Member 2'])
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
    const { total } = interview.validity.standing()
    answer('town', 'anand')
    expect(interview.logic.isVisible(field('sum'))).toBe(true)
    expect(interview.validity.standing().total).toBe(total)
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
