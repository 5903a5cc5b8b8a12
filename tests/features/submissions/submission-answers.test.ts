import { expect, onTestFinished, test, vi } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import type { Answer, ManifestFile } from '../../../collections/schemas/submissions.ts'
import { nameIn } from '../../../replication/rows/listed-files.ts'
import { shownSections } from '../../../src/features/submissions/detail/answers.ts'
import { question as storedQuestion } from '../../form/form-fixtures.ts'
import { shownFiles } from '../../../src/files/shown-files.ts'

/** How a submission is shown (2.submission-detail). */

const question = (
  field_id: string,
  type: string,
  options: string[] = [],
  section = 's1',
  logic: object = {},
) => ({
  ...storedQuestion(field_id),
  section_id: section,
  section_name: `Section ${section}`,
  label: `Label ${field_id}`,
  type,
  options: JSON.stringify(options.map(value => ({ value, label: value.toUpperCase() }))),
  logic: JSON.stringify(logic),
})
const created_at = '2026-11-20T10:00:00.000Z'
const file = (id: string, field_id: string, file_name: string): ManifestFile => ({
  id,
  field_id,
  field_type: 'IMAGE',
  file_name,
  file_type: file_name.endsWith('.jpg') ? 'image/jpeg' : 'application/pdf',
  file_size: 1,
})
const textOf = (type: string, answer: Answer | undefined, options: string[] = []) => {
  const answers = answer === undefined ? {} : { q: answer }
  const sections = shownSections([question('q', type, options)], { answers, files: [], created_at })
  return sections[0]?.answers[0]?.text
}

test.each([
  ['TEXT', 'Meena', 'Meena'],
  ['TEXT', '   ', 'Not provided'],
  ['TEXT', undefined, 'Not provided'],
  ['CHECKBOX', [], 'Not provided'],
  ['CHECKBOX', ['a', 'b'], 'A, B'],
  ['RADIO', 'b', 'B'],
  ['SELECT', 'gone', 'gone'],
  ['TEL', '+91', 'Not provided'],
  ['TEL', '+91 98250', '+91 98250'],
  ['TEL', '+9198', 'Not provided'],
  ['TEL', '+919825000000123456', 'Not provided'],
  ['PASSWORD', 'secret', '••••••••'],
  ['NUMBER', '0', '0'],
  ['DATE', 'not a day', 'not a day'],
  ['GEOPOINT', '12.9716000 77.5946000 0.0 12.0', '12.97160, 77.59460, within 12 m'],
  ['GEOPOINT', '12.9716 77.5946', '12.97160, 77.59460'],
  ['GEOPOINT', 'by the well', 'by the well'],
  ['GEOTRACE', '12.97 77.59 0 4;12.971 77.59 0 12', '2 points, 111 m, within 12 m'],
  ['GEOTRACE', '12.97 77.59;13.07 77.59;13.07 77.6', '3 points, 12.2 km'],
  ['GEOTRACE', 'along the road', 'along the road'],
  ['GEOSHAPE', '1 2;1 2.0002;1.0002 2;1 2', '3 points, 248 m², 76 m around'],
  ['GEOSHAPE', '1 2;1 2.002;1.002 2;1 2', '3 points, 2.48 ha, 760 m around'],
  ['GEOSHAPE', '1 2;1 2.02;1.02 2;1 2', '3 points, 2.48 km², 7.6 km around'],
  ['ACKNOWLEDGE', 'OK', 'I acknowledge'],
  ['ACKNOWLEDGE', 'Asha Verma', 'Asha Verma'],
  ['TIME', '07:30', expect.stringMatching(/^7:30\sAM$/)],
  ['RATING', '4', '4'],
  ['TEXT', '2026-11-22T10:30', '2026-11-22T10:30'],
  [
    'TEXT',
    '2026-11-22T10:30:00.000+00:00',
    expect.stringMatching(/^Nov 22, 2026, \d+:\d\d\s[AP]M$/),
  ],
  ['DATETIME', '2026-11-22T10:30', expect.stringMatching(/^Nov 22, 2026, 10:30\sAM$/)],
] as const)('%s answered with %j reads %j', (type, answer, text) => {
  expect(textOf(type, answer as Answer | undefined, ['a', 'b'])).toEqual(text)
})

test('a day stays the entered day in every time zone', () => {
  const before = process.env['TZ']
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    process.env['TZ'] = zone
    expect(textOf('DATE', '2026-03-01')).toMatch(/\b1\b/)
  }
  process.env['TZ'] = before
})

