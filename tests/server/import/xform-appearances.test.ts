import { expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'

/** How the questions of imported XForms are asked, beyond their types. */

it('an XForm has the same parameters by its own names, and what is secret is masked', async () => {
  const xml = `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:orx="http://openrosa.org/xforms" xmlns:odk="http://www.opendatakit.org/xforms">
<h:head><h:title>Looks</h:title><model>
<instance><data id="looks"><well/><plot/><door/><pain/><pin/><far/></data></instance>
<bind nodeset="/data/well" type="geopoint"/>
<bind nodeset="/data/plot" type="geoshape"/>
<bind nodeset="/data/door" type="binary" orx:max-pixels="640"/>
<bind nodeset="/data/pain" type="int"/>
<bind nodeset="/data/pin" type="string"/>
</model></h:head>
<h:body>
<input ref="/data/well" accuracyThreshold="10" unacceptableAccuracyThreshold="50"><label>W</label></input>
<input ref="/data/plot" incremental="true"><label>P</label></input>
<upload ref="/data/door" mediatype="image/*"><label>D</label></upload>
<range ref="/data/pain" start="0" end="10" step="1" odk:tick-interval="5" odk:placeholder="5"><label>P</label>
  <item><label>None</label><value>0</value></item></range>
<secret ref="/data/pin"><label>PIN</label></secret>
<range ref="/data/far" start="0" end="10" step="1"><label>F</label>
  <itemset nodeset="instance('elsewhere')/root/item"><value ref="name"/><label ref="label"/></itemset></range>
</h:body></h:html>`
  const { form, report } = await importFile(Buffer.from(xml), 'looks.xml', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  expect(form.sections.flatMap(({ fields }) => fields)).toMatchObject([
    { name: 'well', parameters: { 'capture-accuracy': 10, 'warning-accuracy': 50 } },
    { name: 'plot', type: 'GEOSHAPE', parameters: { incremental: 1 } },
    { name: 'door', parameters: { 'max-pixels': 640 } },
    {
      name: 'pain',
      parameters: { tick_interval: 5, placeholder: 5 },
      options: [{ value: '0', label: 'None' }],
    },
    { name: 'pin', type: 'TEXT', appearance: ['masked'] },
    { name: 'far', type: 'RANGE', options: [] },
  ])
  expect(report.map(({ what }) => what)).toEqual([
    'line 18, column 1: the labels of ticks that are not in the form',
  ])
})
