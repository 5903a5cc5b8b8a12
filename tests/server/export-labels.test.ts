import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitionHash } from '../../replication/wire/form/version.ts'
import { parseForm } from '../../replication/wire/forms.ts'
import { sha256Of } from '../../server/files/blobs.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { column, csvRows } from './csv-rows.ts'
import { describeServer } from './engines.ts'
import { workbook } from './import/make-workbook.ts'
import { newSubmission, signIn, type Ask } from './surveyor.ts'

/** Labels with the answers in them: what the screen showed for a row, and names of columns in the codebook. */

type Rows = readonly (readonly (string | null)[])[]

const name = ['text', 'nm', 'Name of the mother']
const asked = ['select_one who', 'who', 'Who answered for ${nm}?']
const mother = (label: string) => [['who', 'm', label]]

const repeated = [['begin repeat', 'person', 'Person ${nm}'], name, asked, ['end repeat']]

/** A form, the answers to it, the exported cells of `who`, and its label and its option's in the codebook. */
type Case = readonly [
  what: string,
  form: { readonly survey: Rows; readonly choices: Rows },
  answers: Readonly<Record<string, string>>,
  cells: readonly string[],
  codebook: readonly [question: string, option: string],
]

const cases: readonly Case[] = [
  [
    'an answer',
    { survey: [name, asked], choices: mother('${nm} (mother)') },
    { nm: 'Lakshmi', who: 'm' },
    ['Lakshmi (mother)'],
    ['Who answered for <nm>?', '<nm> (mother)'],
  ],
  [
    'an answer with markup around it',
    { survey: [name, asked], choices: mother('**${nm}** [${nm}] (mother)') },
    { nm: 'Lakshmi', who: 'm' },
    ['Lakshmi [Lakshmi] (mother)'],
    ['Who answered for <nm>?', '<nm> [<nm>] (mother)'],
  ],
  [
    'no answer',
    { survey: [name, asked], choices: mother('${nm} (mother)') },
    { who: 'm' },
    ['(mother)'],
    ['Who answered for <nm>?', '<nm> (mother)'],
  ],
  [
    'an answer that looks like a formula, a fill and markup',
    { survey: [name, asked], choices: mother('${nm} (mother)') },
    { nm: '=1+1 ${who} **b**', who: 'm' },
    ["'=1+1 ${who} **b** (mother)"],
    ['Who answered for <nm>?', '<nm> (mother)'],
  ],
  [
    'an answer from right to left',
    { survey: [name, asked], choices: mother('${nm} (mother)') },
    { nm: 'سارة', who: 'm' },
    ['سارة (mother)'],
    ['Who answered for <nm>?', '<nm> (mother)'],
  ],
  [
    'a calculated answer',
    {
      survey: [
        name,
        ['calculate', 'by', null, "concat('by ', ${nm})"],
        ['select_one who', 'who', 'Who?'],
      ],
      choices: mother('Mother, ${by}'),
    },
    { nm: 'Lakshmi', by: 'by Lakshmi', who: 'm' },
    ['Mother, by Lakshmi'],
    ['Who?', 'Mother, <by>'],
  ],
  [
    'answers of its own occurrence',
    { survey: repeated, choices: mother('${nm} (mother)') },
    { nm: 'Asha', who: 'm', 'nm#1': 'Radha', 'who#1': 'm', 'who#2': 'm' },
    ['Asha (mother)', 'Radha (mother)', '(mother)'],
    ['Who answered for <nm>?', '<nm> (mother)'],
  ],
  [
    'its place in the repeat and an answer of another occurrence',
    {
      survey: repeated,
      choices: mother(
        '${position(..)}. ${nm}, after ${indexed-repeat(/data/person/nm, /data/person, 1)}',
      ),
    },
    { nm: 'Asha', who: 'm', 'nm#1': 'Radha', 'who#1': 'm' },
    ['1. Asha, after Asha', '2. Radha, after Asha'],
    ['Who answered for <nm>?', '<…>. <nm>, after <nm>'],
  ],
  [
    'several chosen options',
    {
      survey: [name, ['select_multiple who', 'who', 'Who?']],
      choices: [...mother('${nm} (mother)'), ['who', 'o', 'Other']],
    },
    { nm: 'Lakshmi', who: '["m","o","gone"]' },
    ['Lakshmi (mother); Other; gone'],
    ['Who?', '<nm> (mother)'],
  ],
  [
    'a name that the form does not have',
    { survey: [['select_one who', 'who', 'Who?']], choices: mother('**Mother** ${gone}') },
    { who: 'm' },
    ['Mother …'],
    ['Who?', 'Mother …'],
  ],
]

