import { getIssues } from '@placemarkio/check-geojson'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { read, utils, type CellObject } from 'xlsx'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { oddNumbers as numbers, oddTexts as texts } from './odd-answers.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm, type Ask } from './surveyor.ts'

/* Exports as programs of another make read them, compared with the tables of the database cell by cell. */

const field = (id: string, type: string, more: object = {}) => ({ id, label: id, type, ...more })
const options = [
  { value: '1', label: 'Tin' },
  { value: '02', label: 'Tile; red' },
]
const form = {
  id: 'elsewhere',
  title: 'Elsewhere',
  sections: [
    {
      id: 's',
      name: 'Visit',
      fields: [
        field('text', 'TEXT'),
        field('number', 'NUMBER'),
        field('range', 'RANGE'),
        field('double', 'TEXT', { calculate: { '*': [{ var: 'number' }, 2] } }),
        field('again', 'TEXT', { calculate: { cat: [{ var: 'number' }, ''] } }),
        field('tel', 'TEL'),
        field('digits', 'TEXT', { is_numeric: true }),
        field('roof', 'RADIO', { options }),
        field('needs', 'CHECKBOX', { options }),
        field('day', 'DATE'),
        field('at', 'GEOPOINT'),
        field('address', 'TEXT'),
        field('photo', 'IMAGE'),
      ],
    },
    {
      id: 'members',
      name: 'Members',
      repeat: true,
      fields: [
        field('name', 'TEXT'),
        field('age', 'NUMBER'),
        field('first', 'TEXT', { calculate: { item: [{ var: '$each.age' }, 0] } }),
      ],
    },
  ],
}

const columnsWithNumbers = new Set(['number', 'range', 'double', 'age', 'first'])
const valueByAnswer = new Map(numbers)

/** A value of a cell by column, as a format without types has it. */
type Row = Readonly<Record<string, unknown>>

interface Stored {
  readonly id: string
  readonly field: string
  readonly occurrence: number
  readonly value: string
}

/** The text that a spreadsheet does not take for a formula. */
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\n])/, '')

