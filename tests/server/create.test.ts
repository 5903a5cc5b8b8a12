import { expect, test } from 'vitest'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { headers } from '../../replication/wire/calls.ts'
import { parse } from 'valibot'
import { removeForm, setFormStatus } from '../../server/store/admin.ts'
import { limits } from '../../server/limits.ts'
import { describeServer, pastTotal } from './engines.ts'
import { newSubmission, rowOf, rowsOf, signIn, valuesOf, type Ask } from './surveyor.ts'

const now = new Date('2026-11-20T09:30:00.000Z')
const formId = 'household-profile'
const stored = async (ask: Ask) => rowsOf(await ask('submissions'))

describeServer('a submission that a row cannot store', server => {
  test('is refused with a message, and nothing of it is stored', async () => {
    const ask = await signIn(server())
    const before = (await ask('submissions')).body['meta']
    const many = Array.from({ length: limits.answers + 1 }, (_, index) => ({
      form_field_id: `f${index}`,
      value: '1',
    }))
    for (const [body, field] of [
      [newSubmission({ tempId: 'x'.repeat(limits.tempIdChars + 1) }), 'tempId'],
      [newSubmission({ answers: many }), 'answers'],
    ] as const) {
      const refused = await ask('submissionCreate', { body })
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body['errors'] as object)).toEqual([field])
    }
    expect((await ask('submissions')).body['meta']).toEqual(before)
  })
})

describeServer('a submission', server => {
  test('is stored and returned unchanged', async () => {
    const ask = await signIn(server())
    const body = newSubmission({ tempId: 'temp_1', client_key: 'key-1' })
    const created = await ask('submissionCreate', { body })
    expect(created.status).toBe(201)
    const row = rowOf(created)
    expect(parse(SubmissionRow, row).form_name).toBe('Household Profile')
    expect(row).toMatchObject({
      form_id: formId,
      latitude: 23.24,
      longitude: 69.66,
      created_at: '2026-11-20T09:12:13.456Z',
      tempId: 'temp_1',
      client_key: 'key-1',
    })
    expect(row.answers).toEqual([
      {
        form_field_id: 'household-profile.head_name',
        value: 'Meera Jadeja',
        value_json: null,
        occurrence: 0,
      },
      {
        form_field_id: 'household-profile.needs',
        value: '["food","work"]',
        value_json: ['food', 'work'],
        occurrence: 0,
      },
    ])
    const read = await ask('submission', { id: row.id })
    expect(rowOf(read)).toEqual(row)
    expect(read.headers.get('ETag')).toBe(`"${row.rev}"`)
    expect((await stored(ask))[0]).toEqual(row)
  })

  test('may have no location, no answers, repeats and another time zone', async () => {
    const ask = await signIn(server())
    const answers = [0, 1].map(occurrence => ({
      form_field_id: 'x.child',
      value: `child ${occurrence}`,
      occurrence,
    }))
    const created_at = '2026-11-20T14:42:13.001+05:30'
    const over = { latitude: null, longitude: null, created_at }
    const repeats = await ask('submissionCreate', { body: newSubmission({ ...over, answers }) })
    expect(rowOf(repeats)).toMatchObject({ latitude: null, created_at })
    expect(rowOf(repeats).answers.map(answer => answer.value)).toEqual(['child 0', 'child 1'])
    const empty = await ask('submissionCreate', { body: newSubmission({ answers: [] }) })
    expect(rowOf(empty).answers).toEqual([])
  })

  test('keeps any text that could be a problem for a database', async () => {
    const ask = await signIn(server())
    const value = `'; drop table users; -- \u0000\uD800 {"a":1} \\ 𝄞 नमस्ते \u202E`
    const answers = [{ form_field_id: '__proto__', value }]
    const row = rowOf(await ask('submissionCreate', { body: newSubmission({ answers }) }))
    expect(row.answers[0]).toMatchObject({
      form_field_id: '__proto__',
      value: value.replace('\u0000', '').replace('\uD800', '\uFFFD'),
    })
  })

  test('with a list that is nested very deeply is returned as text, and blocks no list', async () => {
    const ask = await signIn(server())
    const value = '['.repeat(50_000) + ']'.repeat(50_000)
    const answers = [{ form_field_id: 'household-profile.needs', value }]
    const created = await ask('submissionCreate', { body: newSubmission({ answers }) })
    expect(created.status).toBe(201)
    expect((await stored(ask))[0]?.answers).toMatchObject([{ value, value_json: null }])
  })

  test('of two answers to one field keeps the later', async () => {
    const ask = await signIn(server())
    const answers = ['first', 'second'].map(value => ({ form_field_id: 'f', value }))
    const row = rowOf(await ask('submissionCreate', { body: newSubmission({ answers }) }))
    expect(valuesOf(row)).toEqual({ f: 'second' })
  })

  test('that is invalid is refused with its fields named', async () => {
    const ask = await signIn(server())
    const bodies: readonly unknown[] = [
      null,
      [],
      { ...newSubmission(), latitude: 91 },
      { ...newSubmission(), created_at: 'yesterday' },
      { ...newSubmission(), answers: [{ form_field_id: 'a', value: 1 }] },
      { ...newSubmission(), form_id: undefined },
    ]
    for (const body of bodies) {
      const refused = await ask('submissionCreate', { body })
      expect([body, refused.status]).toEqual([body, 422])
      expect(refused.body['errors']).not.toEqual({})
      expect(JSON.stringify(refused.body)).not.toMatch(/draft|invalid|deleted/i)
    }
    expect(await stored(ask)).toHaveLength(pastTotal)
  })

  test('larger than 2 MB is 413, and non-JSON is 400', async () => {
    const token = await server().login()
    const post = (body: string) =>
      server().fetch('/api/surveyor/form-submissions', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body,
      })
    const answers = [{ form_field_id: 'f', value: 'x'.repeat(2 * 1024 * 1024) }]
    expect((await post(JSON.stringify(newSubmission({ answers })))).status).toBe(413)
    expect((await post('{"form_id":')).status).toBe(400)
  })
})

