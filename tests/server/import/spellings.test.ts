import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { plainText } from '../../../src/form/texts/rich-text.ts'
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

  it('begins with an answer of the last interview, and reads it nowhere else', async () => {
    const { form, report } = await xform(
      '<a/><b/><rep><n/></rep><c/>',
      `<instance id="__last-saved" src="jr://instance/last-saved"/>
       <bind nodeset="/data/b" calculate="instance('__last-saved')/data/a"/>
       <setvalue event="odk-instance-first-load" ref="/data/a" value="instance('__last-saved')/data/a"/>
       <setvalue event="odk-instance-first-load" ref="/data/c" value="instance('__last-saved')/data/rep/n"/>`,
      `<input ref="/data/a"><label>A</label></input><input ref="/data/c"><label>C</label></input>
       <group ref="/data/rep"><label>R</label><repeat nodeset="/data/rep"><input ref="/data/rep/n"><label>N</label></input></repeat></group>`,
    )
    const fields = form.sections.flatMap(section => section.fields)
    expect(fields.map(({ id, default_value }) => [id, default_value])).toEqual([
      ['a', { var: '$last.a' }],
      ['c', undefined],
      ['n', undefined],
    ])
    expect(leftOut(report)).toEqual([
      expect.stringMatching(/default .*: it reads a repeat of an earlier interview$/),
      expect.stringMatching(/calculation .*: it reads an answer of an earlier interview$/),
    ])
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

describe('a text of a workbook', () => {
  const labelsOf = async (label: string) => {
    const survey = [
      ['type', 'name', 'label'],
      ['integer', 'ind_pos', 'Position'],
      ['integer', 'ind_age', 'Age'],
      ['text', 'q', label],
      ['begin repeat', 'hh', label],
      ['text', 'who', 'Who?'],
      ['end repeat', null, null],
    ]
    const { form } = await importFile(workbook({ survey }), 'f.xlsx', options)
    const [first, second] = form.sections
    return { label: first?.fields[2]?.label ?? '', heading: second?.name }
  }

  it('has its answers within brackets of any kind, after a backslash and within marks', async () => {
    for (const [written, shown] of [
      ['Sex (${ind_pos}, ${ind_age})', 'Sex (4, 31)'],
      ['Sex [${ind_pos}](${ind_age})', 'Sex [4](31)'],
      ['Sex <of ${ind_pos}, ${ind_age}>', 'Sex <of 4, 31>'],
      ['Sex {${ ind_pos }} **${ind_age}**', 'Sex {4} 31'],
      ['Sex \\(${ind_pos}\\) _[${ind_age}]_', 'Sex (4) [31]'],
      ['Sex \\${ind_pos} \\\\${ind_age}', 'Sex \\4 \\31'],
    ] as const) {
      const { label } = await labelsOf(written)
      const answers: Readonly<Record<string, string>> = { ind_pos: '4', ind_age: '31' }
      expect(plainText(label, key => answers[key] ?? `no ${key}`)).toBe(shown)
    }
  })

  it('heads a repeat without its answers and their brackets', async () => {
    expect((await labelsOf('Member (${ind_pos}) [${ind_age}]')).heading).toBe('Member')
  })
})

/** What is written, and what becomes of it: the type of its question, with what its line in the report ends with. */
interface Spelling {
  readonly of: string
  readonly row: readonly (string | null)[]
  readonly type: string | undefined
  readonly line: string
}

const columns = ['type', 'name', 'label', 'appearance', 'parameters', 'calculation', 'read_only']
const select = (appearance: string, list = 'people') =>
  [`select_one ${list}`, 'q', 'Q', appearance] as const
const calculated = (calculation: string) =>
  ['calculate', 'q', null, null, null, calculation] as const

const spellings: readonly Spelling[] = [
  {
    of: 'search() of a file that is an answer',
    row: select("search(${region}, 'startswith', 'full', ${place})"),
    type: 'TEXT',
    line: 'its search() names no file in quotation marks',
  },
  {
    of: 'search() of a file whose name is calculated, in capitals',
    row: select("minimal Search (concat('people_', ${region}))"),
    type: 'TEXT',
    line: 'its search() names no file in quotation marks',
  },
  {
    of: 'search() with a comparison that does not exist',
    row: select("search('people', 'like', 'full', ${region})"),
    type: 'TEXT',
    line: `its search() does not compare as "'like'" with a column and a value`,
  },
  {
    of: 'search() with a comparison and nothing to compare with',
    row: select("search('people', 'matches', 'full')"),
    type: 'TEXT',
    line: `its search() does not compare as "'matches'" with a column and a value`,
  },
  {
    of: 'search() whose list has only real options',
    row: select("search('people')", 'numbers'),
    type: 'TEXT',
    line: 'its list names no column of people.csv',
  },
  {
    of: 'a part that a position does not have',
    row: calculated("pulldata('@geopoint', ${place}, 'speed')"),
    type: undefined,
    line: 'a position has no "speed" here',
  },
  {
    of: "Survey123's scripts",
    row: calculated("pulldata('@javascript', 'a.js', 'f', ${place}, 1, 2)"),
    type: undefined,
    line: 'it asks Survey123 for "@javascript"',
  },
  {
    of: 'a read_only that cannot be translated',
    row: ['text', 'q', 'Q', null, null, null, 'digest(${place}) > 5'],
    type: 'TEXT',
    line: 'there is no digest() here',
  },
  {
    of: 'parameters with colons',
    row: ['range', 'q', 'Q', null, 'start:2 end:5'],
    type: 'RANGE',
    line: 'the parameters "start:2 end:5" are not written as name=value',
  },
  {
    of: 'a limit that is no number',
    row: ['range', 'q', 'Q', null, 'start=few end=5'],
    type: 'RANGE',
    line: 'the parameter start=few',
  },
  {
    of: 'an order that is neither random nor not',
    row: ['select_one numbers', 'q', 'Q', null, 'randomize=yes'],
    type: 'RADIO',
    line: 'the parameter randomize=yes',
  },
]

describe('a spelling that is not understood', () => {
  const importRow = (row: Spelling['row']) => {
    const survey = [
      columns,
      ['text', 'region', 'Region'],
      ['geopoint', 'place', 'Where?'],
      [...row],
    ]
    const choices = [
      ['list_name', 'name', 'label'],
      ['people', 'id_key', 'full'],
      ['numbers', '1', 'One'],
    ]
    return importFile(workbook({ survey, choices }), 'f.xlsx', options)
  }

  it.each(spellings)('has its true reason in the report: $of', async ({ row, type, line }) => {
    const { form, report } = await importRow(row)
    const field = form.sections.flatMap(({ fields }) => fields).find(({ id }) => id === 'q')
    expect(field?.type).toBe(type)
    for (const rule of ['options_from', 'random_order', 'calculate', 'read_only_if']) {
      expect(field ?? {}).not.toHaveProperty(rule)
    }
    const lines = report.filter(({ outcome }) => outcome !== 'translated')
    expect(lines.map(({ what }) => what)).toEqual([expect.stringMatching(/./)])
    expect(lines[0]?.what.endsWith(line)).toBe(true)
  })

  it('of the other option makes no question without it', async () => {
    await expect(importRow(['select_one numbers or_others', 'q', 'Q'])).rejects.toThrow(
      'the type "select_one numbers or_others" is not known',
    )
  })

  it('of the nodeset of options has its true reason, too', async () => {
    const { form, report } = await xform(
      '<q/>',
      '',
      `<select1 ref="/data/q"><label>Q</label><itemset nodeset="sort(instance('x')/root/item)"><value ref="name"/><label ref="label"/></itemset></select1>`,
    )
    expect(form.sections[0]?.fields[0]?.type).toBe('TEXT')
    const lines = report.filter(({ outcome }) => outcome === 'simplified')
    expect(lines.map(({ what }) => what)).toEqual([
      expect.stringContaining('its options cannot be read from "sort('),
    ])
  })
})
