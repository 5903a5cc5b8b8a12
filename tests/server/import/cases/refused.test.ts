import { describe, expect, it } from 'vitest'
import { importFile } from '../../../../server/import/import-file.ts'
import { asWorkbook, type SurveyRow } from '../../../fuzz/authors/form.ts'
import { end, endGroup, row } from '../../../fuzz/authors/rows.ts'

/** ODK's own rules for entities, each with the cell or line that breaks it. */

const options = { id: null, title: null, leaveOutBroken: false }

const problemOf = async (bytes: Buffer, name: string): Promise<string> => {
  try {
    await importFile(bytes, name, options)
    return 'none'
  } catch (failure) {
    return failure instanceof Error ? failure.message : ''
  }
}

const saved = (save_to: string) => row('text', 'a', { save_to })
const wells = { list_name: 'wells', label: '${a}' }
const plain = [saved('depth')]

const sheets: readonly (readonly [string, readonly SurveyRow[], readonly SurveyRow[], string])[] = [
  ['no list', plain, [{ list_name: '', label: '${a}' }], 'entities!2: the row has no list_name.'],
  [
    'a list twice',
    [row('text', 'a')],
    [wells, wells],
    'entities!A3: the list "wells" is already at entities!A2.',
  ],
  ...['__wells', 'old.wells', '7wells'].map(
    list =>
      [`the list ${list}`, plain, [{ list_name: list, label: '${a}' }], 'entities!A2: '] as const,
  ),
  ...['name', 'Label', '__depth', 'a b', ''].map(
    property =>
      [`the property "${property}"`, [saved(`wells#${property}`)], [wells], 'survey!D2: '] as const,
  ),
  [
    'a property without a list',
    plain,
    [],
    'survey!D2: "depth" is saved to no list: the workbook has no sheet "entities" with one.',
  ],
  [
    'a property of one of several lists',
    plain,
    [wells, { list_name: 'pumps', label: '${a}' }],
    'survey!D2: "depth" must say its list, as in "wells#depth", because there are several.',
  ],
  [
    'a property of another list',
    [saved('pumps#depth')],
    [wells],
    'survey!D2: there is no list "pumps" in the sheet "entities".',
  ],
  ['two marks', [saved('a#b#c')], [wells], 'survey!D2: "a#b#c" has more than one #.'],
  [
    'a property twice',
    [saved('depth'), row('text', 'b', { save_to: 'depth' })],
    [wells],
    'survey!D3: "depth" of "wells" is already saved at survey!D2.',
  ],
  [
    'a group',
    [row('begin group', 'g', { save_to: 'depth' }), row('text', 'a'), endGroup],
    [wells],
    'survey!D2: a group is saved to no property.',
  ],
  [
    'the end of a repeat',
    [row('begin repeat', 'g', { save_to: '' }), row('text', 'a'), { ...end, save_to: 'depth' }],
    [wells],
    'survey!D4: a group is saved to no property.',
  ],
  [
    'a new case without a label',
    [row('text', 'a')],
    [{ list_name: 'wells', label: '' }],
    'entities!A2: the list "wells" has no label for its new cases.',
  ],
  [
    'a visit without an id',
    [row('text', 'a')],
    [{ ...wells, update_if: "${a} = 'x'" }],
    'entities!C2: the list "wells" has update_if without entity_id, which says what is visited.',
  ],
  [
    'both without saying when it is a visit',
    [row('text', 'a')],
    [{ ...wells, entity_id: '${a}', create_if: "${a} = ''" }],
    'entities!D2: the list "wells" has create_if and entity_id, but no update_if.',
  ],
  [
    'a property outside of the repeat of its case',
    [saved('depth'), row('begin repeat', 'r'), row('text', 'b', { save_to: 'size' }), end],
    [wells],
    'survey!D2: the property "depth" of the list "wells" must be in the same repeat as the property "size", which is in "r".',
  ],
  [
    'a label of another repeat',
    [
      row('begin repeat', 'q'),
      row('text', 'a'),
      end,
      row('begin repeat', 'r'),
      row('text', 'b', { save_to: 'size' }),
      end,
    ],
    [wells],
    'survey!D6: the property "size" of the list "wells" must be in the same repeat as "a", which is in "q".',
  ],
  [
    'two lists in one group',
    [saved('wells#depth'), row('text', 'b', { save_to: 'pumps#maker' })],
    [wells, { list_name: 'pumps', label: '${b}' }],
    'entities!A3: the list "pumps" has no group of its own: put the questions of each list into one.',
  ],
  [
    'an expression that cannot be read',
    plain,
    [{ ...wells, create_if: '${a} = )' }],
    'entities!C2, character 8: ',
  ],
  ['a name that is not there', plain, [{ list_name: 'wells', label: '${b}' }], 'there is no "b"'],
]