test('fields are numbered through all sections, and answers without a field come last', () => {
  const sections = shownSections(
    [question('a', 'TEXT'), question('b', 'TEXT'), question('c', 'TEXT', [], 's2')],
    { answers: { a: '1', c: '3', old: 'kept' }, files: [], created_at },
  )
  expect(
    sections.map(({ name, answers }) => [name, answers.map(({ number, text }) => [number, text])]),
  ).toEqual([
    [
      'Section s1',
      [
        [1, '1'],
        [2, 'Not provided'],
      ],
    ],
    ['Section s2', [[3, '3']]],
    ['Other Answers', [[null, 'kept']]],
  ])
})

test('each occurrence of a repeat is shown, in order', () => {
  const answers = { [answerKey('a', 10)]: 'eleven', [answerKey('a', 2)]: 'three', a: 'one' }
  const sections = shownSections([question('a', 'TEXT')], { answers, files: [], created_at })
  expect(sections[0]?.answers.map(({ text }) => text)).toEqual(['one', 'three', 'eleven'])
})

test('files on the device come first, and one that the server also has is shown once', () => {
  const answers = {
    p: ['https://x.example/files/1/door.jpg?sig=1', 'https://x.example/files/2/roof%20top.jpg'],
  }
  const files = [file('l1', 'p', 'door.jpg'), file('other', 'q', 'no.pdf')]
  expect(shownFiles({ answers, files }, 'p')).toEqual([
    {
      key: 'l1',
      name: 'door.jpg',
      isImage: true,
      isAudio: false,
      localId: 'l1',
      url: 'https://x.example/files/1/door.jpg?sig=1',
    },
    {
      key: 'https://x.example/files/2/roof%20top.jpg',
      name: 'roof top.jpg',
      isImage: true,
      isAudio: false,
      localId: null,
      url: 'https://x.example/files/2/roof%20top.jpg',
    },
  ])
})

test('photos of one name, as an iPhone gives them, keep an address each', () => {
  const addresses = ['https://x.example/files/1/image.jpg', 'https://x.example/files/2/image.jpg']
  const files = [file('l1', 'p', 'image.jpg'), file('l2', 'p', 'image.jpg')]
  expect(shownFiles({ answers: { p: addresses }, files }, 'p').map(({ url }) => url)).toEqual(
    addresses,
  )
})

test('a question may have the name of what every object has', () => {
  const questions = [question('constructor', 'TEXT'), question('toString', 'IMAGE')]
  const sections = shownSections(questions, { answers: {}, files: [], created_at })
  expect(sections[0]?.answers.map(({ text }) => text)).toEqual(['Not provided', 'Not provided'])
})

test('only addresses of files become links', () => {
  const files = ['/files/1', 'files/roof%20top.jpg?sig=1', 'door.jpg', 'https://x.example']
  const others = ['javascript:alert(1)', 'data:text/html,x', 'N/A', 'not taken', 'C:\\door.jpg', '']
  const shown = shownFiles({ answers: { p: [...others, ...files] }, files: [] }, 'p')
  expect(shown.map(({ url }) => url)).toEqual(files)
  expect(shown.map(({ name }) => name)).toEqual(['1', 'roof top.jpg', 'door.jpg', 'x.example'])
})

test('an option or a text that looks like the address of a file stays what it is', () => {
  const questions = [question('crops', 'CHECKBOX'), question('note', 'TEXT')]
  const answers = { crops: ['/files/a.jpg', 'b.jpg'], note: '/files/a.jpg' }
  const [section] = shownSections(questions, { answers, files: [], created_at })
  expect(section?.answers.map(({ text, files }) => [text, files])).toEqual([
    ['/files/a.jpg, b.jpg', []],
    ['/files/a.jpg', []],
  ])
})

test('an address is read by a browser without URL.canParse', () => {
  vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const [shown] = shownFiles({ answers: { p: ['https://x.example/a.jpg'] }, files: [] }, 'p')
  expect(shown).toMatchObject({ name: 'a.jpg', isImage: true })
  expect(nameIn('https://x.example/a.jpg?sig=1')).toBe('a.jpg')
})

test('files without an answer are shown with their field', () => {
  const sections = shownSections([question('p', 'IMAGE')], {
    answers: {},
    files: [file('l1', 'p', 'door.jpg')],
    created_at,
  })
  expect(sections[0]?.answers[0]?.files.map(({ name }) => name)).toEqual(['door.jpg'])
})

