import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook, workbookFiles, zip } from './make-workbook.ts'

const options = { id: null, title: null, leaveOutBroken: false }
const read = (bytes: Buffer, more: object = {}) =>
  importFile(bytes, 'my form.xlsx', { ...options, ...more })

const head = ['type', 'name', 'label', 'relevant', 'constraint'] as const
const survey = (...rows: (string | null)[][]) => workbook({ survey: [[...head], ...rows] })
const whole = survey(['text', 'a', 'A'])

describe('a workbook that is no form', () => {
  const refusals: readonly (readonly [string, Buffer, string])[] = [
    ['not a zip', Buffer.from('type,name\ntext,a\n'.repeat(10)), 'it is not a zip'],
    ['cut off', whole.subarray(0, 700), 'it is not a zip'],
    ['a zip of something else', zip({ 'a.txt': 'hello' }), 'not a readable Excel workbook (.xlsx)'],
    ['without a survey', workbook({ choices: [['type', 'name']] }), 'no sheet "survey"'],
    [
      'without names',
      workbook({
        survey: [
          ['type', 'label'],
          ['text', 'A'],
        ],
      }),
      'no column "name"',
    ],
    ['without questions', survey(), 'no questions'],
    ['an unknown type', survey(['txet', 'a', 'A']), 'survey!A2: the type "txet" is not known.'],
    [
      'a question without a name',
      survey(['text', null, 'A']),
      'survey!2: the question has no name.',
    ],
    ['a name that is none', survey(['text', '1 a', 'A']), 'survey!B2: "1 a" is not a valid name'],
    [
      'a name twice',
      survey(['text', 'a', 'A'], ['text', 'a', 'B']),
      'survey!B3: "a" is already used at survey!B2.',
    ],
    [
      'a group not ended',
      survey(['begin group', 'g', 'G'], ['text', 'a', 'A']),
      'survey!B2: "begin group" is never ended.',
    ],
    [
      'an end of nothing',
      survey(['text', 'a', 'A'], ['end repeat', null]),
      'survey!A3: "end repeat" has no matching "begin repeat".',
    ],
    [
      'an end of something else',
      survey(['begin repeat', 'r', 'R'], ['text', 'a', 'A'], ['end group', null]),
      'survey!A4: "end group" appears where the repeat that begins at survey!B2 must end.',
    ],
    [
      'a mark of an answer not ended',
      survey(['text', 'nm', 'N'], ['note', 'b', 'Hello ${ nm, welcome']),
      'survey!C3: "${ nm, welcome" has no "}" that ends it.',
    ],
    [
      'a mark within another one',
      survey(['text', 'nm', 'N'], ['note', 'b', 'Hello ${a ${nm}']),
      'survey!C3: "${a " has no "}" that ends it.',
    ],
    [
      'a mark in the label of an option',
      workbook({
        survey: [[...head], ['select_one l', 'a', 'A']],
        choices: [
          ['list_name', 'name', 'label::English (en)'],
          ['l', 'x', 'Of ${a'],
        ],
      }),
      'choices!C2: "${a" has no "}" that ends it.',
    ],
    [
      'a bracket not closed',
      survey(['text', 'a', 'A'], ['text', 'b', 'B', "(${a} = '1'"]),
      'survey!D3, character 12: ")" is missing for the "(" at character 1, in relevant "(${a} = \'1\'".',
    ],
    [
      'an answer from nowhere',
      survey(['text', 'a', 'A', null, '. != ${b}']),
      'survey!E2, character 6: there is no "b", in constraint ". != ${b}".',
    ],
    [
      'too little for a function',
      survey(['text', 'a', 'A', 'selected(${a})']),
      'survey!D2, character 1: selected() takes 2, and is given 1',
    ],
    [
      'a list that is nowhere',
      survey(['select_one x', 'a', 'A']),
      'survey!A2: the sheet "choices" has no list "x".',
    ],
    [
      'an option twice',
      workbook({
        survey: [
          ['type', 'name'],
          ['select_one x', 'a'],
        ],
        choices: [
          ['list_name', 'name'],
          ['x', 'b'],
          ['x', 'b'],
        ],
      }),
      'choices!B3: "b" is already in the list "x", at choices!B2.',
    ],
    [
      'a column twice',
      workbook({ survey: [['type', 'name', 'Name']] }),
      'survey!C1: the column "name" is already at survey!B1.',
    ],
    [
      'a zip that grows without end',
      zip({ ...workbookFiles({ survey: [] }), 'xl/media/a.xml': Buffer.alloc(80 * 1024 * 1024) }),
      'more than 64 MB',
    ],
  ]
  it.each(refusals)('%s', async (_name, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message)
  })

  it('is read without a cell at the far end of the sheet, which is reported', async () => {
    const files = workbookFiles({
      survey: [
        ['type', 'name', 'label'],
        ['text', 'a', 'A'],
        ['text', 'b', 'B'],
      ],
    })
    const name = 'xl/worksheets/sheet1.xml'
    const sheet = (files[name] ?? '').replace(
      '</sheetData>',
      '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
    )
    const { form, report } = await read(zip({ ...files, [name]: sheet }))
    expect(form.sections[0]?.fields.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(report).toContainEqual({
      name: '',
      outcome: 'left out',
      what: 'the cells from XFD1048576 on in the sheet "survey", which lie far from all others',
    })
  })

  it('reports the cells of columns without a heading, and is refused with two sheets of one name', async () => {
    const rows = [
      ['type', 'name', 'label', null, 'hint'],
      ['text', 'a', 'A', "${b} = '1'", 'H'],
      ['text', 'b', 'B', null, null, 'late'],
    ]
    const { report } = await read(workbook({ survey: rows, remarks: rows }))
    expect(report.map(({ what }) => what)).toContain(
      `survey: what is in columns without a heading (2 cells, the first at survey!D2: "\${b} = '1'")`,
    )
    expect(report).toHaveLength(2)
    await expect(read(workbook({ survey: rows, 'survey ': rows }))).rejects.toThrow(
      'Two sheets are called "survey", except for spaces and capitals.',
    )
  })

  it('is refused where a formula has an error or no value, because its cell would be empty', async () => {
    const files = workbookFiles({
      survey: [
        ['type', 'name', 'label', 'relevant', 'hint'],
        ['text', 'a', 'A', 'ERROR', 'EMPTY', 'ERROR'],
        ['text', 'b', 'B', 'NONE', 'BARE'],
      ],
      notes: [['ERROR']],
    })
    const written = (text: string) =>
      new RegExp(` t="inlineStr"><is><t [^>]*>${text}</t></is>`, 'g')
    const withFormulas = Object.entries(files).map(([name, content]) => [
      name,
      content
        .replace(written('ERROR'), ' t="e"><f>#REF!</f><v>#REF!</v>')
        .replace(written('EMPTY'), ' t="str"><f>""</f><v></v>')
        .replace(written('NONE'), '><f>CONCAT("a","b")</f><v></v>')
        .replace(written('BARE'), '><f>A1</f>'),
    ])
    const failure: unknown = await read(zip(Object.fromEntries(withFormulas))).catch(
      (why: unknown) => why,
    )
    const noValue =
      'the formula has no value yet; open the file in Excel or LibreOffice, and save it.'
    expect((failure as Error).message.split('\n')).toEqual([
      'survey!D2: the cell has the error #REF!.',
      `survey!D3: ${noValue}`,
      `survey!E3: ${noValue}`,
    ])
  })

  it('reports merged cells, of which a sheet has only the first', async () => {
    const rows = [
      ['type', 'name', 'label', 'relevant'],
      ['text', 'a', 'A', "1 = '1'"],
      ['text', 'b', 'B', null],
    ]
    const files = workbookFiles({ survey: rows, remarks: rows })
    const ranges = ['A1:B1', 'D2:D3', 'F2:F3'].map(range => `<mergeCell ref="${range}"/>`).join('')
    const merged = Object.entries(files).map(([name, content]) => [
      name,
      content.replace('</sheetData>', `</sheetData><mergeCells count="3">${ranges}</mergeCells>`),
    ])
    const { report } = await read(zip(Object.fromEntries(merged)))
    expect(report.filter(({ outcome }) => outcome === 'left out').map(({ what }) => what)).toEqual([
      'survey!D2:D3: these cells are merged, and only the first is read',
      'the sheet "remarks"',
    ])
  })

  it('names a note without a name, and accepts the spellings of yes and no', async () => {
    const rows = ['yes', 'T', 'y', '1', 'TRUE', 'no', 'F', '0', null]
    const { form } = await read(
      workbook({
        survey: [
          ['type', 'name', 'label', 'required'],
          ['note', null, 'Read **this**', null],
          ...rows.map((required, n) => ['text', `q${n}`, 'Q', required]),
        ],
      }),
    )
    const [note, ...fields] = form.sections[0]?.fields ?? []
    expect(note).toMatchObject({ id: 'note_2', type: 'NOTE', label: 'Read **this**' })
    expect(fields.map(({ is_required: isRequired }) => isRequired)).toEqual(
      rows.map((_required, n) => n < 5),
    )
  })

  it('has one report line per unknown column, however many cells it has', async () => {
    const { report } = await read(
      workbook({
        survey: [
          ['type', 'name', 'label', 'donor'],
          ...['a', 'b', 'c'].map(name => ['text', name, 'Q', `donor of ${name}`]),
        ],
      }),
    )
    expect(report).toEqual([
      {
        name: '',
        outcome: 'left out',
        what: 'survey: the column "donor" is not used (3 cells, the first at survey!D2: "donor of a")',
      },
    ])
  })

  it('is refused with all its problems at once, or leaves them out on request', async () => {
    const bytes = survey(['text', 'a', 'A', '1 +'], ['text', 'b', 'B', null, "'"])
    await expect(read(bytes)).rejects.toThrow(/survey!D2[\s\S]*survey!E3/)
    const { form, report } = await read(bytes, { leaveOutBroken: true })
    expect(form.sections[0]?.fields.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(report.filter(({ outcome }) => outcome === 'left out')).toHaveLength(2)
  })
})
