import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** Features of real forms that a form written for a test does not use. */

const options = { id: null, title: null, leaveOutBroken: false }
const sheets = (survey: (string | null)[][], choices: (string | null)[][] = []) =>
  importFile(workbook({ survey, choices }), 'form.xlsx', options)

const xform = (data: string, model: string, body: string) =>
  importFile(
    Buffer.from(`<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>Trees</h:title><model>
<instance><data id="trees">${data}</data></instance>
${model}
</model></h:head>
<h:body>${body}</h:body>
</h:html>`),
    'form.xml',
    options,
  )

describe('a workbook in the wild', () => {
  it('has always and never as words', async () => {
    const { form } = await sheets([
      ['type', 'name', 'label', 'relevant', 'calculation'],
      ['text', 'a', 'A', 'FALSE'],
      ['text', 'b', 'B', 'yes'],
    ])
    expect(form.sections[0]?.fields).toMatchObject([
      { id: 'a', visible_if: { if: [true, false] } },
      { id: 'b', visible_if: { if: [true, true] } },
    ])
  })

  it('says of a group or a note what only a question can have, once', async () => {
    const { form, report } = await sheets([
      [
        'type',
        'name',
        'label',
        'media::image',
        'required',
        'constraint',
        'calculation',
        'repeat_count',
      ],
      ['begin group', 'g', 'G', 'g.png', 'false', '. > 1', null, '2'],
      ['note', 'n', 'N', null, 'yes', ". = 'x'"],
      ['note', 'stop', 'Go back', null, 'no', 'false()'],
      ['text', 'c', 'C', null, 'yes', ". != 'x'", "concat('a', 'b')"],
      ['calculate', 'd', null, null, null, null, "digest(${c}, 'MD5')"],
      ['text', 'q', 'Q', null, null, null, null, '3'],
      ['end group', null, null, 'g.png'],
    ])
    expect(report.map(({ name, what }) => `${name} ${what}`)).toEqual([
      ' survey: the column "repeat_count" is not used (one cell at survey!H7: "3")',
      ' survey: the column "media::image" of groups is not used (one cell at survey!D2: "g.png")',
      ' survey: the column "constraint" of groups is not used (one cell at survey!F2: ". > 1")',
      ' survey: the column "repeat_count" of groups is not used (one cell at survey!H2: "2")',
      `n survey!B3: constraint ". = 'x'": nothing is answered here`,
      'n survey!B3: required "true()": nothing is answered here',
      'stop survey!B4: constraint "false()": nothing is answered here',
      'c survey!B5: what is worked out cannot be typed over',
      `c survey!B5: constraint ". != 'x'": nothing is answered here`,
      'c survey!B5: required "true()": nothing is answered here',
      `c survey!G5: calculation "concat('a', 'b')"`,
      `d survey!G6: calculation "digest(\${c}, 'MD5')": there is no digest() here`,
    ])
    expect(form.sections[0]?.fields[1]).not.toHaveProperty('valid_if')
  })

  it('writes null for no answer', async () => {
    const { form, report } = await sheets([
      ['type', 'name', 'label', 'calculation'],
      ['integer', 'a', 'A'],
      ['calculate', 'b', null, 'if(${a} > 1, ${a}, null)'],
    ])
    expect(form.sections[0]?.fields[1]).toMatchObject({
      calculate: { if: [{ '>': [{ to_number: [{ var: 'a' }] }, 1] }, { var: 'a' }, ''] },
    })
    expect(report).toContainEqual({
      name: 'b',
      outcome: 'simplified',
      what: 'survey!D3: calculation: null counts as an empty text',
    })
  })

  it('names the columns of its options in capitals', async () => {
    const { form } = await sheets(
      [
        ['type', 'name', 'label', 'choice_filter'],
        ['text', 'region', 'Region'],
        ['select_one town', 'town', 'Town', 'Region.Name = ${region}'],
      ],
      [
        ['list_name', 'name', 'label', 'Region.Name'],
        ['town', 'anand', 'Anand', 'gj'],
      ],
    )
    expect(form.sections[0]?.fields[1]).toMatchObject({
      choice_filter: { '==': [{ var: 'option.region_name' }, { var: 'region' }] },
      options: [{ more: { region_name: 'gj' } }],
    })
  })

  it('filters options that are in another file', async () => {
    const { form, report } = await sheets([
      ['type', 'name', 'label', 'choice_filter'],
      ['text', 'region', 'Region'],
      ['select_one_from_file towns.csv', 'town', 'Town', 'region_id = ${region}'],
    ])
    expect(form.sections[0]?.fields[1]).toMatchObject({ id: 'town', type: 'TEXT' })
    expect(report).toContainEqual({
      name: 'town',
      outcome: 'left out',
      what: 'survey!D3: choice filter "region_id = ${region}": its options are not in the file',
    })
  })

  it('searches its options in another file, whose columns are no options', async () => {
    const { form, report } = await sheets(
      [
        ['type', 'name', 'label', 'appearance'],
        [
          'select_one villages',
          'village',
          'Village',
          "minimal search('villages', 'matches', 'd', 1)",
        ],
      ],
      [
        ['list_name', 'name', 'label'],
        ['villages', 'name_key', 'name'],
      ],
    )
    expect(form.sections[0]?.fields).toMatchObject([{ id: 'village', type: 'TEXT', options: [] }])
    expect(report).toContainEqual({
      name: 'village',
      outcome: 'simplified',
      what: 'survey!B2: the answer is typed: its options are in villages.csv, which was not found; if it is a list of cases, import the form that registers them first, or add --cases',
    })
  })

  it('has the types of older forms', async () => {
    const { form, report } = await sheets([
      ['type', 'name', 'label'],
      ['phone number', 'phone', 'Phone'],
      ['uri:deviceid', 'device'],
      ['osm tags', 'building', 'Building'],
    ])
    expect(form.sections.flatMap(({ fields }) => fields)).toMatchObject([
      { id: 'phone', type: 'TEXT' },
      { id: 'device', type: 'TEXT', calculate: { var: '$deviceid' } },
    ])
    expect(report.filter(({ outcome }) => outcome === 'left out').map(({ name }) => name)).toEqual([
      'building',
    ])
  })

  it('is refused when it has an old format', async () => {
    const old = Buffer.from('d0cf11e0a1b11ae100000000', 'hex')
    await expect(importFile(old, 'form.xlsx', options)).rejects.toThrow(
      'The file is an old Excel workbook (.xls). Save it as .xlsx first.',
    )
  })
})