describeServer('an export with labels', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let ask: Ask
  const admin = adminOf(server)
  beforeEach(async () => {
    directory = await temporaryDirectory()
    ask = await signIn(server())
  })
  afterEach(() => directory.remove())
  const at = (file: string) => join(directory.path, file)
  const publish = async (survey: Rows, choices: Rows, heads: readonly string[] = ['label']) => {
    const file = workbook({
      survey: [['type', 'name', ...heads, 'calculation'], ...survey],
      choices: [['list_name', 'name', ...heads], ...choices],
      settings: [['form_id'], ['marks']],
    })
    await writeFile(at('marks.xlsx'), file)
    await admin('form', 'import', at('marks.xlsx'), '--assign-all')
  }
  /** The hash by which a device names the version that is served now. */
  const servedHash = async (): Promise<string> => {
    const served = parseForm((await ask('form', { id: 'marks' })).data)
    if (served === null) throw new Error('The form cannot be read')
    return definitionHash(served, async text => sha256Of(Buffer.from(text)))
  }
  const send = (given: Readonly<Record<string, string>>, details: object = {}) => {
    server().clock.advance(1000)
    const answers = Object.entries(given).map(([key, value]) => {
      const [form_field_id = '', occurrence = '0'] = key.split('#')
      return { form_field_id, value, occurrence: Number(occurrence) }
    })
    return ask('submissionCreate', {
      body: { ...newSubmission({ form_id: 'marks', answers }), details },
    })
  }
  const exported = async (...options: readonly string[]) => {
    await admin('submissions', 'export', 'marks', '--out', at('m.csv'), ...options)
    return csvRows(await readFile(at('m.csv'), 'utf8'))
  }
  const codebook = async () => csvRows(await readFile(at('m.codebook.csv'), 'utf8'))

  test.each(cases)('has an option that contains %s', async (_what, form, answers, cells, words) => {
    await publish(form.survey, form.choices)
    await send(answers)
    const rows = await exported('--values', 'labels')
    const isRepeated = form.survey.length > 3
    const table = isRepeated ? csvRows(await readFile(at('m.person.csv'), 'utf8')) : rows
    expect(column(table, 'who')).toEqual(cells)
    const explained = (await codebook()).filter(row => row[1] === 'who')
    expect(explained.map(row => row[2]).slice(0, 2)).toEqual(words)
    const json = ['--format', 'jsonl', '--out', at('m.jsonl')]
    await admin('submissions', 'export', 'marks', '--values', 'labels', ...json)
    const { answers: main, repeats } = JSON.parse(await readFile(at('m.jsonl'), 'utf8'))
    const found = isRepeated ? repeats.person : [main]
    expect(found.map((one: { who: string | string[] }) => [one.who].flat().join('; '))).toEqual(
      cells.map(cell => cell.replace(/^'/, '')),
    )
  })

  test('has the label of the option that the filter offered, of several with the same name', async () => {
    const file = workbook({
      survey: [
        ['type', 'name', 'label', 'choice_filter'],
        ['text', 'county', 'County', null],
        ['select_one village', 'village', 'Village', 'county = ${county}'],
      ],
      choices: [
        ['list_name', 'name', 'label', 'county'],
        ['village', '1', 'Aba', 'north'],
        ['village', '1', 'Bo', 'south'],
      ],
      settings: [
        ['form_id', 'allow_choice_duplicates'],
        ['marks', 'yes'],
      ],
    })
    await writeFile(at('marks.xlsx'), file)
    await admin('form', 'import', at('marks.xlsx'), '--assign-all')
    await send({ county: 'north', village: '1' })
    await send({ county: 'south', village: '1' })
    expect(column(await exported('--values', 'labels'), 'village')).toEqual(['Aba', 'Bo'])
    expect((await codebook()).find(row => row[3] === '1')?.[2]).toBe('Aba / Bo')
  })

  test('has the words of the version and the language that were asked', async () => {
    const heads = ['label::English (en)', 'label::French (fr)']
    const survey = [
      ['text', 'nm', 'Name', 'Nom'],
      ['select_one who', 'who', 'Who?', 'Qui ?'],
    ]
    await publish(survey, [['who', 'm', '${nm} (mother)', '${nm} (mère)']], heads)
    const first = await servedHash()
    await publish(survey, [['who', 'm', 'Mother: ${nm}', 'Mère : ${nm}']], heads)
    const second = await servedHash()
    await send({ nm: 'Asha', who: 'm' }, { definition_hash: first })
    await send({ nm: 'Radha', who: 'm' }, { definition_hash: second })
    await send({ nm: 'Ida', who: 'm' })
    expect(column(await exported('--values', 'labels', '--language', 'fr'), 'who')).toEqual([
      'Asha (mère)',
      'Mère : Radha',
      'Mère : Ida',
    ])
    expect((await codebook()).map(row => row[2])).toContain('Mère : <nm>')
    expect(column(await exported(), 'who')).toEqual(['m', 'm', 'm'])
  })

  test('names columns in the headers of columns and in sections', async () => {
    await publish(
      [name, ['begin group', 'g', 'About ${nm}'], asked, ['end group']],
      mother('${nm} (mother)'),
    )
    const [heads] = await exported('--labels', '--split')
    expect(heads).toContain('Who answered for <nm>? (who)')
    expect((await codebook()).find(row => row[1] === 'who')?.[5]).toBe('About <nm>')
  })
})
