import { expect, test } from 'vitest'
import type {
  Change,
  FormOverview,
  FormPeople,
  FormReading,
} from '../../../replication/wire/office/form-answers.ts'
import type { Scope } from '../../../replication/wire/office/roles.ts'
import { describeServer } from '../engines.ts'
import { signIn } from '../surveyor.ts'
import { choices, head, ifMatch, sheetsOf, upload, wells, type Row } from './form-uploads.ts'
import { signedInAt } from './office-browser.ts'
import { accountAt, twoGroups } from './office-data.ts'

/** What becomes of a form: published, compared, removed and assigned, each by who may. */

describeServer('the office and its forms', server => {
  const office = async (email?: string) => (await signedInAt(server(), email)).ask
  const published = async (rows: readonly Row[] = wells, seen = 'new', options = choices) =>
    (await office())('formPublish', {
      form: upload(sheetsOf(rows, options), { state: 'published', assign: 'all' }),
      ...ifMatch(seen),
    })
  const overview = async () =>
    (await (await office())('form', { id: 'wells' })).data as FormOverview

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
