import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { read, utils, type CellObject, type WorkSheet } from 'xlsx'
import { xlsxOf } from '../../server/export/formats/xlsx.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { expectStandard } from './xlsx-standard.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm, type Ask } from './surveyor.ts'

/* Spreadsheets as programs of another make read them: SheetJS, and the standard (ECMA-376, part 1) by the letter. */

const numbers = ['NUMBER', 'RANGE', 'RATING'].map(type => ({
  id: type.toLowerCase(),
  label: type,
  type,
}))

/** A form with each kind of answer that a cell may take for another. */
const form = {
  id: 'kinds',
  title: 'Kinds',
  sections: [
    {
      id: 's',
      name: 'Kinds',
      fields: [
        { id: 'code', label: 'Code', type: 'TEXT' },
        ...numbers,
        { id: 'long', label: 'Long', type: 'NUMBER' },
        { id: 'led', label: 'Led', type: 'NUMBER' },
        { id: 'double', label: 'Double', type: 'TEXT', calculate: { '*': [{ var: 'number' }, 2] } },
        {
          id: 'third',
          label: 'Third',
          type: 'TEXT',
          calculate: { if: [{ var: 'code' }, { '/': [{ var: 'range' }, 3] }, ''] },
        },
        { id: 'same', label: 'Same', type: 'TEXT', calculate: { var: 'number' } },
        { id: 'key', label: 'Key', type: 'TEXT', calculate: { cat: ['1', { var: 'code' }] } },
        { id: 'day', label: 'Day', type: 'DATE' },
        { id: 'time', label: 'Time', type: 'TIME' },
        { id: 'at', label: 'At', type: 'GEOPOINT' },
        { id: 'roof', label: 'Roof', type: 'RADIO', options: [{ value: '1', label: 'Tin' }] },
        { id: 'needs', label: 'Needs', type: 'CHECKBOX', options: [{ value: '2', label: 'Work' }] },
        { id: 'photo', label: 'Photo', type: 'IMAGE' },
      ],
    },
    {
      id: "it's [a] very: long/name of a repeat",
      name: 'Members',
      repeat: true,
      fields: [
        { id: 'muac', label: 'MUAC', type: 'NUMBER' },
        { id: 'who', label: 'Who', type: 'TEXT' },
      ],
    },
  ],
}

const answers = {
  code: '007',
  number: '12.50',
  range: '12.0',
  rating: '1e3',
  long: '1234567890123456',
  led: '0712345678',
  double: '25.0',
  third: '33.333333333333336',
  same: '12.5',
  key: '1007',
  day: '2026-11-20',
  time: '07:05',
  at: '23.5 69.25 10 4.5',
  roof: '1',
  needs: '["2"]',
  'muac#0': '-0.50',
  'who#0': ' =1+1\r\n\t<&"\'> _x0041_ \u0001\uFFFF 😀 ',
  'muac#1': '12',
  'who#1': '12',
}

/** The cells of a sheet by their headers, each with its type: n, s, or d. */
const cellsOf = (sheet: WorkSheet | undefined, row = 1) => {
  if (sheet === undefined) throw new Error('There is no such sheet')
  const { e } = utils.decode_range(sheet['!ref'] ?? '')
  return Object.fromEntries(
    Array.from({ length: e.c + 1 }, (_, c) => {
      const head = sheet[utils.encode_cell({ r: 0, c })] as CellObject
      const cell = sheet[utils.encode_cell({ r: row, c })] as CellObject | undefined
      return [String(head.v), cell === undefined ? null : [cell.t, cell.v]]
    }),
  )
}

