import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'

const options = { id: null, title: null, leaveOutBroken: false }
const read = (xml: string) => importFile(Buffer.from(xml), 'form.xml', options)

const xform = (data: string, model: string, body: string) => `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Clinic &amp; more</h:title><model>
<instance><data id="clinic" version="3">${data}</data></instance>
${model}
</model></h:head>
<h:body>${body}</h:body>
</h:html>`

const clinic = xform(
  `<start/><x>2</x><visit><kind/><state>gj</state><district/></visit>
   <child jr:template=""><name/><age/><born/></child><total/><photo/><meta><instanceID/></meta>`,
  `<itext>
     <translation lang="English (en)" default="true()">
       <text id="kind"><value>Kind of visit</value><value form="image">jr://images/a.png</value></text>
       <text id="first"><value>First</value></text>
       <text id="anand"><value>Anand</value></text>
     </translation>
     <translation lang="हिन्दी (hi)">
       <text id="kind"><value>यात्रा</value></text>
       <text id="first"><value>-</value></text>
       <text id="anand"><value>आणंद</value></text>
     </translation>
   </itext>
   <instance id="districts"><root>
     <item><name>anand</name><itextId>anand</itextId><state>gj</state></item>
     <item><name>pune</name><label>Pune</label><state>mh</state></item>
   </root></instance>
   <bind nodeset="/data/start" jr:preload="timestamp" type="dateTime"/>
   <bind nodeset="/data/visit" relevant=" /data/x  &gt; 1"/>
   <bind nodeset="/data/visit/kind" type="select1" required="true()"/>
   <bind nodeset="/data/visit/district" relevant="selected(../kind, '1')"/>
   <bind nodeset="/data/child/age" type="int" constraint=". &lt; 18 or ../name = ''" jr:constraintMsg="Too old"/>
   <bind nodeset="/data/child/born" type="date" readonly="true()" calculate="date(today() - ../age * 365)"/>
   <bind nodeset="/data/total" calculate="count(/data/child)"/>
   <bind nodeset="/data/photo" type="binary"/>
   <submission action="https://elsewhere.example"/>`,
  `<group ref="/data/visit"><label>Visit</label>
     <select1 ref="/data/visit/kind" appearance="minimal"><label ref="jr:itext('kind')"/>
       <item><label ref="jr:itext('first')"/><value>1</value></item>
       <item><label>Second</label><value>2</value></item>
     </select1>
     <select1 ref="/data/visit/district"><label>District of <output value=" /data/visit/kind "/></label>
       <itemset nodeset="instance('districts')/root/item[state= /data/visit/state ]"><value ref="name"/><label ref="jr:itext(itextId)"/></itemset>
     </select1>
   </group>
   <group ref="/data/child"><label>Child</label><repeat nodeset="/data/child" jr:count="2">
     <input ref="/data/child/name"><label>Name</label><hint>In full</hint></input>
     <input ref="/data/child/age"><label>Age</label></input>
     <input ref="/data/child/born"><label>Born</label></input>
   </repeat></group>
   <upload ref="/data/photo" mediatype="image/*"><label>Photo</label></upload>`,
)

