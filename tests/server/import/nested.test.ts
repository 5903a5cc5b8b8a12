import { expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** Repeats within repeats, as the importer reads them. */

const sheets = (survey: (string | null)[][]) =>
  importFile(workbook({ survey, choices: [] }), 'form.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })

it('has a repeat within a repeat, in its place, and a third level, which is reported', async () => {
  const { form, report } = await sheets([
    ['type', 'name', 'label', 'repeat_count', 'relevant'],
    ['integer', 'n', 'How many'],
    ['begin repeat', 'house', 'House', '${n}'],
    ['text', 'roof', 'Roof'],
    ['begin repeat', 'person', 'Person', '${beds}', "${roof} != ''"],
    ['text', 'who', 'Who'],
    ['begin repeat', 'tooth', 'Tooth'],
    ['text', 'which', 'Which'],
    ['end repeat'],
    ['end repeat'],
    ['audit', 'fence', 'Left out'],
    ['integer', 'beds', 'Beds'],
    ['end repeat'],
    ['text', 'after', 'After'],
  ])
  const hidden = { type: 'TEXT', calculate: { var: '$self' } }
  expect(form.sections).toMatchObject([
    { id: 'form' },
    {
      id: 'house',
      repeat: { count: { var: 'n' } },
      fields: [{ id: 'house:key', ...hidden }, { id: 'roof' }, { id: 'beds' }],
    },
    {
      id: 'person',
      name: 'Person',
      repeat: {
        count: { var: 'beds' },
        visible_if: { '!=': [{ var: 'roof' }, null] },
        within: 'house',
        before: 'beds',
      },
      fields: [{ id: 'person:within', ...hidden }, { id: 'who' }, { id: 'which' }],
    },
    { id: 'form-2', fields: [{ id: 'after' }] },
  ])
  const lines = report.filter(({ name }) => ['house', 'person', 'tooth'].includes(name))
  expect(
    lines
      .filter(({ outcome }) => outcome !== 'translated')
      .map(({ name, what }) => `${name}: ${what}`),
  ).toEqual([
    'tooth: survey!B7: the repeat is within two others: it is asked once for each inner one',
    'tooth: survey!B7: its heading "Tooth" is not shown within the repeat',
  ])
})

it('reads other occurrences of a repeat within a repeat only where rules can', async () => {
  const calculated = (name: string, calculation: string) => ['calculate', name, null, calculation]
  const { form, report } = await sheets([
    ['type', 'name', 'label', 'calculation'],
    ['begin repeat', 'house', 'House'],
    ['text', 'roof', 'Roof'],
    ['begin repeat', 'person', 'Person'],
    ['integer', 'age', 'Age'],
    calculated('house_place', 'position(../..)'),
    ['end repeat'],
    calculated('own', 'indexed-repeat(${age}, ${person}, 2)'),
    calculated('around', 'sum(../../house/person/age)'),
    ['end repeat'],
    calculated('both', 'indexed-repeat(${age}, ${person}, 2, ${house}, 1)'),
    calculated('lacking', 'indexed-repeat(${age}, ${person}, 2)'),
    calculated('chosen', 'count(/data/house[2]/person[1])'),
    calculated('second', 'sum(/data/house[2]/person/age)'),
  ])
  const rules = Object.fromEntries(
    form.sections.flatMap(({ fields }) => fields.map(({ id, calculate }) => [id, calculate])),
  )
  expect(rules).toMatchObject({
    house_place: { var: '$position.house' },
    own: { item: [{ var: '$each.age' }, { '-': [2, 1] }] },
    both: {
      item: [{ item: [{ var: '$nested.age' }, { '-': [1, 1] }] }, { '-': [2, 1] }],
    },
  })
  const reasons = report.filter(({ outcome }) => outcome === 'left out')
  expect(reasons.map(({ name, what }) => `${name}${what.replace(/^.*"/, '')}`)).toEqual([
    'around: it reads a repeat within a repeat in all of the outer one',
    'lacking: it reads a repeat within a repeat, and lacks one of the numbers',
    'chosen: a condition in brackets chooses among outer occurrences',
    'second: a condition in brackets chooses among outer occurrences',
  ])
})

it.each([
  ['<house jr:template=""><person jr:template=""/></house>', [0, 0]],
  ['<house jr:template=""><person jr:template=""/></house><house><person/></house>', [1, 1]],
  ['<house><person/><person/></house><house><person/></house>', [2, 2]],
  ['<house jr:template=""><person/></house>', [0, 1]],
])(
  'begins with as many inner occurrences as the first outer one of an XForm: %s',
  async (data, begins) => {
    const filled = data.replaceAll('<person/>', '<person><who/></person>')
    const whole = filled.replaceAll('template=""/>', 'template=""><who/></person>')
    const xml = `<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Nested</h:title><model><instance><data id="nested">${whole}</data></instance></model></h:head>
<h:body><group ref="/data/house"><label>House</label><repeat nodeset="/data/house">
<group ref="/data/house/person"><label>Person</label><repeat nodeset="/data/house/person">
<input ref="/data/house/person/who"><label>Who</label></input></repeat></group></repeat></group></h:body></h:html>`
    const { form } = await importFile(Buffer.from(xml), 'form.xml', {
      id: null,
      title: null,
      leaveOutBroken: false,
    })
    expect(form.sections.map(({ repeat }) => repeat?.begins ?? 0)).toEqual(begins)
  },
)

it.each([
  { written: '0', repeat: { min: 0, max: 1 }, isReported: false },
  { written: '200', repeat: { min: 200, max: 200 }, isReported: false },
  { written: '250', repeat: { min: 200, max: 200 }, isReported: true },
])('asks at most 200 occurrences, and reports more: $written', async given => {
  const { form, report } = await sheets([
    ['type', 'name', 'label', 'repeat_count'],
    ['begin repeat', 'tree', 'Tree', given.written],
    ['text', 'kind', 'Kind'],
    ['end repeat'],
  ])
  expect(form.sections).toMatchObject([{ repeat: given.repeat }])
  const what = 'survey!D2: at most 200 occurrences are asked'
  expect(report).toEqual(given.isReported ? [{ name: 'tree', outcome: 'simplified', what }] : [])
})
