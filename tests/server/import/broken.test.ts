import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { ImportProblem } from '../../../server/import/source.ts'
import { workbook } from './make-workbook.ts'

/** Files that were cut, mixed up or mistyped end with a message for the administrator, and never with a defect. */

const options = { id: null, title: null, leaveOutBroken: false }

const outcome = async (bytes: Buffer, name: string): Promise<string> => {
  try {
    await importFile(bytes, name, options)
    return 'form'
  } catch (failure) {
    if (failure instanceof ImportProblem && failure.message.length > 10) return 'problem'
    throw failure
  }
}

const cells = fc.constantFrom(
  'text',
  'integer',
  'select_one l',
  'select_multiple l or_other',
  'begin group',
  'end group',
  'begin repeat',
  'end repeat',
  'calculate',
  'note',
  'a',
  'b',
  'c',
  '1',
  'yes',
  '${a} = 1',
  'sum(${b})',
  '. > ',
  '(',
  "selected(${a}, 'x')",
  '',
  null,
  3,
  true,
  'position(..)',
  "instance('l')/root/item[a = 1]/b",
  '../a',
  '/data/b',
)
const columns = [
  'type',
  'name',
  'label',
  'relevant',
  'constraint',
  'calculation',
  'choice_filter',
  'required',
  'repeat_count',
]

it('a workbook with arbitrary contents', async () => {
  const rows = fc.array(fc.array(cells, { maxLength: 9 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rows, rows, async (survey, choices) => {
      const file = workbook({
        survey: [columns, ...survey],
        choices: [['list_name', 'name', 'label'], ...choices],
      })
      expect(['form', 'problem']).toContain(await outcome(file, 'a.xlsx'))
    }),
    { numRuns: 300, seed: 5 },
  )
})

it('a workbook with changed bytes', async () => {
  const whole = workbook({
    survey: [columns, ['text', 'a', 'A'], ['integer', 'b', 'B', '${a} = 1']],
  })
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(changes, fc.nat(whole.length), async (places, length) => {
      const file = Buffer.from(whole.subarray(0, length % 3 === 0 ? length : whole.length))
      for (const [place, byte] of places) if (place < file.length) file[place] = byte
      expect(['form', 'problem']).toContain(await outcome(file, 'a.xlsx'))
    }),
    { numRuns: 300, seed: 6 },
  )
})

const tags = fc.constantFrom(
  '<h:html>',
  '</h:html>',
  '<h:head>',
  '</h:head>',
  '<model>',
  '</model>',
  '<instance>',
  '</instance>',
  '<data id="d">',
  '</data>',
  '<a/>',
  '<bind nodeset="/data/a" relevant="../b = 1"/>',
  '<h:body>',
  '</h:body>',
  '<input ref="/data/a"/>',
  '<group ref="/data">',
  '</group>',
  '<repeat nodeset="/data/r">',
  '</repeat>',
  'text',
  '&amp;',
  '&b;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
)
const frame = (inside: string) =>
  `<h:html><h:head><model><instance><data><a/></data></instance></model></h:head><h:body>${inside}</h:body></h:html>`

it('an XForm with arbitrary contents', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tags, { maxLength: 12 }), fc.boolean(), async (parts, isFramed) => {
      const xml = isFramed ? frame(parts.join('')) : parts.join('')
      expect(['form', 'problem']).toContain(await outcome(Buffer.from(xml), 'a.xml'))
    }),
    { numRuns: 500, seed: 7 },
  )
})

it('elements nested without end', async () => {
  const xml = frame(`${'<group>'.repeat(20_000)}${'</group>'.repeat(20_000)}`)
  expect(await outcome(Buffer.from(xml), 'a.xml')).toBe('problem')
})
