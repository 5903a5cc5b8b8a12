import { expect, test } from 'vitest'
import type { SubmissionUpdateRequest } from '../../replication/wire/requests.ts'
import { setFormStatus } from '../../server/store/admin.ts'
import { describeServer, pastTotal } from './engines.ts'
import {
  linksOf,
  newSubmission,
  pngBytes,
  rowOf,
  rowsOf,
  signIn,
  uploadForm,
  valuesOf,
  type Ask,
  type Row,
} from './surveyor.ts'

const answer = (name: string, value: string) => ({
  form_field_id: `household-profile.${name}`,
  value,
})

const edit = (over: Partial<SubmissionUpdateRequest> = {}): SubmissionUpdateRequest => ({
  ...newSubmission(),
  updated_at: '2026-11-20T10:00:00.000Z',
  ...over,
})

const created = async (ask: Ask): Promise<Row> => {
  const answers = [answer('head_name', 'Meera'), answer('needs', '["food"]')]
  return rowOf(await ask('submissionCreate', { body: newSubmission({ answers }) }))
}

describeServer('an edit', server => {
  test('replaces all answers, and gives the row a new revision', async () => {
    const ask = await signIn(server())
    const row = await created(ask)
    const body = edit({ answers: [answer('head_name', 'Hansa')], latitude: 1, longitude: 2 })
    const edited = await ask('submissionUpdate', { id: row.id, body })
    expect(edited.status).toBe(200)
    expect(valuesOf(rowOf(edited))).toEqual({ head_name: 'Hansa' })
    expect(rowOf(edited)).toMatchObject({ latitude: 1, created_at: row.created_at })
    expect(parseInt(rowOf(edited).rev)).toBeGreaterThan(parseInt(row.rev))
    expect((await ask('submission', { id: row.id })).data).toEqual(edited.data)
  })

  test('with merge replaces only what it names', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const body = edit({ merge: true, answers: [answer('needs', '[]'), answer('remarks', 'new')] })
    const nowhere = { latitude: null, longitude: null }
    const merged = rowOf(await ask('submissionUpdate', { id, body: { ...body, ...nowhere } }))
    expect(valuesOf(merged)).toEqual({ head_name: 'Meera', needs: '[]', remarks: 'new' })
    expect([merged.latitude, merged.longitude]).toEqual([23.24, 69.66])
  })

  test('with merge cannot make a row larger than a read can answer', async () => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    const merged = async (answers: ReturnType<typeof answer>[]) =>
      (await ask('submissionUpdate', { id, body: edit({ merge: true, answers }) })).status
    const many = (start: string) =>
      Array.from({ length: 11_000 }, (_, index) => answer(`${start}${index}`, 'x'))
    expect(await merged(many('a'))).toBe(200)
    expect(await merged(many('b'))).toBe(422)
    const long = 'x'.repeat(1_900_000)
    for (const name of ['c', 'd', 'e', 'f']) expect(await merged([answer(name, long)])).toBe(200)
    expect(await merged([answer('g', long)])).toBe(422)
    expect(await merged([answer('f', 'short'), answer('g', long)])).toBe(200)
  })

  test('never drops uploaded files', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const files = [new File([pngBytes(1)], 'house.png')]
    await ask('filesUpload', { id, form: uploadForm('household-profile.house_photo', files) })
    for (const answers of [[], [answer('house_photo', ''), answer('head_name', 'Hansa')]]) {
      const edited = rowOf(await ask('submissionUpdate', { id, body: edit({ answers }) }))
      expect(valuesOf(edited)).toMatchObject({ house_photo: 1 })
    }
  })

  test('of a row that changed since is refused with the row', async () => {
    const ask = await signIn(server())
    const row = await created(ask)
    const put = (value: string, tag: string) =>
      ask('submissionUpdate', {
        id: row.id,
        body: edit({ answers: [answer('head_name', value)] }),
        headers: { 'If-Match': tag },
      })
    const first = await put('one', `"${row.rev}"`)
    expect(first.status).toBe(200)
    const stale = await put('two', `"${row.rev}"`)
    expect(stale.status).toBe(412)
    expect(stale.data).toEqual(first.data)
    expect(stale.headers.get('ETag')).toBe(first.headers.get('ETag'))
    expect((await put('two', `W/"${rowOf(first).rev}"`)).status).toBe(200)
    expect((await put('three', '*')).status).toBe(200)
  })

  test('repeated after a lost answer is answered as done, and changes nothing', async () => {
    const ask = await signIn(server())
    const row = await created(ask)
    const options = {
      id: row.id,
      body: edit({ answers: [answer('head_name', 'one')] }),
      headers: { 'If-Match': `"${row.rev}"` },
    }
    const first = await ask('submissionUpdate', options)
    const again = await ask('submissionUpdate', options)
    expect([again.status, again.data]).toEqual([200, first.data])
  })

  test('of many at once with one revision, one is accepted', async () => {
    const ask = await signIn(server())
    const row = await created(ask)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ask('submissionUpdate', {
          id: row.id,
          body: edit({ answers: [answer('head_name', `edit ${index}`)] }),
          headers: { 'If-Match': `"${row.rev}"` },
        }),
      ),
    )
    const statuses = all.map(answered => answered.status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
  })

  test('is accepted for a form that was unpublished since, but not for another form', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    await setFormStatus(server().db.query, 'household-profile', 'draft', new Date())
    expect((await ask('submissionUpdate', { id, body: edit({ answers: [] }) })).status).toBe(200)
    const other = edit({ form_id: 'school-facility-check' })
    expect((await ask('submissionUpdate', { id, body: other })).status).toBe(422)
  })
})

