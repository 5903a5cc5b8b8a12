import { expect, test } from 'vitest'
import type {
  Change,
  FormOverview,
  FormPeople,
  FormReading,
} from '../../../replication/wire/office/form-answers.ts'
import type { Scope } from '../../../replication/wire/office/roles.ts'
import { describeServer } from '../engines.ts'
import { workbook, zip } from '../import/make-workbook.ts'
import { signIn } from '../surveyor.ts'
import { signedInAt } from './office-browser.ts'
import { accountAt, twoGroups } from './office-data.ts'

/** The calls about forms: reading a file, publishing it, and what becomes of a form. */

type Row = readonly (string | null)[]

const head: Row = ['type', 'name', 'label', 'required', 'relevant', 'media::image']
const wells: readonly Row[] = [
  ['text', 'village', 'Village', 'yes', null, null],
  ['integer', 'depth', 'Depth', null, null, 'map.png'],
  ['select_one kinds', 'kind', 'Kind', null, '${depth} > 30', null],
]
const choices: readonly Row[] = [
  ['list_name', 'name', 'label'],
  ['kinds', 'open', 'Open'],
  ['kinds', 'tube', 'Tube'],
]
const sheetsOf = (rows: readonly Row[], options = choices) =>
  workbook({
    survey: [[...head], ...rows.map(row => [...row])],
    choices: options.map(row => [...row]),
    settings: [
      ['form_id', 'form_title'],
      ['wells', 'Wells'],
    ],
  })

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const upload = (
  file: Buffer,
  {
    name = 'wells.xlsx',
    media = {},
    ...texts
  }: Record<string, unknown> & { name?: string; media?: Readonly<Record<string, Buffer>> } = {},
): FormData => {
  const form = new FormData()
  for (const [key, value] of Object.entries(texts)) form.set(key, String(value))
  form.set('file', new File([new Uint8Array(file)], name))
  for (const [key, bytes] of Object.entries(media))
    form.append('media[]', new File([new Uint8Array(bytes)], key))
  return form
}

const ifMatch = (tag: string) => ({ headers: { 'If-Match': `"${tag}"` } })

