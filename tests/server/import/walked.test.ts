import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFillDevice, type FillDevice } from '../../features/fill/fixtures.ts'
import { workbook } from './make-workbook.ts'
import { walkSource } from './walk-source.ts'

/** Imported forms, answered at random: after every answer each field is in the state that the source requires. */

/** A household with members, as in real surveys: one answer shows questions, and others read it. */
const household = workbook({
  survey: [
    [
      'type',
      'name',
      'label',
      'relevant',
      'constraint',
      'required',
      'calculation',
      'choice_filter',
      'repeat_count',
    ],
    ['select_one consent', 'consent', 'May we ask?', null, null, 'yes'],
    ['begin group', 'asked', 'Household', "selected(${consent}, 'yes')"],
    ['date', 'visited', 'Visited on', null, '. <= today()', 'yes'],
    ['select_one state', 'state', 'State', null, null, 'yes'],
    ['select_one district', 'district', 'District', null, null, 'yes', null, 'state = ${state}'],
    [
      'select_one block',
      'block',
      'Block',
      "${state} != 'gj'",
      null,
      null,
      null,
      'part = ${district}',
    ],
    ['integer', 'size', 'People', null, '. >= 1 and . <= 20', "${district} != ''"],
    ['calculate', 'isLarge', null, null, null, null, 'if(${size} > 6, 1, 0)'],
    ['select_multiple fuel', 'fuel', 'Fuels', null, 'count-selected(.) <= 2', 'yes'],
    [
      'text',
      'fuelOther',
      'Which other?',
      "selected(${fuel}, 'other') and ${isLarge} = 1",
      null,
      'yes',
    ],
    ['begin group', 'water', 'Water', "not(selected(${fuel}, 'wood')) or ${size} > 3"],
    ['decimal', 'litres', 'Litres a day', null, '(. >= 5 and . <= 500) or . = 0'],
    ['calculate', 'each', null, null, null, null, 'round(${litres} div ${size}, 1)'],
    ['note', 'little', 'That is little', '${each} < 15 and string-length(${litres}) > 0'],
    [
      'text',
      'why',
      'Why?',
      "${each} < 15 or ${litres} = ''",
      'string-length(.) < 4',
      '${each} < 5',
    ],
    ['end group'],
    ['begin repeat', 'member', 'Member', '${size} > 1'],
    ['text', 'called', 'Name', null, null, 'yes'],
    ['integer', 'age', 'Age', null, '. >= 0 and . < 120', 'yes'],
    [
      'calculate',
      'isChild',
      null,
      null,
      null,
      null,
      "if(${age} != '' and ${age} < 18, 'yes', 'no')",
    ],
    [
      'select_one consent',
      'school',
      'At school?',
      "${isChild} = 'yes' and ${age} >= 6",
      null,
      'yes',
    ],
    ['date', 'born', 'Born on', '${age} < 5', '. <= ${visited}'],
    ['calculate', 'days', null, null, null, null, 'today() - ${born}'],
    ['text', 'card', 'Card number', '${days} >= 42 and position(..) <= 2', null, '${isLarge} = 1'],
    ['end repeat'],
    ['calculate', 'members', null, null, null, null, 'count(${member})'],
    ['calculate', 'ages', null, null, null, null, 'sum(${age})'],
    ['text', 'differ', 'Why do they differ?', '${members} != ${size}', null, '${members} > 0'],
    ['select_one consent', 'elders', 'Do they get a pension?', '${ages} > 100'],
    ['end group'],
    [
      'text',
      'refusal',
      'Why not?',
      "${consent} = 'no' or ${consent} = 'later'",
      null,
      "${consent} = 'no'",
    ],
  ],
  choices: [
    ['list_name', 'name', 'label', 'state', 'part'],
    ...['yes', 'no', 'later'].map(name => ['consent', name, name]),
    ...['wood', 'gas', 'dung', 'other'].map(name => ['fuel', name, name]),
    ...['gj', 'mh', 'up'].map(name => ['state', name, name]),
    ...[1, 2, 3, 4, 5, 6].map(n => [
      'district',
      `d${n}`,
      `District ${n}`,
      ['gj', 'mh', 'up'][n % 3] ?? '',
    ]),
    ...Array.from({ length: 18 }, (_, n) => [
      'block',
      `b${n}`,
      `Block ${n}`,
      null,
      `d${(n % 6) + 1}`,
    ]),
  ],
})

let device: FillDevice

beforeEach(async () => {
  device = await createFillDevice()
})
afterEach(() => device.db.close())

describe('a form of a workbook', () => {
  it.each([1, 2, 3, 4])('matches its source after every answer, seed %i', async seed => {
    const file = { bytes: household, name: 'household.xlsx' }
    const walk = await walkSource(device, file, { seed, answers: 250, today: '2026-11-20' })
    expect(walk.differences).toEqual([])
    expect(walk.leftOut).toBe(0)
    // A walk that only sees the beginning, or nothing refused, proves little.
    expect(walk.changes).toBeGreaterThan(60)
    expect(Math.min(...Object.values(walk.met))).toBeGreaterThan(5)
  })
})