describeServer('a form that takes no submissions', server => {
  const refusalFor = async (ask: Ask, form_id = formId) => {
    const { status, message } = await ask('submissionCreate', { body: newSubmission({ form_id }) })
    return [status, message]
  }

  test('is unpublished, removed, unknown, or another surveyor’s', async () => {
    const ask = await signIn(server())
    const { query } = server().db
    await setFormStatus(query, formId, 'draft', now)
    expect(await refusalFor(ask)).toEqual([422, 'This project is now in draft'])
    await removeForm(query, formId, now)
    expect(await refusalFor(ask)).toEqual([422, 'This project has been deleted'])
    expect(await refusalFor(ask, 'no-such-form')).toEqual([422, 'This project does not exist.'])
    await query(`delete from form_assignments where form_id = 'school-facility-check'`)
    expect(await refusalFor(ask, 'school-facility-check')).toEqual([
      422,
      'This project is no longer assigned to you.',
    ])
  })
})

describeServer('a client key', server => {
  const body = newSubmission({ client_key: 'key-1' })

  test('returns the first row again, even if the form changed since', async () => {
    const ask = await signIn(server())
    const created = await ask('submissionCreate', { body })
    await removeForm(server().db.query, formId, now)
    const again = await ask('submissionCreate', { body })
    expect(created.headers.get(headers.idempotencyReplayed)).toBeNull()
    expect(again.status).toBe(200)
    expect(again.headers.get(headers.idempotencyReplayed)).toBe('true')
    expect(again.data).toEqual(created.data)
  })

  test('is the same in the header, quoted or not, and in the body', async () => {
    const ask = await signIn(server())
    const { client_key, ...plain } = body
    const ids = new Set<string>()
    for (const key of [String(client_key), `"${client_key}"`]) {
      const sent = { [headers.idempotencyKey]: key }
      ids.add(rowOf(await ask('submissionCreate', { body: plain, headers: sent })).id)
    }
    ids.add(rowOf(await ask('submissionCreate', { body })).id)
    expect(ids.size).toBe(1)
  })

  test('with another body is a conflict that returns the stored row', async () => {
    const ask = await signIn(server())
    const created = await ask('submissionCreate', { body })
    const others = [
      { ...body, latitude: 1 },
      { ...body, answers: [] },
    ]
    for (const other of others) {
      const refused = await ask('submissionCreate', { body: other })
      expect(refused.status).toBe(409)
      expect(refused.body['code']).toBe('idempotency_conflict')
      expect(refused.data).toEqual(created.data)
    }
    expect(await stored(ask)).toHaveLength(pastTotal + 1)
  })

  test('of another surveyor is another key', async () => {
    const [asha, other] = [await signIn(server()), await signIn(server(), 'first@transect.example')]
    const mine = rowOf(await asha('submissionCreate', { body }))
    const theirs = await other('submissionCreate', { body })
    expect(theirs.status).toBe(201)
    expect(rowOf(theirs).id).not.toBe(mine.id)
  })

  test('makes one row of fifty posts at the same moment', async () => {
    const ask = await signIn(server())
    const all = await Promise.all(
      Array.from({ length: 50 }, () => ask('submissionCreate', { body })),
    )
    expect(new Set(all.map(answered => rowOf(answered).id)).size).toBe(1)
    expect(all.filter(answered => answered.status === 201)).toHaveLength(1)
    expect(all.filter(answered => answered.status === 200)).toHaveLength(49)
    expect(await stored(ask)).toHaveLength(pastTotal + 1)
  })

  test('of a deleted submission still returns its row, which stays deleted', async () => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body }))
    await ask('submissionDelete', { id })
    const again = await ask('submissionCreate', { body })
    expect(again.status).toBe(200)
    expect(rowOf(again)).toMatchObject({ id, deleted_at: expect.any(String) })
    expect((await ask('submission', { id })).status).toBe(404)
  })

  test('is optional: without one every post is a row', async () => {
    const ask = await signIn(server())
    const twice = [1, 2].map(() => ask('submissionCreate', { body: newSubmission() }))
    const [one, other] = await Promise.all(twice)
    expect(one?.data).not.toEqual(other?.data)
    expect(await stored(ask)).toHaveLength(pastTotal + 2)
  })
})
