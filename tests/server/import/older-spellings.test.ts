import { describe, expect, it } from 'vitest'
import { readSheets as read, type Rows } from './read-sheets.ts'

/** Spellings that the reference converter reads, too: each makes the form that today's spelling makes. */

const choices: Rows = [
  ['list_name', 'name', 'label::English (en)', 'label::French (fr)'],
  ['goods', 'salt', 'Salt', 'Sel'],
  ['goods', 'oil', 'Oil', 'Huile'],
  ['goods', 'none', 'None of them', 'Aucun'],
]

const columns: readonly (readonly [older: string, current: string, cell: string])[] = [
  ['bind::relevant', 'relevant', "${a} = 'x'"],
  ['bind:relevant', 'relevant', "${a} = 'x'"],
  ['relevance', 'relevant', "${a} = 'x'"],
  ['bind::constraint', 'constraint', '. != ${a}'],
  ['bind::required', 'required', 'yes'],
  ['bind::readonly', 'read_only', '${a} = 1'],
  ['bind::calculate', 'calculation', "concat(${a}, '!')"],
  ['control::appearance', 'appearance', 'multiline'],
  ['body::appearance', 'appearance', 'multiline'],
]

describe("a column's older name", () => {
  it.each(columns)('%s is %s', async (older, current, cell) => {
    const of = (column: string) =>
      read({
        survey: [
          ['type', 'name', 'label', column],
          ['text', 'a', 'A', null],
          ['text', 'b', 'B', cell],
        ],
      })
    const now = await of(current)
    expect(JSON.stringify(now.form)).not.toBe(
      JSON.stringify((await of('not_a_column_of_any_form')).form),
    )
    expect(await of(older)).toEqual(now)
  })

  it.each([
    ['bind::jr:constraintMsg', 'constraint_message'],
    ['bind::jr:constraintMsg::French (fr)', 'constraint_message::French (fr)'],
    ['constraining message', 'constraint_message'],
    ['bind::jr:requiredMsg', 'required_message'],
    ['requiredMsg::French (fr)', 'required_message::French (fr)'],
  ])('%s is %s', async (older, current) => {
    const of = (column: string) =>
      read({
        survey: [
          ['type', 'name', 'label', 'constraint', 'required', column],
          ['text', 'b', 'B', ". != 'x'", 'yes', 'So?'],
        ],
      })
    expect(JSON.stringify((await of(current)).form)).toContain('So?')
    expect(await of(older)).toEqual(await of(current))
  })

  it.each(['count', 'jr:count', 'control::jr:count'])('%s is repeat_count', async column => {
    const of = (name: string) =>
      read({
        survey: [
          ['command', 'tag', 'caption', name],
          ['begin lgroup', 'm', 'Member', '3'],
          ['add text prompt', 'a', 'A', null],
          ['end lgroup', null, null, null],
        ],
      })
    const { form, lines } = await of(column)
    expect(form.sections).toMatchObject([{ id: 'm', repeat: { min: 3, max: 3 } }])
    expect(lines).toEqual([])
    expect(form).toEqual((await of('repeat_count')).form)
  })

  it('next to its current name is refused, with the places of both', async () => {
    const survey = [
      ['type', 'name', 'label', 'relevant', 'bind::relevant'],
      ['text', 'b', 'B', 'yes', 'no'],
    ]
    await expect(read({ survey })).rejects.toThrow(
      'survey!E1: the column "bind::relevant" means "relevant", which is already at survey!D1.',
    )
  })

  it('of the settings is known', async () => {
    const { form, lines } = await read({
      survey: [
        ['type', 'name', 'label'],
        ['text', 'b', 'B'],
      ],
      settings: [
        ['title', 'id_string', 'name'],
        ['A title', 'an-id', 'root'],
      ],
    })
    expect(form).toMatchObject({ title: 'A title', id: 'an-id' })
    expect(lines).toEqual([])
  })
})

