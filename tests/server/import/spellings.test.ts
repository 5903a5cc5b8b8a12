import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** Spellings that must not become something else that looks right. */

const options = { id: null, title: null, leaveOutBroken: false }
const leftOut = (report: readonly { outcome: string; what: string }[]) =>
  report.filter(({ outcome }) => outcome === 'left out').map(({ what }) => what)

describe('a choice filter by a position', () => {
  const choices = [
    ['list_name', 'name', 'label'],
    ['towns', 'a', 'Aba'],
    ['towns', 'b', 'Bo'],
    ['towns', 'c', 'Cox'],
  ]
  const filtered = async (filter: string) => {
    const survey = [
      ['type', 'name', 'label', 'choice_filter'],
      ['integer', 'k', 'Which?', null],
      ['select_one towns', 't', 'Town', filter],
    ]
    const { form, report } = await importFile(workbook({ survey, choices }), 'f.xlsx', options)
    return { field: form.sections[0]?.fields[1], report }
  }

  it('that is known keeps that option', async () => {
    const { field, report } = await filtered('3')
    expect(field?.choice_filter).toEqual({ '==': [{ var: 'option.value' }, 'c'] })
    expect(leftOut(report)).toEqual([])
  })

  it('that is an answer is left out, with the reason', async () => {
    const { field, report } = await filtered('${k} + 1')
    expect(field?.choice_filter).toBeUndefined()
    expect(leftOut(report)).toEqual([
      'survey!D3: choice filter "${k} + 1": it chooses an option by its position',
    ])
  })
})

const xform = (data: string, binds: string, body: string) =>
  importFile(
    Buffer.from(`<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml">
<h:head><h:title>T</h:title><model><instance><data id="t">${data}</data></instance>${binds}</model></h:head>
<h:body>${body}</h:body></h:html>`),
    'form.xml',
    options,
  )

describe('an XForm', () => {
  it('sets in added occurrences alone what it sets in a new occurrence alone', async () => {
    const of = async (event: string) => {
      const { form } = await xform(
        '<rep><g><n/></g></rep>',
        '<bind nodeset="/data/rep/g/n" type="string"/>',
        `<group ref="/data/rep"><label>V</label><repeat nodeset="/data/rep"><input ref="/data/rep/g/n"><label>N</label></input><setvalue event="${event}" ref="/data/rep/g/n" value="'again'"/></repeat></group>`,
      )
      return JSON.stringify(form.sections[0]?.fields[0]?.default_value)
    }
    const always = await of('odk-instance-first-load odk-new-repeat')
    const added = await of('odk-new-repeat')
    expect(always).not.toContain('">"')
    expect(added).toContain('">"')
    expect(added).toContain('again')
  })

  it('has no option without a value, and says so', async () => {
    const { form, report } = await xform(
      '<q/>',
      '<bind nodeset="/data/q" type="string"/>',
      '<select1 ref="/data/q"><label>Colour</label><item><label>...</label><value> </value></item><item><label>Red</label><value>r</value></item></select1>',
    )
    expect(form.sections[0]?.fields[0]?.options).toMatchObject([{ value: 'r' }])
    expect(form.sections[0]?.fields[0]?.options).toHaveLength(1)
    expect(leftOut(report).join()).toContain('an option without a value')
  })
})

it('options that are earlier answers may be in a group of their repeat', async () => {
  const survey = [
    ['type', 'name', 'label'],
    ['begin repeat', 'm', 'Member'],
    ['begin group', 'ids', null],
    ['text', 'nick', 'Name'],
    ['end group', null, null],
    ['end repeat', null, null],
    ['select_one ${nick}', 'head', 'Head'],
  ]
  const { form, report } = await importFile(workbook({ survey }), 'f.xlsx', options)
  const head = form.sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'head')
  expect(head?.type).toBe('SELECT')
  expect(JSON.stringify(head?.options_from)).toContain('$each.nick')
  expect(leftOut(report)).toEqual([])
})
