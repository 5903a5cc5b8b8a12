import { expect, test } from 'vitest'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { importFile } from '../../../server/import/import-file.ts'
import { shapeForm, slotId } from '../../../src/form/definition/form-shape.ts'
import { answered } from '../../form/answered.ts'
import { compile } from '../../form/form-fixtures.ts'
import { workbook } from './make-workbook.ts'
import { questionsOf } from './walk-source.ts'

/** `jr:choice-name` of options whose labels have the answers in them: the label as the screen shows it. */

type Rows = readonly (readonly (string | null)[])[]

const imported = async (survey: Rows, choices: Rows, heads: readonly string[] = ['label']) => {
  const file = workbook({
    survey: [['type', 'name', ...heads, 'calculation', 'relevant'], ...survey],
    choices: [['list_name', 'name', ...heads], ...choices],
  })
  const { form } = await importFile(file, 'form.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  return compile(questionsOf(form))
}

const name = ['text', 'nm', 'Name']
const asked = ['select_one who', 'who', 'Who answered?']
const worked = ['calculate', 'w', null, "jr:choice-name(${who}, '${who}')"]
const mother = (label: string) => [['who', 'm', label]]

type Case = readonly [
  what: string,
  survey: Rows,
  choices: Rows,
  answers: Readonly<Record<string, Answer>>,
  label: string,
]

const cases: readonly Case[] = [
  [
    'of an answer',
    [name, asked, worked],
    mother('${nm} (mother)'),
    { nm: 'Lakshmi', who: 'm' },
    'Lakshmi (mother)',
  ],
  [
    'of an answer that is asked later',
    [asked, worked, name],
    mother('${nm} (mother)'),
    { who: 'm', nm: 'Lakshmi' },
    'Lakshmi (mother)',
  ],
  ['of no answer', [name, asked, worked], mother('${nm} (mother)'), { who: 'm' }, '(mother)'],
  [
    'with spaces in it',
    [name, asked, worked],
    mother('The mother, ${ nm }'),
    { nm: 'Lakshmi', who: 'm' },
    'The mother, Lakshmi',
  ],
  [
    'within markup, which the screen shows as bold',
    [name, asked, worked],
    mother('**${nm}** [${nm}] <b>mother</b>'),
    { nm: 'Lakshmi', who: 'm' },
    'Lakshmi [Lakshmi] mother',
  ],
  [
    'of an answer that looks like a fill or like markup',
    [name, asked, worked],
    mother('${nm} (mother)'),
    { nm: '${who} **b** $& &amp;', who: 'm' },
    '${who} **b** $& &amp; (mother)',
  ],
  [
    'of an answer written from right to left, without the signs that isolate it on a screen',
    [name, asked, worked],
    mother('${nm} (mother)'),
    { nm: 'سارة', who: 'm' },
    'سارة (mother)',
  ],
  [
    'of a number and of a calculation',
    [['integer', 'born', 'Born in'], ['calculate', 'age', null, '2026 - ${born}'], asked, worked],
    mother('${age} years, since ${born}'),
    { born: '1990', who: 'm' },
    '36 years, since 1990',
  ],
  [
    'of the label of another option',
    [
      name,
      ['select_one kin', 'kin', 'Kin'],
      ['calculate', 'kin_name', null, "jr:choice-name(${kin}, '${kin}')"],
      asked,
      worked,
    ],
    [...mother('${kin_name}'), ['kin', 'a', 'aunt of ${nm}']],
    { nm: 'Lakshmi', kin: 'a', who: 'm' },
    'aunt of Lakshmi',
  ],
  [
    'of a question that is hidden',
    [['text', 'nm', 'Name', null, "${who} = 'o'"], asked, worked],
    [...mother('${nm} (mother)'), ['who', 'o', 'Other']],
    { nm: 'Lakshmi', who: 'm' },
    '(mother)',
  ],
  [
    'of one of several chosen options',
    [
      name,
      ['select_multiple who', 'who', 'Who?'],
      ['calculate', 'w', null, "jr:choice-name(selected-at(${who}, 1), '${who}')"],
    ],
    [...mother('Mother'), ['who', 'o', '${nm}’s aunt']],
    { nm: 'Lakshmi', who: ['m', 'o'] },
    'Lakshmi’s aunt',
  ],
  [
    'in a longer calculation',
    [
      name,
      asked,
      [
        'calculate',
        'w',
        null,
        "if(${who} = '', '', concat('By ', jr:choice-name(${who}, '${who}')))",
      ],
    ],
    mother('${nm} (mother)'),
    { nm: 'Lakshmi', who: 'm' },
    'By Lakshmi (mother)',
  ],
  [
    'that matches no question',
    [asked, worked],
    mother('${gone} (mother)'),
    { who: 'm' },
    '… (mother)',
  ],
]

test.each(cases)('a fill in a label, %s', async (_what, survey, choices, answers, label) => {
  const interview = answered(await imported(survey, choices))
  for (const [id, answer] of Object.entries(answers)) interview.answer(id, answer)
  expect(interview.valueOf('w')).toBe(label)
})

test('a label in a calculation follows the answers in it', async () => {
  const form = await imported(
    [name, asked, worked, ['note', 'n', 'Answered: ${w}']],
    mother('${nm} (mother)'),
  )
  const { answer, valueOf, logic } = answered(form)
  answer('who', 'm')
  answer('nm', 'Lakshmi')
  answer('nm', 'Radha')
  const note = form.fields.find(({ id }) => id === 'n')
  expect([valueOf('w'), note && logic.fill(note, 'w')]).toEqual(Array(2).fill('Radha (mother)'))
})

test('each occurrence of a repeat has the labels with its own answers', async () => {
  const form = await imported(
    [
      ['text', 'head', 'Head'],
      ['begin repeat', 'person', 'Person'],
      name,
      asked,
      worked,
      ['end repeat'],
    ],
    mother('${nm} (mother of ${head})'),
  )
  const shown = shapeForm(form.template, new Map([['person', [0, 1]]]), '')
  const second = (id: string) => slotId(id, 1)
  const given = { nm: 'Asha', who: 'm', [second('nm')]: 'Radha', [second('who')]: 'm' }
  const { answer, valueOf } = answered(shown, given)
  answer('head', 'Ravi')
  expect([valueOf('w'), valueOf(second('w'))]).toEqual([
    'Asha (mother of Ravi)',
    'Radha (mother of Ravi)',
  ])
})

test('a repeat has the label of a question outside of it', async () => {
  const form = await imported(
    [name, asked, ['begin repeat', 'person', 'Person'], ['text', 'x', 'X'], worked, ['end repeat']],
    mother('${nm} (mother)'),
  )
  const shown = shapeForm(form.template, new Map([['person', [0, 1]]]), '')
  const { answer, valueOf } = answered(shown, { who: 'm' })
  answer('nm', 'Asha')
  expect([valueOf('w'), valueOf(slotId('w', 1))]).toEqual(Array(2).fill('Asha (mother)'))
})

test('a label is in the language of the interview, with its own fills', async () => {
  const form = await imported(
    [
      ['text', 'nm', 'Name', 'Nom'],
      ['integer', 'age', 'Age', 'Âge'],
      ['select_one who', 'who', 'Who?', 'Qui ?'],
      ['calculate', 'w', null, null, "jr:choice-name(${who}, '${who}')"],
    ],
    [['who', 'm', 'Mother, ${age}', 'La mère, ${nm}']],
    ['label::English (en)', 'label::French (fr)'],
  )
  const { answer, valueOf, logic } = answered(form, { who: 'm', age: '36' })
  answer('nm', 'Lakshmi')
  expect(valueOf('w')).toBe('Mother, 36')
  logic.reshape(shapeForm(form.template, new Map(), 'fr'))
  expect(valueOf('w')).toBe('La mère, Lakshmi')
})