const types: readonly (readonly [older: string, current: string])[] = [
  ['q string', 'text'],
  ['add integer prompt', 'integer'],
  ['q int', 'integer'],
  ['q decimal', 'decimal'],
  ['add date time prompt', 'dateTime'],
  ['q picture', 'image'],
  ['add photo prompt', 'image'],
  ['q location', 'geopoint'],
  ['add acknowledge prompt', 'acknowledge'],
  ['q note', 'note'],
  ['get today', 'today'],
  ['get start time', 'start'],
  ['end time', 'end'],
  ['get device id', 'deviceid'],
  ['imei', 'deviceid'],
  ['get phone number', 'phonenumber'],
  ['select all that apply from goods', 'select_multiple goods'],
  ['add select one prompt using goods', 'select_one goods'],
  ['add select multiple prompt using goods', 'select_multiple goods'],
  ['select one using goods', 'select_one goods'],
  ['select all that apply from goods or specify other', 'select_multiple goods or_other'],
  ['select one from file goods.csv', 'select_one_from_file goods.csv'],
]

describe("a type's older name", () => {
  it.each(types)('%s is %s', async (older, current) => {
    const of = (type: string) =>
      read({
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
          [type, 'b', 'B'],
        ],
        choices,
      })
    const now = await of(current)
    expect(now.form.sections[0]?.fields.length).toBeGreaterThan(1)
    expect(await of(older)).toEqual(now)
  })
})

describe('what only the reference converter allows', () => {
  const survey = [
    ['type', 'name', 'label'],
    ['text', 'town', 'Town'],
  ]
  const named = (name: string) =>
    read({
      survey,
      settings: [
        ['form_id', 'instance_name'],
        ['visits', name],
      ],
    })

  it('a plain word names every interview', async () => {
    const { form, lines } = await named('Visits-2026')
    expect(form.sections[0]?.fields[1]).toMatchObject({
      names_interview: true,
      calculate: { if: [true, 'Visits-2026'] },
    })
    expect(lines).toEqual([
      'settings!B2: "Visits-2026" names no question: it is the name of every interview',
    ])
  })

  it('a word that is a question without its braces is refused', async () => {
    await expect(named('town')).rejects.toThrow('settings!B2, character 1: there is no "town"')
  })

  it('a single sheet of any name is the survey', async () => {
    const { form } = await read({ Sheet1: survey })
    expect(form.sections[0]?.fields).toMatchObject([{ id: 'town' }])
    await expect(read({ Sheet1: survey, Sheet2: [] })).rejects.toThrow('no sheet "survey"')
  })

  it('an audit needs no name', async () => {
    const { lines } = await read({ survey: [...survey, ['audit', null, null]] })
    expect(lines).toEqual([expect.stringContaining('"audit" is not recorded')])
  })

  it('parameters may have capitals', async () => {
    const range = (parameters: string) =>
      read({
        survey: [
          ['type', 'name', 'label', 'parameters'],
          ['range', 'r', 'R', parameters],
        ],
      })
    expect(await range('Start=2 END=8 step=2')).toEqual(await range('start=2 end=8 step=2'))
  })

  it('a list with an option "other" gets no second one', async () => {
    const { form, lines } = await read({
      survey: [
        ['type', 'name', 'label'],
        ['select_one kinds or_other', 'k', 'Kind'],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['kinds', 'a', 'A'],
        ['kinds', 'other', 'Something else'],
      ],
    })
    expect(lines).toEqual([])
    expect(form.sections[0]?.fields[0]?.options).toMatchObject([
      { value: 'a' },
      { value: 'other', label: 'Something else' },
    ])
    expect(form.sections[0]?.fields[1]?.name).toBe('k_other')
  })

  it('a function may read the last interview where its argument alone may', async () => {
    const of = (column: string) =>
      read({
        survey: [
          ['type', 'name', 'label', column],
          ['text', 'town', 'Town', null],
          ['text', 'b', 'B', "concat('As ', ${last-saved#town})"],
        ],
      })
    const { form, lines } = await of('default')
    expect(lines).toEqual([])
    expect(JSON.stringify(form.sections[0]?.fields[1]?.default_value)).toContain('$last.town')
    expect((await of('constraint')).lines).toEqual([
      expect.stringContaining('it reads an answer of an earlier interview'),
    ])
  })
})