describeServer('a deletion', server => {
  test('leaves of the row only what a repeated request is known by', async () => {
    const ask = await signIn(server())
    const moment = '2026-11-20T09:10:00.000Z'
    const hints = [{ kind: 'number', field_id: 'age', occurrence: 0, reason: 'She is a twin' }]
    const place = { accuracy: 4, located_after: 60, address: 'By the well, Bopal' }
    const details = { ...place, started_at: moment, sent_at: moment, hints }
    const body = newSubmission({ client_key: 'k', tempId: 'temp_1', details })
    const { id } = rowOf(await ask('submissionCreate', { body }))
    await ask('submissionDelete', { id })
    const stored = await server().db.query<{ key: string }>(
      `select key from submissions s, jsonb_each_text(to_jsonb(s)) where s.id = $1
       and value is not null order by key`,
      [id],
    )
    const keys = ['client_key', 'form_id', 'id', 'mark', 'past_marks', 'request_sha256', 'rev']
    const times = ['created_at', 'deleted_at', 'received_at', 'sent_created_at', 'updated_at']
    const others = ['answer_bytes', 'temp_id', 'user_id']
    expect(stored.map(({ key }) => key)).toEqual([...keys, ...times, ...others].sort())
  })

  test('gets the same answer again, and the row never returns', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const deleted = await ask('submissionDelete', { id })
    expect(deleted.status).toBe(200)
    server().clock.advance(5000)
    expect((await ask('submissionDelete', { id })).body).toEqual(deleted.body)
    expect(rowsOf(await ask('submissions'))).toHaveLength(pastTotal)

    const form = uploadForm('f', [new File([pngBytes(1)], 'a.png')])
    for (const late of [
      await ask('submission', { id }),
      await ask('submissionUpdate', { id, body: edit() }),
      await ask('filesUpload', { id, form }),
    ]) {
      expect([late.status, late.message]).toEqual([404, 'Submission not found.'])
    }
  })

  test('also deletes the answers and the files', async () => {
    const ask = await signIn(server())
    const { id } = await created(ask)
    const form = uploadForm('f', [new File([pngBytes(1)], 'a.png')])
    const row = rowOf(await ask('filesUpload', { id, form }))
    const [link = ''] = linksOf(row, 'f')
    expect((await server().fetch(link)).status).toBe(200)
    await ask('submissionDelete', { id })
    expect((await server().fetch(link)).status).toBe(404)
    const left = await server().db.query(
      `select submission_id from submission_answers where submission_id = $1
       union all select submission_id from submission_files where submission_id = $1`,
      [id],
    )
    expect(left).toEqual([])
  })

  test('of an unknown row is 404', async () => {
    const ask = await signIn(server())
    for (const id of ['temp_1763629200000', '7', '00000000-0000-4000-8000-000000000000']) {
      expect((await ask('submissionDelete', { id })).status).toBe(404)
    }
  })
})
