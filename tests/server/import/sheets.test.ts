import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

const options = { id: null, title: null, leaveOutBroken: false, acceptUnencrypted: true }
const read = (bytes: Buffer, more: object = {}) =>
  importFile(bytes, 'my form.xlsx', { ...options, ...more })

const head = ['type', 'name', 'label', 'relevant', 'constraint', 'calculation'] as const
const survey = (...rows: (string | null)[][]) => workbook({ survey: [[...head], ...rows] })

const household = workbook({
  survey: [
    [
      'type',
      'name',
      'label::English (en)',
      'label::Français (fr)',
      'hint',
      'relevant',
      'required',
      'constraint',
      'constraint_message',
      'calculation',
      'choice_filter',
      'appearance',
      'default',
      'repeat_count',
      'read_only',
      'image',
    ],
    ['start', 'start'],
    ['begin group', 'home', 'Your home', 'Chez vous'],
    ['text', 'head', 'Name of the head', 'Nom du chef', 'Full name', null, 'yes'],
    ['select_one state', 'state', 'State', 'Région', null, null, 'yes'],
    [
      'select_one district',
      'district',
      'District',
      'District',
      null,
      "${state} != ''",
      null,
      null,
      null,
      null,
      'state = ${state}',
    ],
    ['end group'],
    [null],
    [
      'begin_repeat',
      'member',
      'Member',
      'Membre',
      null,
      "${head} != ''",
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      '3',
    ],
    [
      'integer',
      'age',
      'Age of ${head}',
      'Âge',
      null,
      null,
      "${head} = 'Asha'",
      '. >= 0 and . <= 120',
      'Not an age',
    ],
    ['begin group', 'child', null, null, null, '${age} < 18'],
    [
      'select_multiple ill or_other',
      'illness',
      'Ill with',
      'Malade de',
      null,
      "not(selected(${district}, 'x'))",
    ],
    ['end group'],
    ['end_repeat'],
    ['calculate', 'total', null, null, null, null, null, null, null, 'sum(${age})'],
    [
      'calculate',
      'seen',
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      "pulldata('a', 'b', 'c', ${head})",
    ],
    ['note', 'thanks', 'Thanks', 'Merci', null, "${seen} = '1'"],
    ['start-geopoint', 'path', 'Path'],
    [
      'date',
      'on',
      'On',
      null,
      null,
      null,
      null,
      '. <= today()',
      null,
      null,
      null,
      'month-year',
      '2020-01-01',
    ],
    [
      'image',
      'photo',
      'Photo',
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      'big.png',
    ],
  ],
  choices: [
    ['list_name', 'name', 'label::English (en)', 'label::Français (fr)', 'state'],
    ['state', 'gj', 'Gujarat', 'Goudjerate'],
    ['state', 'mh', 'Maharashtra', 'Maharashtra'],
    ['district', 'anand', 'Anand', null, 'gj'],
    ['district', 'pune', 'Pune', null, 'mh'],
    ['ill', 1, 'Fever', 'Fièvre'],
    ['ill', 2, 'Cough', 'Toux'],
  ],
  settings: [
    ['form_title', 'form_id', 'default_language', 'public_key'],
    ['Household', 'household-1', 'English (en)', 'abc'],
  ],
})

describe('an XLSForm', () => {
  it('becomes a form with its sections, rules, options and languages', async () => {
    const { form } = await read(household)
    expect(form).toMatchObject({ id: 'household-1', title: 'Household' })
    expect(
      form.sections.map(({ id, name, fields }) => [id, name, fields.map(field => field.id)]),
    ).toEqual([
      ['home', 'Your home', ['start', 'head', 'state', 'district']],
      ['member', 'Member', ['age', 'illness', 'illness_other']],
      ['form', '', ['total', 'thanks', 'on', 'photo']],
    ])
    const [home, member, rest] = form.sections
    expect(home?.fields).toMatchObject([
      { id: 'start', calculate: { var: '$start' } },
      {
        type: 'TEXT',
        is_required: true,
        label: 'Name of the head',
        labels: { en: 'Name of the head', fr: 'Nom du chef' },
        help_text: 'Full name',
      },
      { type: 'RADIO', options: [{ value: 'gj', labels: { fr: 'Goudjerate' } }, { value: 'mh' }] },
      {
        type: 'SELECT',
        visible_if: { '!=': [{ var: 'state' }, null] },
        choice_filter: { '==': [{ var: 'option.state' }, { var: 'state' }] },
        options: [{ value: 'anand', more: { state: 'gj' } }, { value: 'pune' }],
      },
    ])
    expect(member?.repeat).toMatchObject({
      min: 3,
      max: 3,
      visible_if: { '!=': [{ var: 'head' }, null] },
    })
    expect(member?.fields).toMatchObject([
      {
        type: 'NUMBER',
        label: 'Age of ${head}',
        required_if: { '==': [{ var: 'head' }, 'Asha'] },
        valid_if: {
          and: [
            { '==': [{ floor: [{ var: 'age' }] }, { var: 'age' }] },
            { and: [{ '>=': [{ var: 'age' }, 0] }, { '<=': [{ var: 'age' }, 120] }] },
          ],
        },
        valid_message: 'Not an age',
      },
      {
        type: 'CHECKBOX',
        visible_if: {
          and: [
            { '<': [{ to_number: [{ var: 'age' }] }, 18] },
            { '!': [{ selected: [{ var: 'district' }, 'x'] }] },
          ],
        },
        options: [{ value: '1', label: 'Fever' }, { value: '2' }, { value: 'other' }],
      },
      { type: 'TEXT', label: 'Specify other.' },
    ])
    expect(rest?.fields).toMatchObject([
      { calculate: { sum: [{ var: '$all.age' }] } },
      { type: 'NOTE', label: 'Thanks' },
      {
        type: 'DATE',
        default_value: { cat: ['2020-01-01'] },
        valid_if: { '<=': [{ var: 'on' }, { var: '$today' }] },
      },
      { type: 'IMAGE' },
    ])
  })

  it('reports everything that is less than in the source', async () => {
    const { report } = await read(household)
    const lines = report
      .filter(({ outcome }) => outcome !== 'translated')
      .map(({ name, outcome, what }) => `${name} ${outcome}: ${what}`)
    expect(lines).toEqual(
      expect.arrayContaining([
        ' left out: settings!D2: the setting public_key "abc"',
        `seen left out: survey!J16: calculation "pulldata('a', 'b', 'c', \${head})": it looks something up in "a", which is not there; if it is a list of cases, import the form that registers them first, or add --cases`,
        'thanks left out: survey!F17: relevant "${seen} = \'1\'": it reads "seen", which was left out',
        'path left out: survey!B18: "start-geopoint" is not recorded: a submission has its own time, place and surveyor',
        'photo left out: survey!B20: the image "big.png": the form has no such file of at most 2 MB',
      ]),
    )
    expect(lines.filter(line => line.startsWith('seen '))).toHaveLength(1)
    const relevant = report
      .filter(({ outcome }) => outcome === 'translated')
      .map(({ what }) => what)
    expect(relevant).toContain('survey!F6: relevant "${state} != \'\'"')
  })

  it('takes its id from the name of the file, or from the option', async () => {
    const bytes = survey(['text', 'a', 'A'])
    expect((await read(bytes)).form).toMatchObject({ id: 'my-form', title: 'my-form' })
    expect((await read(bytes, { id: 'x', title: 'X' })).form).toMatchObject({ id: 'x', title: 'X' })
  })
})