describe('a workbook is refused for', () => {
  it.each(sheets)('%s', async (_of, survey, entities, problem) => {
    expect(await problemOf(asWorkbook({ survey, entities }), 'form.xlsx')).toContain(problem)
  })
})

const xform = (entity: string, binds: string) => `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:entities="http://www.opendatakit.org/xforms/entities">
<h:head><h:title>Wells</h:title><model><instance><data id="wells"><depth/><meta>${entity}</meta></data></instance>
${binds}</model></h:head><h:body><input ref="/data/depth"><label>Depth</label></input></h:body></h:html>`
const bind = (path: string, more: string) => `<bind nodeset="/data/${path}" ${more}/>\n`
const label = bind('meta/entity/label', 'calculate="/data/depth"')
const created = '<entity dataset="wells" id="" create="1"><label/></entity>'

const lines: readonly (readonly [string, string, string, string])[] = [
  ['no list', '<entity id="" create="1"><label/></entity>', label, 'line 3, column 81: ""'],
  [
    'a property "name"',
    created,
    label + bind('depth', 'entities:saveto="name"'),
    'line 5, column 1: ',
  ],
  [
    'a property without an entity',
    '',
    bind('depth', 'entities:saveto="depth"'),
    'line 4, column 1: "depth" is saved to no entity of the form.',
  ],
  [
    'a visit without an id',
    '<entity dataset="wells" id="" update="1"/>',
    '',
    'the entity "wells" is updated, but nothing calculates its id.',
  ],
  ['a new case without a label', created, '', 'the entity "wells" is created, but nothing'],
]

describe('an XForm is refused for', () => {
  it.each(lines)('%s', async (_of, entity, binds, problem) => {
    expect(await problemOf(Buffer.from(xform(entity, binds)), 'form.xml')).toContain(problem)
  })

  it('nothing when it is right', async () => {
    expect(await problemOf(Buffer.from(xform(created, label)), 'form.xml')).toBe('none')
  })
})

it('what has no text is saved to no property, with a line', async () => {
  const survey = [row('text', 'a'), row('image', 'photo', { save_to: 'photo' })]
  const { form, report } = await importFile(
    asWorkbook({ survey, entities: [{ ...wells, what: 'x' }] }),
    'form.xlsx',
    options,
  )
  const lines = report.filter(({ outcome }) => outcome !== 'translated').map(({ what }) => what)
  expect(lines).toEqual([
    'entities: the column "what" is not used (one cell at entities!C2: "x")',
    'survey!D3: nothing is saved to "photo", because the answer is no text',
  ])
  expect(form.sections[0]?.fields[0]?.case).toEqual({ list: 'wells', values: {} })
})

it('a property is saved by the name by which rules read it', async () => {
  const survey = [
    row('select_one_from_file wells.csv', 'a'),
    row('text', 'b', { save_to: 'wall.depth' }),
    {
      type: 'calculate',
      name: 'was',
      calculation: "instance('wells')/root/item[name = ${a}]/wall.depth",
    },
  ]
  const entities = [{ list_name: 'wells', entity_id: '${a}' }]
  const { form } = await importFile(asWorkbook({ survey, entities }), 'form.xlsx', options)
  const fields = form.sections[0]?.fields ?? []
  expect(fields[0]?.case?.values).toEqual({ wall_depth: 'b' })
  expect(JSON.stringify(fields.at(-1)?.calculate)).toContain('{"var":"wall_depth"}')
})

it('a list that is not known is a text, with what to do about it', async () => {
  const form = {
    survey: [
      row('select_one_from_file wells.csv', 'well'),
      {
        type: 'calculate',
        name: 'at',
        calculation: "instance('wells')/root/item[name = ${well}]/at",
      },
    ],
  }
  const known = (caseLists: readonly string[]) =>
    importFile(asWorkbook(form), 'form.xlsx', { ...options, caseLists })
  const lines = (await known(['pumps'])).report
    .filter(({ outcome }) => outcome !== 'translated')
    .map(({ name, what }) => `${name}: ${what}`)
  const hint = 'if it is a list of cases, import the form that registers them first, or add --cases'
  const read = "instance('wells')/root/item[name = ${well}]/at"
  expect(lines).toEqual([
    `well: survey!B2: the answer is typed: its options are in wells.csv, which was not found; ${hint}`,
    `at: survey!D3: calculation "${read}": it looks something up in "wells", which is not there; ${hint}`,
  ])
  const readFile = (name: string) =>
    name === 'wells.csv' ? Buffer.from('name,label\nw1,One') : null
  const withFile = await importFile(asWorkbook(form), 'form.xlsx', {
    ...options,
    caseLists: ['wells'],
    readFile,
  })
  expect(withFile.files).toEqual([])
  expect(withFile.report[0]?.what).toBe(
    'the rows of wells.csv: its list is one of cases, which "case import" adds',
  )
  expect((await known(['wells'])).report.filter(({ outcome }) => outcome !== 'translated')).toEqual(
    [],
  )
})
