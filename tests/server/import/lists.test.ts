import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listRows, parseList } from '../../../replication/wire/form/files.ts'
import { importFile } from '../../../server/import/import-file.ts'
import type { ListFile } from '../../../server/import/lists/lists.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { questionTitle } from '../../../src/features/fill/texts/spoken.ts'
import { createFillDevice, newInterview } from '../../features/fill/fixtures.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { workbook } from './make-workbook.ts'
import { questionsOf } from './walk-source.ts'

/** Options and values that are looked up in lists: files next to a form, its own lists, and its repeats. */

const files: Readonly<Record<string, string>> = {
  'districts.csv': 'name,label,state\nanand,Anand,gj\nkheda,Kheda,gj\npune,Pune,mh\n',
  'villages.csv':
    '\uFEFFname_key;name;name_fr;district;people\nv1;Rampura;Rampoura;anand;1200\nv2;"Bhalej; old";Bhaledj;anand;80\nv3;Lonavla;;pune;100000\n',
  'clinics.xml':
    '<root><item><name>c1</name><label>North clinic</label></item><item><name>c2</name><label>South clinic</label></item></root>',
  'wells.geojson': `\uFEFF${JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 'w1',
        properties: { title: 'Old well', depth: 30 },
        geometry: { type: 'Point', coordinates: [72.9, 22.5] },
      },
    ],
  })}`,
}

const book = workbook({
  survey: [
    ['type', 'name', 'label', 'choice_filter', 'appearance', 'calculation', 'parameters'],
    ['select_one state', 'state', 'State'],
    ['select_one_from_file districts.csv', 'district', 'District', 'state = ${state}'],
    [
      'select_one villages',
      'village',
      'Village',
      null,
      "minimal search('villages', 'matches', 'district', ${district})",
    ],
    [
      'calculate',
      'people',
      null,
      null,
      null,
      "pulldata('villages', 'people', 'name_key', ${village})",
    ],
    ['note', 'large', '${village_label}: ${people}'],
    [
      'calculate',
      'village_label',
      null,
      null,
      null,
      "instance('districts')/root/item[name = ${district}]/label",
    ],
    ['select_multiple_from_file clinics.xml', 'clinics', 'Clinics'],
    ['select_one_from_file wells.geojson', 'well', 'Well'],
    [
      'calculate',
      'well_at',
      null,
      null,
      null,
      "instance('wells')/root/item[id = ${well}]/geometry",
    ],
    ['begin repeat', 'member', 'Member'],
    ['text', 'who', 'Name'],
    ['integer', 'age', 'Age'],
    ['end repeat'],
    ['select_one ${who}', 'head', 'Head', '${age} >= 18'],
    ['select_one state', 'mixed', 'Mixed', null, null, null, 'randomize=true seed=${people}'],
  ],
  choices: [
    ['list_name', 'name', 'label', 'label::French (fr)'],
    ['state', 'gj', 'Gujarat', 'Goudjerat'],
    ['state', 'mh', 'Maharashtra', 'Maharachtra'],
    ['villages', 'name_key', 'name', 'name_fr'],
  ],
})

const imported = (given: Readonly<Record<string, string | Uint8Array>>) =>
  importFile(book, 'visits.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
    readFile: name => (given[name] === undefined ? null : Buffer.from(given[name])),
  })

const listsOf = (used: readonly ListFile[]) =>
  new Map(
    used.flatMap(({ id, contents }) => {
      const list = parseList(contents)
      return list === null ? [] : [[id, listRows(list)] as const]
    }),
  )

let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview
let report: Awaited<ReturnType<typeof imported>>['report']

beforeAll(async () => {
  device = await createFillDevice()
})
afterAll(() => device.db.close())
beforeEach(async () => {
  const made = await imported(files)
  report = made.report
  const lists = listsOf(made.files)
  interview = newInterview(device, compile(questionsOf(made.form), lists))
})
afterEach(() => interview.close())

const field = (id: string, occurrence = 0) =>
  fieldOf(interview.form, occurrence === 0 ? id : `${id}\u0000${occurrence}`)
const answer = (id: string, value: string | string[], occurrence = 0) =>
  interview.edit(field(id, occurrence), value)
const offered = (id: string) =>
  interview.logic.options(field(id)).map(({ value, label }) => `${value} ${label}`)
const value = (id: string) => interview.answers.get(field(id))

it('nothing of it is left out', () => {
  expect(report.filter(({ outcome }) => outcome === 'left out')).toEqual([])
  expect(interview.form.logic?.problems).toEqual([])
})

describe('options of a file', () => {
  it('are those that the filter leaves, and follow the answers', () => {
    expect(offered('district')).toEqual([])
    answer('state', 'gj')
    expect(offered('district')).toEqual(['anand Anand', 'kheda Kheda'])
    answer('district', 'anand')
    answer('state', 'mh')
    expect(offered('district')).toEqual(['pune Pune'])
    expect(interview.validity.problem('district')?.kind).toBe('notOffered')
    answer('district', 'pune')
    expect(interview.validity.problem('district')).toBeNull()
  })

  it('are those that search() finds, in each language, whatever the separator of the file', () => {
    answer('state', 'gj')
    answer('district', 'anand')
    expect(offered('village')).toEqual(['v1 Rampura', 'v2 Bhalej; old'])
    interview.setLanguage('fr')
    expect(offered('village')).toEqual(['v1 Rampoura', 'v2 Bhaledj'])
  })

  it('come from XML and GeoJSON too, and several can be chosen', () => {
    expect(offered('clinics')).toEqual(['c1 North clinic', 'c2 South clinic'])
    expect(field('clinics')).toMatchObject({ type: 'SELECT', multiple: true })
    answer('clinics', ['c1', 'c2'])
    expect(interview.validity.problem('clinics')).toBeNull()
    expect(offered('well')).toEqual(['w1 Old well'])
    answer('well', 'w1')
    expect(value('well_at')).toBe('22.5 72.9 0 0')
  })

  it('are typed when the file is missing, which the report says', async () => {
    const { form, report: lines } = await imported({ ...files, 'districts.csv': 'code\nanand\n' })
    const fields = form.sections.flatMap(section => section.fields)
    expect(fields.find(({ id }) => id === 'district')).toMatchObject({ type: 'TEXT', options: [] })
    expect(lines).toContainEqual({
      name: 'district',
      outcome: 'simplified',
      what: 'survey!B3: the answer is typed: its options are in the column "name" of districts.csv, which was not found',
    })
  })
})