describeServer('another program opens a spreadsheet', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let ask: Ask
  const admin = adminOf(server, { publicUrl: 'https://survey.example' })
  beforeEach(async () => {
    directory = await temporaryDirectory()
    const path = join(directory.path, 'form.json')
    await writeFile(path, JSON.stringify(form))
    await admin('form', 'publish', path, '--assign-all')
    ask = await signIn(server())
  })
  afterEach(() => directory.remove())

  const send = async (given: Readonly<Record<string, string>>) => {
    server().clock.advance(1000)
    const entries = Object.entries(given).map(([key, value]) => {
      const [form_field_id = '', occurrence] = key.split('#')
      const repeated = occurrence === undefined ? {} : { occurrence: Number(occurrence) }
      return { form_field_id, value, ...repeated }
    })
    const startedAt = new Date(server().clock() - 61_000)
    const created_at = new Date(server().clock()).toISOString()
    const details = { started_at: startedAt.toISOString(), accuracy: 4.5 }
    const body = newSubmission({ form_id: form.id, answers: entries, created_at, details })
    return rowOf(await ask('submissionCreate', { body }))
  }
  const exported = async (...options: string[]) => {
    const path = join(directory.path, 'kinds.xlsx')
    const lines = await admin(
      'submissions',
      'export',
      form.id,
      '--format',
      'xlsx',
      '--out',
      path,
      ...options,
    )
    const bytes = await readFile(path)
    expectStandard(bytes)
    return { lines, book: read(bytes, { cellDates: true }) }
  }

  test('each cell has its value and its type', async () => {
    const row = await send(answers)
    const { book } = await exported()
    expect(book.SheetNames).toEqual(['submissions', 'it-s -a- very- long-name of a r', 'codebook'])
    const [first, members, codebook] = book.SheetNames.map(name => book.Sheets[name])
    expect(cellsOf(first)).toMatchObject({
      submission_id: ['s', row.id],
      created_at: ['s', row.created_at],
      received_at: ['d', expect.any(Date)],
      started_at: ['d', expect.any(Date)],
      latitude: ['n', 23.24],
      longitude: ['n', 69.66],
      accuracy: ['n', 4.5],
      duration: ['n', 61],
      form_version: null,
      code: ['s', '007'],
      number: ['n', 12.5],
      range: ['n', 12],
      rating: ['n', 1000],
      // A spreadsheet shows 15 digits.
      long: ['s', '1234567890123456'],
      led: ['n', 712345678],
      double: ['n', 25],
      third: ['n', 33.333333333333336],
      same: ['n', 12.5],
      key: ['s', '1007'],
      day: ['s', '2026-11-20'],
      time: ['s', '07:05'],
      at: ['s', '23.5 69.25 10 4.5'],
      roof: ['s', '1'],
      needs: ['s', '2'],
    })
    const occurrences = { submission_id: ['s', row.id], occurrence: ['n', 1] }
    expect(cellsOf(members)).toEqual({
      ...occurrences,
      muac: ['n', -0.5],
      who: ['s', answers['who#0']],
    })
    expect(cellsOf(members, 2)).toMatchObject({ muac: ['n', 12], who: ['s', '12'] })
    expect(cellsOf(codebook)).toMatchObject({ column: ['s', 'code'], label: ['s', 'Code'] })
  })

  test('a table of text has the numbers as they were typed', async () => {
    await send(answers)
    const path = join(directory.path, 'kinds.csv')
    await admin('submissions', 'export', form.id, '--out', path)
    expect(await readFile(path, 'utf8')).toContain(
      ',007,12.50,12.0,1e3,1234567890123456,0712345678,25.0,33.333333333333336,12.5,1007,',
    )
  })

  test.each([
    [['--values', 'labels', '--labels', '--language', 'fr'], { 'Roof (roof)': ['s', 'Tin'] }],
    [['--split'], { 'needs/2': ['n', 1], needs: ['s', '2'] }],
    [['--until', '2020-01-01'], { number: null }],
  ])('so is an export with %s', async (options, found) => {
    await send(answers)
    const { book } = await exported(...options)
    expect(cellsOf(book.Sheets['submissions'])).toMatchObject(found)
  })

  test('so are one with files, and one with what is new and deleted', async () => {
    const { id } = await send(answers)
    await ask('filesUpload', { id, form: uploadForm('photo', [new File([pngBytes(1)], 'a.png')]) })
    const media = ['--media', join(directory.path, 'kinds.zip')]
    const since = ['--since', join(directory.path, 'kinds.since')]
    const { book } = await exported(...media, ...since)
    expect(cellsOf(book.Sheets['submissions'])['photo']).toEqual(['s', `${id}/1-photo-a.png`])
    await ask('submissionDelete', { id })
    const { book: next } = await exported(...since)
    expect(cellsOf(next.Sheets['deleted'])).toEqual({
      submission_id: ['s', id],
      deleted_at: ['d', expect.any(Date)],
    })
  })

  test('one with a text that is too long for a cell says so', async () => {
    await send({ code: 'a'.repeat(40_000), number: '1' })
    const { book, lines } = await exported()
    const { code, number } = cellsOf(book.Sheets['submissions'])
    expect(String(code?.[1])).toMatch(/^a+ … \[cut: 40000 characters\]$/)
    expect(number).toEqual(['n', 1])
    expect(lines.join('\n')).toContain("1 text is longer than a spreadsheet's cell and cut")
  })
})

test('names of sheets are those of the standard, whatever a repeat is called', async () => {
  async function* rows() {
    yield [['a']]
  }
  const names = ['', 'History', "'", '[', 'a\u0000b\tc', '😀'.repeat(20), `a${'😀'.repeat(20)}`]
  const tables = names.map(name => ({ name, heads: ['x'], rows }))
  const bytes = await buffer(xlsxOf(tables, new Date(0)))
  expectStandard(bytes)
  expect(read(bytes).SheetNames).toHaveLength(names.length)
})