describeServer('the office and its forms', server => {
  const office = async (email?: string) => (await signedInAt(server(), email)).ask
  const published = async (rows: readonly Row[] = wells, seen = 'new', options = choices) =>
    (await office())('formPublish', {
      form: upload(sheetsOf(rows, options), { state: 'published', assign: 'all' }),
      ...ifMatch(seen),
    })
  const overview = async () =>
    (await (await office())('form', { id: 'wells' })).data as FormOverview

  test('a file is read without being stored: its questions, report, files and places', async () => {
    const ask = await office()
    const rows = [...wells, ['text', 'note', 'Note', null, null, null]] as const
    const { status, data } = await ask('formRead', { form: upload(sheetsOf(rows)) })
    expect(status).toBe(200)
    const reading = data as FormReading
    expect(reading).toMatchObject({
      problems: [],
      form: { id: 'wells', title: 'Wells' },
      counts: { left_out: 1, simplified: 0 },
      files: [{ name: 'map.png', state: 'missing' }],
      current: null,
    })
    expect(reading.lines[0]).toMatchObject({ outcome: 'left out', name: 'depth' })
    expect(reading.lines.find(({ name }) => name === 'kind')).toMatchObject({
      outcome: 'translated',
      place: 'survey!E4',
    })
    expect(reading.form?.sections.flatMap(({ fields }) => fields)).toMatchObject([
      { label: 'Village', type: 'TEXT', is_required: true },
      { label: 'Depth', type: 'NUMBER' },
      { label: 'Kind', type: 'RADIO', is_conditional: true, options: 2 },
      { label: 'Note' },
    ])
    expect((await ask('form', { id: 'wells' })).status).toBe(404)
  })

  test('the media of a form come with it, alone or in an archive', async () => {
    const ask = await office()
    for (const form of [
      upload(sheetsOf(wells), { media: { 'Map.png': png } }),
      upload(zip({ 'wells.xlsx': sheetsOf(wells), 'm/map.png': png }), { name: 'wells.zip' }),
    ]) {
      const reading = (await ask('formRead', { form })).data as FormReading
      expect(reading.counts.left_out).toBe(0)
      expect(reading.form?.id).toBe('wells')
    }
    const form = upload(sheetsOf(wells), { state: 'published', media: { 'map.png': png } })
    expect((await ask('formPublish', { form, ...ifMatch('new') })).status).toBe(200)
    expect((await overview()).files).toMatchObject([
      { name: 'map.png', type: 'image/png', bytes: png.length, rows: null },
    ])
  })

  test('every problem of a file is listed with its cell, and nothing of it is published', async () => {
    const ask = await office()
    const broken = sheetsOf([
      ['text', 'a', 'A', null, null, null],
      ['text', 'b', 'B', null, '${a} = ', null],
      ['text', 'c', 'C', null, 'unheard(${a})', null],
      ['text', 'd', 'D', null, '${a} > )', null],
    ])
    const { problems, form } = (await ask('formRead', { form: upload(broken) })).data as FormReading
    expect(form).toBeNull()
    expect(problems.map(({ place }) => place)).toEqual([
      'survey!E3, character 7',
      'survey!E5, character 8',
    ])
    const answer = await ask('formPublish', {
      form: upload(broken, { state: 'published' }),
      ...ifMatch('new'),
    })
    expect(answer.status).toBe(422)
    expect((await ask('form', { id: 'wells' })).status).toBe(404)
    const left = upload(broken, { leave_out_broken: true })
    expect(((await ask('formRead', { form: left })).data as FormReading).problems).toEqual([])
    for (const [name, bytes] of [
      ['x.xlsx', Buffer.from('no workbook')],
      ['x.zip', Buffer.from('no archive')],
      ['x.json', Buffer.from('{}')],
      ['x.pdf', Buffer.from('%PDF')],
    ] as const) {
      const read = (await ask('formRead', { form: upload(bytes, { name }) })).data as FormReading
      expect([name, read.problems.length]).toEqual([name, 1])
    }
  })

  test('a file that is too large, or is not there, is refused', async () => {
    const ask = await office()
    expect((await ask('formRead', { form: new FormData() })).status).toBe(422)
    const large = Buffer.alloc(10 * 1024 * 1024 + 1)
    const answer = await ask('formRead', { form: upload(large) })
    expect([answer.status, answer.code]).toEqual([413, 'file_too_large'])
  })

  test('a published form reaches the surveyors to whom it is assigned, and the trail', async () => {
    expect((await published()).status).toBe(200)
    const surveyor = await signIn(server())
    expect((await surveyor('form', { id: 'wells' })).status).toBe(200)
    expect(await overview()).toMatchObject({
      state: 'published',
      assigned: 3,
      versions: [{ number: 1, fields: 3 }],
    })
    const trail = await server().db.query(
      `select 1 from admin_trail where command = 'office formPublish wells published'`,
    )
    expect(trail).toHaveLength(1)
  })

  test('a second publisher overwrites nothing that they have not seen', async () => {
    await published()
    expect((await published()).status).toBe(412)
    server().clock.advance(1000)
    const { updated_at } = await overview()
    expect((await published(wells.slice(0, 2), updated_at)).status).toBe(200)
    expect((await published(wells, updated_at)).status).toBe(412)
    expect((await overview()).versions.map(({ number }) => number)).toEqual([2, 1])
  })

  test('what the next version changes is said before and after', async () => {
    await published()
    const next: readonly Row[] = [
      ['text', 'village', 'Name of the village', null, null, null],
      ['select_one kinds', 'kind', 'Kind', null, null, null],
      ['decimal', 'yield', 'Yield', null, null, null],
    ]
    const options = [...choices.slice(0, 2), ['kinds', 'spring', 'Spring']]
    const ask = await office()
    const reading = (await ask('formRead', { form: upload(sheetsOf(next, options)) }))
      .data as FormReading
    const expected = [
      {
        kind: 'changed',
        label: 'Name of the village',
        what: [
          { aspect: 'label', before: 'Village', after: 'Name of the village' },
          { aspect: 'required' },
        ],
      },
      {
        kind: 'changed',
        label: 'Kind',
        what: [
          { aspect: 'options', before: 'Tube (tube)', after: 'Spring (spring)' },
          { aspect: 'asked_when' },
        ],
      },
      { kind: 'added', label: 'Yield' },
      { kind: 'removed', label: 'Depth' },
    ]
    expect(reading.current).toMatchObject({ version: 1, state: 'published', changes: expected })
    await published(next, reading.current?.updated_at, options)
    const query = '?from=1&to=2'
    const { data } = await ask('formChanges', { id: 'wells', query })
    expect(data).toMatchObject(expected)
    const swapped = (await ask('formChanges', { id: 'wells', query: '?from=2&to=1' })).data
    expect((swapped as Change[]).map(({ kind }) => kind)).toEqual([
      'changed',
      'added',
      'changed',
      'removed',
    ])
    for (const wrong of ['?from=1&to=3', '?from=x&to=1', ''])
      expect((await ask('formChanges', { id: 'wells', query: wrong })).status).toBe(404)
  })

  test('a moved question is the only one that moved', async () => {
    const [a = head, b = head, c = head] = wells
    const simple = [a, b, ['text', 'd', 'D', null, null, null]]
    await published(simple)
    server().clock.advance(1000)
    await published([simple[2] ?? c, a, b], (await overview()).updated_at)
    const { data } = await (await office())('formChanges', { id: 'wells', query: '?from=1&to=2' })
    expect(data).toMatchObject([{ label: 'D', what: [{ aspect: 'order' }] }])
  })

  test('a form is unpublished, removed and published again, by who has seen how it stands', async () => {
    await published()
    const ask = await office()
    const surveyor = await signIn(server())
    const move = async (state: string, seen?: string) => {
      const tag = seen ?? (await overview()).updated_at
      server().clock.advance(1000)
      return (await ask('formState', { id: 'wells', body: { state }, ...ifMatch(tag) })).status
    }
    expect(await move('draft')).toBe(200)
    expect((await surveyor('form', { id: 'wells' })).data).toMatchObject({ status: 'draft' })
    expect(await move('removed')).toBe(200)
    expect((await surveyor('form', { id: 'wells' })).status).toBe(404)
    expect((await overview()).state).toBe('removed')
    expect(await move('published')).toBe(200)
    expect((await surveyor('form', { id: 'wells' })).data).toMatchObject({ status: 'published' })
    expect(await move('removed', 'an earlier time')).toBe(412)
    expect((await ask('formState', { id: 'wells', body: { state: 'x' } })).status).toBe(422)
  })

  test('a form is assigned to a person, a group or all, and taken from them', async () => {
    const { asha } = await twoGroups(server())
    await published()
    const ask = await office()
    const assigned = async () => {
      const { people, groups } = (await ask('formPeople', { id: 'wells' })).data as FormPeople
      return [
        people.filter(({ is_assigned }) => is_assigned).length,
        ...groups.map(each => each.assigned),
      ]
    }
    const act = async (name: 'formAssign' | 'formUnassign', body: object) =>
      (await ask(name, { id: 'wells', body })).data
    expect(await act('formUnassign', { kind: 'all' })).toEqual({ people: 3 })
    expect(await assigned()).toEqual([0, 0, 0])
    expect(await act('formAssign', { kind: 'group', name: 'north' })).toEqual({ people: 1 })
    expect(await assigned()).toEqual([1, 1, 0])
    expect(await act('formUnassign', { kind: 'person', id: asha.surveyorId })).toEqual({
      people: 1,
    })
    expect(await act('formAssign', { kind: 'person', id: asha.surveyorId })).toEqual({ people: 1 })
    expect(await act('formUnassign', { kind: 'group', name: 'north' })).toEqual({ people: 1 })
    expect(await act('formAssign', { kind: 'all' })).toEqual({ people: 3 })
    const none = { id: 'wells', body: { kind: 'group', name: 'none' } }
    expect((await ask('formAssign', none)).status).toBe(404)
  })

  test('an account with groups reaches the forms and the people of its groups only', async () => {
    const { first } = await twoGroups(server())
    const scope: Scope = { kind: 'groups', names: ['north'] }
    const { ask } = await accountAt(server(), 'coordinator', scope)
    const form = () => upload(sheetsOf(wells), { state: 'published', assign: 'all' })
    expect((await ask('formPublish', { form: form(), ...ifMatch('new') })).status).toBe(200)
    expect(((await ask('formPeople', { id: 'wells' })).data as FormPeople).people).toHaveLength(1)
    expect((await overview()).assigned).toBe(1)
    const person = { kind: 'person', id: first.surveyorId }
    for (const body of [person, { kind: 'group', name: 'south' }])
      expect((await ask('formAssign', { id: 'wells', body })).status).toBe(404)
    expect((await ask('formAssign', { id: 'wells', body: { kind: 'all' } })).data).toEqual({
      people: 1,
    })
    // Now a form of the other group only.
    const admin = await office()
    await admin('formAssign', { id: 'wells', body: person })
    await admin('formUnassign', { id: 'wells', body: { kind: 'group', name: 'north' } })
    const before = await overview()
    for (const [name, options] of [
      ['form', {}],
      ['formPeople', {}],
      ['formChanges', { query: '?from=1&to=1' }],
      ['formState', { body: { state: 'removed' }, ...ifMatch(before.updated_at) }],
      ['formAssign', { body: { kind: 'all' } }],
      ['formUnassign', { body: { kind: 'all' } }],
    ] as const)
      expect([name, (await ask(name, { id: 'wells', ...options })).status]).toEqual([name, 404])
    const again = await ask('formPublish', { form: form(), ...ifMatch(before.updated_at) })
    expect([again.status, again.message]).toEqual([422, expect.stringContaining('exists already')])
    const reading = (await ask('formRead', { form: form() })).data as FormReading
    expect([reading.problems.length, reading.current]).toEqual([1, null])
    expect(await overview()).toEqual(before)
  })

  test('an account with forms publishes their next versions, and no other form', async () => {
    const scope: Scope = { kind: 'forms', names: ['household-profile'] }
    const { ask } = await accountAt(server(), 'coordinator', scope)
    const other = { form: upload(sheetsOf(wells), { state: 'draft' }), ...ifMatch('new') }
    expect((await ask('formPublish', other)).status).toBe(422)
    const own = await ask('form', { id: 'household-profile' })
    const { updated_at } = own.data as FormOverview
    const form = upload(sheetsOf(wells), { state: 'draft', id: 'household-profile' })
    expect((await ask('formPublish', { form, ...ifMatch(updated_at) })).status).toBe(200)
    expect((await ask('form', { id: 'household-profile' })).data).toMatchObject({
      state: 'draft',
      versions: [{ number: 2 }, { number: 1 }],
    })
  })
})