it.each([
  ['districts.csv', 'name,label,state\nkheda,Khéda,gj\n'],
  ['wells.geojson', files['wells.geojson']?.replace('Old', 'Né') ?? ''],
])(
  '%s in another encoding than UTF-8 is refused, because its letters would be wrong',
  async (name, text) => {
    const inLatin1 = Buffer.from(text.replace('\uFEFF', ''), 'latin1')
    await expect(imported({ ...files, [name]: inLatin1 })).rejects.toThrow(
      `${name} cannot be read: it is not in UTF-8; in Excel, save it as "CSV UTF-8".`,
    )
  },
)

it('what rows cannot have is reported', async () => {
  const bytes = workbook({
    survey: [
      ['type', 'name', 'label', 'appearance'],
      ['select_one v', 'v', 'V', "search('villages')"],
      ['select_one_from_file districts.csv or_other', 'd', 'D', null],
    ],
    choices: [
      ['list_name', 'name', 'label'],
      ['v', 'name_key', 'name, people'],
      ['v', '99', 'None of them'],
    ],
  })
  const { report: lines } = await importFile(bytes, 'visits.xlsx', {
    id: null,
    title: null,
    leaveOutBroken: false,
    readFile: name => Buffer.from(files[name] ?? ''),
  })
  expect(lines.filter(({ outcome }) => outcome === 'left out').map(({ what }) => what)).toEqual([
    'survey!B2: the option "99", which is not a row of villages.csv',
    'survey!B2: the column "people" in the labels of its options',
    'survey!B3: the option "other", which is not a row of its list',
  ])
})

it('values are looked up by pulldata() and instance()', () => {
  answer('state', 'gj')
  answer('district', 'anand')
  answer('village', 'v2')
  expect([value('people'), value('village_label')]).toEqual(['80', 'Anand'])
  expect(questionTitle(interview, field('large'))).toBe('Anand: 80')
})

it('options are the answers of a repeat that fulfil the filter', () => {
  answer('who', 'Asha')
  answer('age', '41')
  interview.addOccurrence('member')
  answer('who', 'Ida', 1)
  answer('age', '12', 1)
  expect(offered('head')).toEqual(['Asha Asha'])
  answer('age', '19', 1)
  expect(offered('head')).toEqual(['Asha Asha', 'Ida Ida'])
})

it('a random order depends on its seed only', () => {
  answer('state', 'gj')
  answer('district', 'anand')
  const orders = new Set(
    ['v1', 'v2', 'v3'].map(village => {
      answer('village', village)
      return offered('mixed').join()
    }),
  )
  expect([...orders].sort()).toEqual(['gj Gujarat,mh Maharashtra', 'mh Maharashtra,gj Gujarat'])
})

const xform = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Wells</h:title><model>
  <instance><data id="wells"><state/><district/><kind/><kind_label/></data></instance>
  <instance id="places" src="jr://file-csv/districts.csv"/>
  <instance id="kinds"><root>
    <item><name>dug</name><itextId>dug</itextId></item>
    <item><name>bore</name><itextId>bore</itextId></item>
  </root></instance>
  <itext>
    <translation lang="English (en)" default="true()">
      <text id="dug"><value>Dug well</value></text><text id="bore"><value>Borehole</value></text>
    </translation>
    <translation lang="French (fr)">
      <text id="dug"><value>Puits</value></text><text id="bore"><value>Forage</value></text>
    </translation>
  </itext>
  <bind nodeset="/data/kind_label" calculate="jr:itext(instance('kinds')/root/item[name = /data/kind ]/itextId)"/>
</model></h:head>
<h:body>
  <input ref="/data/state"><label>State</label></input>
  <select1 ref="/data/district"><label>District</label>
    <itemset nodeset="randomize(instance('places')/root/item[state = /data/state ], 3)"><value ref="name"/><label ref="label"/></itemset>
  </select1>
  <select1 ref="/data/kind"><label>Kind</label>
    <itemset nodeset="instance('kinds')/root/item"><value ref="name"/><label ref="jr:itext(itextId)"/></itemset>
  </select1>
</h:body></h:html>`

it('an XForm has options from a file, and labels of rows in the chosen language', async () => {
  const {
    form,
    files: used,
    report: lines,
  } = await importFile(Buffer.from(xform), 'wells.xml', {
    id: null,
    title: null,
    leaveOutBroken: false,
    readFile: name => Buffer.from(files[name] ?? ''),
  })
  expect(lines.filter(({ outcome }) => outcome !== 'translated')).toEqual([])
  await interview.close()
  const lists = listsOf(used)
  interview = newInterview(device, compile(questionsOf(form), lists))
  answer('state', 'gj')
  expect(offered('district').toSorted()).toEqual(['anand Anand', 'kheda Kheda'])
  answer('kind', 'bore')
  expect(value('kind_label')).toBe('Borehole')
  interview.setLanguage('fr')
  expect(value('kind_label')).toBe('Forage')
})
