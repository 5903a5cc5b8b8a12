import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** The column `trigger` of a workbook, and `setvalue` within a control of an XForm. */

const options = { id: null, title: null, leaveOutBroken: false }

type Cells = readonly (string | null)[]
const header = ['type', 'name', 'label', 'calculation', 'trigger', 'read_only', 'default']
const imported = async (rows: readonly Cells[]) => {
  const { form, report } = await importFile(
    workbook({ survey: [header, ...rows] }),
    'f.xlsx',
    options,
  )
  const fields = new Map(form.sections.flatMap(one => one.fields).map(one => [one.id, one]))
  const lines = report
    .filter(({ outcome }) => outcome !== 'translated')
    .map(({ name, what }) => `${name}: ${what}`)
  return { fields, lines }
}

const born: Cells = ['date', 'born', 'Born on']

describe('a question with a trigger', () => {
  it('is set by its calculation, and stays a question', async () => {
    const { fields, lines } = await imported([
      born,
      ['integer', 'age', 'Age', 'int((today() - ${born}) div 365)', '${born}'],
    ])
    const age = fields.get('age')
    expect(age).toMatchObject({ type: 'NUMBER', set_by: [{ fields: ['born'] }] })
    expect(JSON.stringify(age?.set_by?.[0]?.to)).toContain('"born"')
    expect(age).not.toHaveProperty('calculate')
    expect(lines).toEqual([])
  })

  it('may have several, and is cleared where it has no calculation', async () => {
    const { fields, lines } = await imported([
      born,
      ['text', 'who', 'Who?'],
      ['text', 'remark', 'Remark', null, '${born}, ${who}', null, 'none'],
    ])
    expect(fields.get('remark')?.set_by).toEqual([{ fields: ['born', 'who'] }])
    expect(fields.get('remark')?.default_value).toEqual({ cat: ['none'] })
    expect(lines).toEqual([])
  })

  it('is not asked when it is read only, a calculation, or has neither a label nor a hint', async () => {
    const { fields, lines } = await imported([
      born,
      ['integer', 'shown', 'Shown', '1 + 1', '${born}', 'yes'],
      ['note', 'told', 'Told', "'x'", '${born}'],
      ['calculate', 'worked', null, 'now()', '${born}'],
      ['dateTime', 'at', null, 'now()', '${born}'],
    ])
    const kinds = ['shown', 'told', 'worked', 'at'].map(id => {
      const { calculate, show_calculation, set_by } = fields.get(id) ?? {}
      return [calculate, show_calculation ?? false, set_by?.[0]?.fields]
    })
    const kept = { var: '$self' }
    expect(kinds).toEqual([
      [kept, true, ['born']],
      [kept, true, ['born']],
      [kept, false, ['born']],
      [kept, false, ['born']],
    ])
    expect(lines).toEqual([])
  })

  it('stays open, with a line, when the surveyor never changes the trigger', async () => {
    const { fields, lines } = await imported([
      ['calculate', 'sum', null, '1 + 1'],
      ['audit', 'way', 'Way'],
      ['text', 'a', 'A', "'x'", '${sum}'],
      ['text', 'b', 'B', "'x'", '${way}'],
      ['text', 'c', 'C', "digest('x')", '${a}'],
    ])
    for (const id of ['a', 'b', 'c']) {
      expect(fields.get(id)?.type).toBe('TEXT')
      expect(fields.get(id)).not.toHaveProperty('set_by')
    }
    expect(lines.filter(line => /^[abc]:/.test(line))).toEqual([
      'a: survey!E4: trigger "${sum}": the surveyor never changes "sum"',
      'b: survey!E5: trigger "${way}": the surveyor never changes "way"',
      `c: survey!D6: calculation "digest('x')": there is no digest() here`,
    ])
  })

  it('refuses a trigger that is no question', async () => {
    await expect(imported([['text', 'a', 'A', "'x'", '6']])).rejects.toThrow(
      'survey!E2, character 1: it must be the name of a question',
    )
    await expect(imported([['text', 'a', 'A', "'x'", '${gone}']])).rejects.toThrow(
      'there is no "gone"',
    )
  })
})

const xform = async (data: string, binds: string, body: string) => {
  const { form, report } = await importFile(
    Buffer.from(`<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>T</h:title><model><instance><data id="t">${data}</data></instance>${binds}</model></h:head>
<h:body>${body}</h:body></h:html>`),
    'form.xml',
    options,
  )
  const lines = report.filter(({ outcome }) => outcome !== 'translated').map(({ what }) => what)
  return { fields: form.sections.flatMap(one => one.fields), lines }
}

describe('setvalue within a control', () => {
  it('sets by an expression, a content, or nothing, and also what has no control', async () => {
    const set = (ref: string, more: string) =>
      `<setvalue event="xforms-value-changed" ref="/data/${ref}"${more}`
    const { fields, lines } = await xform(
      '<a/><g><b/></g><c/><d/><e/>',
      '<bind nodeset="/data/e" type="int"/>',
      `<input ref="/data/a"><label>A</label>${set('g/b', ` value="concat(/data/a, '!')"/>`)}${set('c', '>some</setvalue>')}${set('e', ' value="1 + 1"/>')}</input>
       <group ref="/data/g"><label>G</label><input ref="/data/g/b"><label>B</label>${set('d', '/>')}</input></group>
       <input ref="/data/c"><label>C</label></input><input ref="/data/d"><label>D</label></input>`,
    )
    const sets = fields.map(({ id, calculate, set_by }) => [id, [calculate, set_by]])
    const to = expect.anything() as unknown
    expect(Object.fromEntries(sets)).toEqual({
      a: [undefined, undefined],
      b: [undefined, [{ fields: ['a'], to }]],
      c: [undefined, [{ fields: ['a'], to: { cat: ['some'] } }]],
      d: [undefined, [{ fields: ['b'] }]],
      e: [{ var: '$self' }, [{ fields: ['a'], to }]],
    })
    expect(lines).toEqual([])
  })

  it('is left out, with a line, for any other event or action', async () => {
    const { fields, lines } = await xform(
      '<a/><b/>',
      '',
      `<input ref="/data/a"><label>A</label><setvalue event="DOMActivate" ref="/data/b" value="1"/><setgeopoint event="xforms-value-changed" ref="/data/b"/></input><input ref="/data/b"><label>B</label></input>`,
    )
    expect(fields[1]).not.toHaveProperty('set_by')
    expect(lines.map(line => line.replace(/^.*: /, ''))).toEqual(['setvalue', 'setgeopoint'])
  })
})
