import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hasDefinition, parseForm, parseFormHead } from '../../replication/wire/forms.ts'
import type { Json } from '../../replication/wire/envelope.ts'
import { demoForms } from '../../server/demo/forms.ts'
import { demoUsers } from '../../server/demo/seed.ts'
import { assignForm, putForm } from '../../server/store/forms.ts'
import { removeForm } from '../../server/store/admin.ts'
import { describeServer, pastTotal } from './engines.ts'
import { newSubmission, signIn, type Answered } from './surveyor.ts'

const headsOf = (answered: Answered) => answered.data as readonly Json[]
const now = new Date('2026-11-20T09:00:00.000Z')

describeServer('the assigned forms', server => {
  test('are listed as heads that match the wire schema, including unpublished ones', async () => {
    const ask = await signIn(server())
    const answered = await ask('forms', { query: '?page=1&limit=1000' })
    const heads = headsOf(answered)
    expect(heads.map(parseFormHead)).toEqual(heads)
    expect(heads.some(hasDefinition)).toBe(false)
    expect(heads.filter(head => head['status'] === 'draft')).toHaveLength(1)
    expect(heads.map(head => head['submissions']).reduce((a, b) => Number(a) + Number(b), 0)).toBe(
      pastTotal,
    )
    expect(answered.body['meta']).toEqual({ page: 1, limit: 1000, total: demoForms.length })
  })

  test('come in pages that together are the whole list', async () => {
    const ask = await signIn(server())
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map(page => ask('forms', { query: `?page=${page}&limit=3` })),
    )
    const paged = pages.flatMap(headsOf)
    expect(paged).toEqual(headsOf(await ask('forms')))
    expect(headsOf(pages[4] ?? pages[0] ?? (await ask('forms')))).toEqual([])
  })

  test('have a definition that is returned as published', async () => {
    const ask = await signIn(server())
    for (const { id } of demoForms) {
      const { data } = await ask('form', { id })
      expect(parseForm(data)).toEqual(data)
    }
  })

  test("are only this surveyor's, without removed ones", async () => {
    const { query } = server().db
    const form = parseForm({ id: 'mine', title: 'Mine', questions: [{ id: 'q', label: 'Q' }] })
    if (form === null) throw new Error('The fixture is no form')
    await putForm(query, form, now)
    await assignForm(query, demoUsers.asha.id, 'mine', now)
    await removeForm(query, 'household-profile', now)

    const [asha, other] = [await signIn(server()), await signIn(server(), 'first@transect.example')]
    const idsFor = async (ask: typeof asha) => headsOf(await ask('forms')).map(head => head['id'])
    expect(await idsFor(asha)).toContain('mine')
    expect(await idsFor(other)).not.toContain('mine')
    expect(await idsFor(asha)).not.toContain('household-profile')
    expect(await other('form', { id: 'mine' })).toMatchObject({ status: 404 })
    expect(await asha('form', { id: 'household-profile' })).toMatchObject({
      status: 404,
      message: 'This project has been deleted',
    })
    expect((await asha('form', { id: "no'such" })).message).not.toMatch(/draft|invalid|deleted/i)
  })
})

describeServer('a form that two administrators publish at once', server => {
  const formAs = (title: string) => {
    const form = parseForm({ id: 'mine', title, questions: [{ id: 'q', label: title }] })
    if (form === null) throw new Error('The fixture is no form')
    return form
  }

  test('has a version of each, and the last version is the form', async () => {
    const { db } = server()
    const publish = (title: string) =>
      db.tx(async query => {
        await putForm(query, formAs(title), now)
        // The other one has to reach the lock of the form's row meanwhile.
        await pause(300)
      })
    await Promise.all([publish('A'), pause(100).then(() => publish('B'))])
    await Promise.all([publish('C'), pause(100).then(() => publish('B'))])
    const label = `sections->0->'fields'->0->>'label'`
    const versions = await db.query<{ label: string }>(
      `select ${label} as label from form_versions where form_id = 'mine' order by number`,
    )
    expect(versions.map(row => row.label)).toEqual(['A', 'B', 'C', 'B'])
    expect(await db.query(`select ${label} as label from forms where id = 'mine'`)).toEqual([
      { label: 'B' },
    ])
  })
})

describeServer('the numbers of the dashboard', server => {
  test('count forms, submissions, today and the share of forms answered', async () => {
    const ask = await signIn(server(), 'first@transect.example')
    const stats = async () => (await ask('stats')).data
    const assigned = demoForms.length
    expect(await stats()).toEqual({
      total_assigned_forms: assigned,
      total_submissions: 0,
      submissions_today: 0,
      response_rate: 0,
    })
    await ask('submissionCreate', { body: newSubmission() })
    await ask('submissionCreate', {
      body: newSubmission({ created_at: '2026-11-19T23:59:59.999Z' }),
    })
    expect(await stats()).toEqual({
      total_assigned_forms: assigned,
      total_submissions: 2,
      submissions_today: 1,
      response_rate: Math.round(100 / assigned),
    })
  })
})

/** The twelve types of the spec (2.survey-fill.6). */
const specTypes =
  'TEXT EMAIL NUMBER PASSWORD TEL TEXTAREA DATE RADIO CHECKBOX SELECT FILE IMAGE'.split(' ')

test('the demo has its promised forms', () => {
  const fieldsOf = (title: string) =>
    demoForms.find(form => form.title === title)?.sections.flatMap(section => section.fields) ?? []
  const profile = fieldsOf('Household Profile')
  expect(new Set(profile.map(field => field.type))).toEqual(new Set(specTypes))
  expect(profile.filter(field => field.more.required === true).length).toBeGreaterThan(2)
  expect(fieldsOf('Community Health Assessment').length).toBeGreaterThanOrEqual(100)
  expect(demoForms.filter(form => form.status === 'published').length).toBeGreaterThanOrEqual(6)
  for (const form of demoForms) {
    const names = form.sections.flatMap(section => section.fields).map(field => field.name)
    expect([form.title, new Set(names).size]).toEqual([form.title, names.length])
  }
})