describe('an XForm', () => {
  it('becomes a form as a workbook does', async () => {
    const { form } = await read(clinic)
    expect(form).toMatchObject({ id: 'clinic', title: 'Clinic & more' })
    expect(form.sections).toMatchObject([
      {
        id: 'visit',
        name: 'Visit',
        fields: [
          {
            id: 'state',
            calculate: { cat: ['gj'] },
            visible_if: { '>': [{ to_number: [{ var: 'x' }] }, 1] },
          },
          {
            id: 'kind',
            type: 'SELECT',
            label: 'Kind of visit',
            labels: { en: 'Kind of visit', hi: 'यात्रा' },
            is_required: true,
            visible_if: { '>': [{ to_number: [{ var: 'x' }] }, 1] },
            options: [
              { value: '1', label: 'First', labels: { en: 'First' } },
              { value: '2', label: 'Second' },
            ],
          },
          {
            id: 'district',
            label: 'District of ${kind}',
            visible_if: {
              and: [
                { '>': [{ to_number: [{ var: 'x' }] }, 1] },
                { selected: [{ var: 'kind' }, '1'] },
              ],
            },
            choice_filter: {
              '==': [{ to_text: [{ var: 'option.state' }] }, { to_text: [{ var: 'state' }] }],
            },
            options: [
              { value: 'anand', label: 'Anand', labels: { hi: 'आणंद' }, more: { state: 'gj' } },
              { value: 'pune', label: 'pune', more: { state: 'mh' } },
            ],
          },
        ],
      },
      {
        id: 'child',
        name: 'Child',
        repeat: { min: 2, max: 2 },
        fields: [
          { id: 'name', help_text: 'In full' },
          { id: 'age', type: 'NUMBER', valid_message: 'Too old' },
          { id: 'born', type: 'DATE', show_calculation: true },
        ],
      },
      {
        id: 'form',
        fields: [
          { id: 'photo', type: 'IMAGE' },
          { id: 'x', calculate: { cat: ['2'] } },
          { id: 'total', calculate: { var: '$count.child' } },
          { id: 'instanceID', calculate: { cat: ['uuid:', { var: '$uuid' }] } },
        ],
      },
    ])
  })

  it('reports what it could not translate', async () => {
    const { report } = await read(clinic)
    const lines = report
      .filter(({ outcome }) => outcome === 'left out')
      .map(({ name, what }) => `${name}: ${what}`)
    expect(lines).toEqual([
      ': line 30, column 4: submission in the model',
      ': the version "3": the server counts the versions of a form itself',
      'kind: line 33, column 6: the image "a.png": the form has no such file of at most 2 MB',
      expect.stringContaining('start: line 4'),
    ])
  })

  const refusals: readonly (readonly [string, string, string])[] = [
    [
      'XML that is not well-formed',
      '<h:html>\n<h:head></h:html>',
      'line 2, column 9: the file is not well-formed XML',
    ],
    [
      'entities that grow',
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>',
      'line 2, column 1: a DOCTYPE is not read',
    ],
    ['another document', '<a/>', 'no head with a model'],
    [
      'a control without a place',
      xform('<a/>', '', '<input ref="/data/b"><label>B</label></input>'),
      'line 7, column 9: there is no place "/data/b" for its answer.',
    ],
    [
      'a path to nowhere',
      xform(
        '<a/>',
        '<bind nodeset="/data/a" relevant="/data/b = 1"/>',
        '<input ref="/data/a"><label>A</label></input>',
      ),
      'line 5, column 1, character 1: there is no "/data/b", in relevant "/data/b = 1".',
    ],
    [
      'a control that is none',
      xform('<a/>', '', '<inputs ref="/data/a"/>'),
      'line 7, column 9: the control "inputs" is not known.',
    ],
    [
      'a place bound twice',
      xform('<a/>', '<bind nodeset="/data/a"/><bind nodeset="/data/a"/>', '<input ref="/data/a"/>'),
      'line 5, column 26: "/a" already has a bind.',
    ],
  ]
  it.each(refusals)('refuses %s', async (_name, xml, message) => {
    await expect(read(xml)).rejects.toThrow(message)
  })

  it('keeps the number of occurrences that cannot be added to, and reports nothing of a secret', async () => {
    const { form, report } =
      await read(`<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa">
<h:head><h:title>Form</h:title><model>
<instance><data id="form"><pin/><one><a/></one><one><a/></one><two><b/></two><three jr:template=""><c/></three></data></instance>
<bind nodeset="/data/pin" type="string"/>
</model></h:head>
<h:body><secret ref="/data/pin"><label>PIN</label></secret>
<group ref="/data/one"><label>One</label><repeat nodeset="/data/one" jr:noAddRemove="true()"><input ref="/data/one/a"><label>A</label></input></repeat></group>
<group ref="/data/two"><label>Two</label><repeat nodeset="/data/two" jr:count="2" jr:noAddRemove="true()"><input ref="/data/two/b"><label>B</label></input></repeat></group>
<group ref="/data/three"><label>Three</label><repeat nodeset="/data/three" jr:noAddRemove="true()"><input ref="/data/three/c"><label>C</label></input></repeat></group>
</h:body></h:html>`)
    expect(form.sections.map(({ id, repeat }) => [id, repeat?.min, repeat?.max])).toEqual([
      ['form', undefined, undefined],
      ['one', 2, 2],
      ['two', 2, 2],
      ['three', 0, 200],
    ])
    expect(report.map(({ name, outcome, what }) => `${name} ${outcome} ${what}`)).toEqual([
      'three left out line 9, column 46: jr:noAddRemove of a repeat without occurrences',
    ])
  })

  it('refuses a file that is not UTF-8', async () => {
    const bytes = Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e])
    await expect(importFile(bytes, 'a.xml', options)).rejects.toThrow('not written in UTF-8')
  })
})

it('keeps the line breaks of an author, and not those of the formatting around an embedded answer', async () => {
  const { form } = await read(
    xform(
      '<name/><age/><there/>',
      '<bind nodeset="/data/name" type="string"/><bind nodeset="/data/age" type="int"/>',
      `<input ref="/data/name"><label>Name</label></input>
       <input ref="/data/age"><label>Age of <output value="/data/name"/>
In years</label></input>
       <input ref="/data/there">
         <label>Is
           <output value="/data/name"/>
           there?
         </label>
         <hint>Knock.
           Then wait.</hint>
       </input>`,
    ),
  )
  const fields = form.sections.flatMap(section => section.fields)
  expect(fields.slice(1)).toMatchObject([
    { label: 'Age of ${name}\nIn years' },
    { label: 'Is ${name} there?', help_text: 'Knock.\nThen wait.' },
  ])
})

it('reports a value that only one occurrence of a repeat begins with', async () => {
  const { report } = await read(
    xform(
      `<seed jr:template=""><crop>maize</crop><bags/></seed>
       <seed><crop>maize</crop><bags/></seed><seed><crop>millet</crop><bags/></seed>`,
      '',
      `<group ref="/data/seed"><label>Seed</label><repeat nodeset="/data/seed">
         <input ref="/data/seed/crop"><label>Crop</label></input>
         <input ref="/data/seed/bags"><label>Bags</label></input>
       </repeat></group>`,
    ),
  )
  expect(report.filter(({ outcome }) => outcome === 'left out').map(({ what }) => what)).toEqual([
    expect.stringMatching(
      /^line 5, column \d+: the value "millet" of crop in one occurrence of its repeat$/,
    ),
    'the version "3": the server counts the versions of a form itself',
  ])
})