test('a section without any answer is folded, and says so', () => {
  const questions = [question('a', 'TEXT', [], 's1'), question('b', 'TEXT', [], 's2')]
  const sections = shownSections(questions, { answers: { a: 'Well' }, files: [], created_at })
  expect(sections.map(({ isFolded, summary }) => [isFolded, summary])).toEqual([
    [undefined, undefined],
    [true, 'Not provided'],
  ])
})

test('what was not asked is not shown, and what was has the number that it had', () => {
  const ifWell = { visible_if: { '==': [{ var: 'water' }, 'well'] } }
  const repeat = { section_repeat: { label: 'Member ${who}' } }
  const questions = [
    question('begun', 'TEXT', [], 's1', { calculate: { var: '$start' } }),
    question('water', 'RADIO', ['tap', 'well']),
    question('depth', 'NUMBER', [], 's1', ifWell),
    question('roof', 'TEXT'),
    question('who', 'TEXT', [], 's2', repeat),
    question('age', 'NUMBER', [], 's2', repeat),
    question('cover', 'TEXT', [], 's3', ifWell),
  ].map((each, order) => ({ ...each, order }))
  const read = (answers: Record<string, Answer>) =>
    shownSections(questions, { answers, files: [], created_at }).map(
      ({ name, isFolded = false, answers: rows }) =>
        `${name}${isFolded ? ' (folded)' : ''}: ${rows.map(({ number, label }) => `${number ?? ''} ${label}`).join(', ')}`,
    )
  const first = { begun: '2026-11-20T10:00:00', water: 'tap', who: 'Asha' }
  expect(read({ ...first, [answerKey('who', 1)]: 'Ravi' })).toEqual([
    'Section s1: 1 Label water, 2 Label roof',
    'Member Asha · 1: 3 Label who, 4 Label age',
    'Member Ravi · 2: 3 Label who, 4 Label age',
    'Worked out by the form (folded):  Label begun',
  ])
  expect(read({ water: 'well' })).toEqual([
    'Section s1: 1 Label water, 2 Label depth, 3 Label roof',
    'Section s3 (folded): 4 Label cover',
  ])
  // An answer that was sent is never hidden.
  expect(read({ water: 'tap', depth: '4' })).toEqual([
    'Section s1: 1 Label water,  Label depth, 2 Label roof',
  ])
})

test('an option that contains an answer is shown with it', () => {
  const eldest = {
    ...question('eldest', 'RADIO'),
    options: JSON.stringify([
      { value: '1', label: '**${first}**' },
      { value: '2', label: '${second}' },
    ]),
  }
  const questions = [question('first', 'TEXT'), question('second', 'TEXT'), eldest]
  const answers = { first: 'Asha', second: 'Ravi', eldest: '2' }
  const [section] = shownSections(questions, { answers, files: [], created_at })
  expect(section?.answers.at(-1)?.text).toBe('Ravi')
})

test('of two options with one value, the one that was offered is shown', () => {
  const filter = { choice_filter: { '==': [{ var: 'option.town' }, { var: 'town' }] } }
  const ward = {
    ...question('ward', 'RADIO', [], 's1', filter),
    options: JSON.stringify([
      { value: '1', label: 'Market', more: { town: 'anand' } },
      { value: '1', label: 'Harbour', more: { town: 'surat' } },
    ]),
  }
  const answers = { town: 'surat', ward: '1' }
  const [section] = shownSections([question('town', 'TEXT'), ward], {
    answers,
    files: [],
    created_at,
  })
  expect(section?.answers.at(-1)?.text).toBe('Harbour')
})

test('an option that is no longer offered is still shown with its label', () => {
  const filter = { choice_filter: { '==': [{ var: 'town' }, 'surat'] } }
  const questions = [question('town', 'TEXT'), question('ward', 'RADIO', ['a'], 's1', filter)]
  const answers = { town: 'anand', ward: 'a' }
  const [section] = shownSections(questions, { answers, files: [], created_at })
  expect(section?.answers.at(-1)?.text).toBe('A')
})

test('the texts of the form are in the language in which it was last read', () => {
  const labels = { labels: { en: 'Name', ar: 'الاسم' } }
  const asked = question('q', 'TEXT', [], 's1', labels)
  const sent = { answers: { q: 'Meena' }, files: [], created_at }
  const labelIn = (language: string) =>
    shownSections([asked], sent, new Map(), language)[0]?.answers[0]?.label
  expect([labelIn('ar'), labelIn('sw')]).toEqual(['الاسم', 'Label q'])
})