describeServer('programs of another make read an export', server => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let ask: Ask
  const admin = adminOf(server, { publicUrl: 'https://survey.example' })
  const at = (name: string) => join(directory.path, name)
  const exported = (...line: string[]) => admin('submissions', 'export', form.id, ...line)
  const entry = (form_field_id: string, value: string, occurrence = 0) => ({
    form_field_id,
    value,
    occurrence,
  })

  beforeEach(async () => {
    directory = await temporaryDirectory()
    await writeFile(at('form.json'), JSON.stringify(form))
    await admin('form', 'publish', at('form.json'), '--assign-all')
    ask = await signIn(server())
    for (const [place, [number]] of numbers.entries()) {
      server().clock.advance(1000)
      const text = texts[place] ?? ''
      const answers = [
        entry('text', text),
        ...['number', 'range', 'double', 'again', 'tel', 'digits'].map(id => entry(id, number)),
        entry('roof', place % 2 === 0 ? '1' : '02'),
        entry('needs', place % 3 === 0 ? '[]' : '["02","1"]'),
        entry('day', '2026-11-20'),
        entry('at', place === 0 ? '91 181 0 0' : `${place}.5 -69.25 10 4.5`),
        entry('address', text),
        ...[0, 2].flatMap(occurrence => [
          entry('name', text, occurrence),
          entry('age', number, occurrence),
          entry('first', number, occurrence),
        ]),
      ]
      const latitude = place === 1 ? null : 23.24
      const body = newSubmission({ form_id: form.id, answers, latitude })
      await ask('submissionCreate', { body })
    }
  })
  afterEach(() => directory.remove())

  /** The stored answers of each submission, in the order of the export. */
  const storedRows = async () => {
    const stored = await server().db.query<Stored>(
      `select s.id, form_field_id as field, occurrence, to_jsonb(value) as value
       from submissions s join submission_answers a
         on a.user_id = s.user_id and a.submission_id = s.id
       where s.form_id = $1 order by s.received_at, occurrence`,
      [form.id],
    )
    const ids = [...new Set(stored.map(({ id }) => id))]
    const rowsOf = (isRepeated: boolean) =>
      ids.flatMap(id => {
        const own = stored.filter(one => one.id === id)
        const occurrences = isRepeated ? [0, 2] : [0]
        return occurrences.map(occurrence => ({
          id,
          cells: own.filter(
            one =>
              one.occurrence === occurrence &&
              ['name', 'age', 'first'].includes(one.field) === isRepeated,
          ),
        }))
      })
    return { main: rowsOf(false), members: rowsOf(true) }
  }

  /** Compares every stored answer with its cell. */
  const expectStored = (
    rows: readonly Row[],
    stored: readonly { readonly id: string; readonly cells: readonly Stored[] }[],
    cellOf: (stored: Stored) => unknown,
    nameOf = (id: string) => (id === 'address' ? 'answer.address' : id),
  ) => {
    expect(rows).toHaveLength(stored.length)
    for (const [place, { id, cells }] of stored.entries()) {
      const expected = cells.map(one => [nameOf(one.field), cellOf(one)])
      const row = rows[place] ?? {}
      expect(cells.length).toBeGreaterThan(0)
      expect({ submission_id: id, ...row }).toMatchObject({
        submission_id: id,
        ...Object.fromEntries(expected),
      })
    }
  }
  const inOneCell = ({ field: id, value }: Stored) =>
    id === 'needs' ? (JSON.parse(value) as string[]).join('; ') : value
  const typed = (one: Stored): unknown =>
    columnsWithNumbers.has(one.field) ? valueByAnswer.get(one.value) : inOneCell(one)

  test('CSV: every cell is the stored text', async () => {
    await exported('--out', at('e.csv'), '--bom')
    const rowsIn = async (name: string): Promise<readonly Row[]> =>
      parse(await readFile(at(name)), {
        bom: true,
        columns: true,
        record_delimiter: '\r\n',
        on_record: (record: Readonly<Record<string, string>>) =>
          Object.fromEntries(
            Object.entries(record).map(([head, cell]) => [
              head,
              // A number is no formula.
              columnsWithNumbers.has(head) ? cell : unescaped(cell),
            ]),
          ),
      })
    const { main, members } = await storedRows()
    expectStored(await rowsIn('e.csv'), main, inOneCell)
    expectStored(await rowsIn('e.members.csv'), members, inOneCell)
    const codebook = await rowsIn('e.codebook.csv')
    expect(
      codebook.filter(row => row['values'] === 'number').map(row => String(row['column'])),
    ).toEqual([...columnsWithNumbers])
    expect(codebook.find(row => row['column'] === 'needs')).toMatchObject({ values: 'texts' })
  })

  test('XLSX: every cell is the stored text, or its number', async () => {
    await exported('--format', 'xlsx', '--out', at('e.xlsx'))
    const { Sheets } = read(await readFile(at('e.xlsx')))
    const rowsIn = (name: string): readonly Row[] => {
      const sheet = Sheets[name] ?? {}
      const { e } = utils.decode_range(sheet['!ref'] ?? '')
      const valueAt = (r: number, c: number) => {
        const cell = sheet[utils.encode_cell({ r, c })] as CellObject | undefined
        return cell?.v ?? ''
      }
      return Array.from({ length: e.r }, (_, r) =>
        Object.fromEntries(
          Array.from({ length: e.c + 1 }, (__, c) => [String(valueAt(0, c)), valueAt(r + 1, c)]),
        ),
      )
    }
    const { main, members } = await storedRows()
    expectStored(rowsIn('submissions'), main, typed)
    expectStored(rowsIn('members'), members, typed)
    expect(rowsIn('codebook').find(row => row['column'] === 'age')).toMatchObject({
      values: 'number',
    })
  })

  const typedInJson = (one: Stored): unknown =>
    one.field === 'needs' ? JSON.parse(one.value) : typed(one)

  test('JSON Lines: every value is the stored text, its number or its list', async () => {
    await exported('--format', 'jsonl', '--out', at('e.jsonl'))
    const lines = (await readFile(at('e.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(numbers.length)
    const objects = lines.map(
      line => JSON.parse(line) as { answers: Row; repeats: { members: Row[] } },
    )
    const { main, members } = await storedRows()
    expectStored(
      objects.map(({ answers }) => answers),
      main,
      typedInJson,
      id => id,
    )
    expectStored(
      objects.flatMap(({ repeats }) => repeats.members),
      members,
      typedInJson,
    )
  })

  test.each([
    ['where it was made', []],
    ['an answer', ['--geometry', 'at']],
  ])('GeoJSON with %s is valid, and every property is the stored value', async (_what, line) => {
    await exported('--format', 'geojson', '--out', at('e.geojson'), ...line)
    const text = await readFile(at('e.geojson'), 'utf8')
    expect(getIssues(text)).toEqual([])
    const { features } = JSON.parse(text) as {
      features: readonly {
        readonly properties: Row
        readonly geometry: { readonly coordinates: unknown } | null
      }[]
    }
    const { main } = await storedRows()
    expectStored(
      features.map(({ properties }) => properties),
      main,
      typedInJson,
    )
    const points = features.map(({ geometry }) => geometry?.coordinates ?? null)
    expect(points.slice(0, 3)).toEqual(
      line.length === 0
        ? [[69.66, 23.24], null, [69.66, 23.24]]
        : [null, [-69.25, 1.5], [-69.25, 2.5]],
    )
  })

  test('an archive has the stored bytes under the names of the table', async () => {
    const body = newSubmission({ form_id: form.id, answers: [entry('text', 'a')] })
    const { id } = rowOf(await ask('submissionCreate', { body }))
    const files = [new File([pngBytes(1)], 'a b.png'), new File([pngBytes(2)], 'सीता.png')]
    await ask('filesUpload', { id, form: uploadForm('photo', files) })
    await exported('--out', at('e.csv'), '--media', at('e.zip'))
    const contents = unzipSync(await readFile(at('e.zip')))
    const rows: Row[] = parse(await readFile(at('e.csv')), { columns: true })
    const row = rows.find(one => one['submission_id'] === id)
    const names = String(row?.['photo']).split('; ')
    expect(names).toHaveLength(2)
    expect(names.map(name => Buffer.from(contents[name] ?? []))).toEqual(
      [1, 2].map(mark => Buffer.from(pngBytes(mark))),
    )
  })
})