describe('an XForm in the wild', () => {
  it('names its places relative to their group', async () => {
    const { form } = await xform(
      '<plot/><tree><kind/><size><girth/></size><age/></tree>',
      '<bind nodeset="plot" required="true()"/><bind nodeset="tree/size/girth" type="int"/>',
      `<input ref="plot"><label>Plot</label></input>
       <group ref="tree"><label>Tree</label>
         <input ref="kind"><label>Kind</label></input>
         <group><input ref="size/girth"><label>Girth</label></input></group>
         <group ref="size"><input ref="current()/../age"><label>Age</label></input></group>
       </group>`,
    )
    expect(form.sections.flatMap(({ fields }) => fields)).toMatchObject([
      { id: 'plot', is_required: true },
      { id: 'kind', type: 'TEXT' },
      { id: 'girth', type: 'NUMBER' },
      { id: 'age', type: 'TEXT' },
    ])
  })

  it('starts with a value, and sets it again when an answer changes', async () => {
    const { form, report } = await xform(
      '<a/><b/>',
      '',
      `<setvalue event="odk-instance-first-load" ref="/data/b" value="1"/>
       <input ref="/data/a"><label>A</label>
         <setvalue event="xforms-value-changed" ref="/data/b" value="2"/></input>`,
    )
    expect(form.sections[0]?.fields).toMatchObject([
      { id: 'a' },
      {
        id: 'b',
        calculate: { var: '$self' },
        default_value: { if: [true, 1] },
        set_by: [{ fields: ['a'], to: { if: [true, 2] } }],
      },
    ])
    expect(report.filter(({ outcome }) => outcome !== 'translated')).toEqual([])
  })

  it('has groups with a picture or read only, which is reported once', async () => {
    const { report } = await xform(
      '<tree><kind/></tree>',
      `<itext><translation lang="en"><text id="t"><value>Tree</value><value form="image">jr://images/t.png</value></text></translation></itext>
<bind nodeset="/data/tree" readonly="/data/tree/kind = 'oak'"/>`,
      `<group ref="/data/tree"><label ref="jr:itext('t')"/>
         <input ref="/data/tree/kind"><label>Kind</label></input></group>`,
    )
    expect(report.map(({ name, what }) => `${name} ${what}`)).toEqual([
      ' line 7, column 9: the image of a group',
      ` line 7, column 9: "/data/tree/kind = 'oak'", which makes a group read only`,
    ])
  })
})
