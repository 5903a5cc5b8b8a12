import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Review } from '../../replication/wire/review.ts'
import { only } from '../../server/db/db.ts'
import { describeServer } from './engines.ts'
import { officeBrowser } from './office/office-browser.ts'
import { accountAt, twoGroups } from './office/office-data.ts'
import type { TestServer } from './make-server.ts'
import { newSubmission, rowOf, rowsOf, signIn, valuesOf, type Row } from './surveyor.ts'

/** What the office says of a submission, and what its surveyor answers. */

const field = 'household-profile.head_name'

interface Said {
  readonly rev: string
  readonly review: Review
}

const comment = (text: string, over: object = {}) => ({
  id: randomUUID(),
  field_id: field,
  occurrence: 0,
  text,
  ...over,
})

/** A submission of asha, their calls, and a reviewer's. */
const reviewed = async (server: TestServer) => {
  const { asha, first } = await twoGroups(server)
  const ask = await signIn(server)
  const { ask: office } = await accountAt(server, 'reviewer', { kind: 'all' })
  const query = `?surveyor=${asha.surveyorId}`
  const { id } = asha
  const say = async (text: string, over: object = {}) =>
    (await office('commentAdd', { id, query, body: comment(text, over) })).data as Said
  const decide = (state: string, rev: string) =>
    office('reviewSet', { id, query, body: { state }, headers: { 'If-Match': `"${rev}"` } })
  const read = async () => (await ask('submission', { id })).data as Row & { review: Review }
  const put = async (head: string, over: object = {}) => {
    const answers = [{ form_field_id: field, value: head }]
    const body = { ...newSubmission({ answers }), merge: true, updated_at: '2026-11-20T10:00:00Z' }
    return ask('submissionUpdate', { id, body: { ...body, ...over } })
  }
  const correct = async (text = 'How is it spelled?') =>
    (await decide('correction', (await say(text)).rev)).data as Said
  return { asha, first, ask, office, query, id, say, decide, read, put, correct }
}

describeServer('a review', server => {
  test('reaches the surveyor as a change of the row, and nothing else of the row changes', async () => {
    const { ask, id, read, correct } = await reviewed(server())
    const before = await read()
    expect(before.review).toBe(null)
    const start = (await ask('submissions', { query: '?since=' })).body['meta'] as { next: string }
    const asked = await correct()
    const { data, body } = await ask('submissions', { query: `?since=${start.next}` })
    expect(data).toMatchObject([{ id, rev: asked.rev, review: asked.review }])
    expect(asked.review).toMatchObject({
      state: 'correction',
      version: 2,
      comments: [{ by: 'office', field_id: field, occurrence: 0, text: 'How is it spelled?' }],
    })
    expect(body['meta']).not.toMatchObject({ restarted: true })
    const after = await read()
    const { rev, updated_at, review } = before
    expect({ ...after, rev, updated_at, review }).toEqual(before)
  })

  test('is corrected by an edit of a surveyor who had read all of it, and by a reply', async () => {
    const { put, correct, read } = await reviewed(server())
    const { review } = await correct()
    const edited = await put('Mira', { corrects: review.version })
    expect((edited.data as Said).review.state).toBe('corrected')
    expect(await read()).toEqual(edited.data)
    const again = await correct('And the age?')
    const reply = comment('She does not know.')
    const replied = await put('Mira', { comments: [reply], corrects: again.review.version })
    expect((replied.data as Said).review).toMatchObject({
      state: 'corrected',
      comments: [{ by: 'office' }, { by: 'office' }, { ...reply, by: 'surveyor' }],
    })
    expect(await read()).toEqual(replied.data)
    const repeated = await put('Mira', { comments: [reply], corrects: again.review.version })
    expect(repeated.data).toEqual(replied.data)
  })

  test('is not corrected by an edit from before the office said more', async () => {
    const { put, correct, say, read } = await reviewed(server())
    const { review } = await correct()
    await say('And the age?')
    const reply = comment('Like this.')
    await put('Mira', { comments: [reply], corrects: review.version })
    const row = await read()
    expect(row.review).toMatchObject({ state: 'correction', version: 3 })
    expect(row.review.comments).toHaveLength(3)
    expect(valuesOf(row)).toMatchObject({ head_name: 'Mira' })
    await put('Meera', { corrects: 0 })
    expect((await read()).review.state).toBe('correction')
    // A client that knows nothing of reviews.
    await put('Mira')
    expect((await read()).review.state).toBe('corrected')
  })

  test('of an accepted submission begins again when it is edited', async () => {
    const { put, say, decide, read } = await reviewed(server())
    await decide('accepted', (await read()).rev)
    await put('Meera Jadeja', { comments: [comment('Thank you')], corrects: 0 })
    expect((await read()).review.state).toBe('accepted')
    await put('Mira', { corrects: 0 })
    expect((await read()).review.state).toBe('corrected')
    expect((await decide('rejected', (await say('No')).rev)).status).toBe(200)
    expect((await read()).review.state).toBe('rejected')
  })

  test('is decided by one of two reviewers, and the other sees what it is now', async () => {
    const { office, decide, say, read, query, id } = await reviewed(server())
    const { rev } = await say('Please check.')
    const answers = await Promise.all([decide('accepted', rev), decide('correction', rev)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
    expect(lost?.data).toEqual(won?.data)
    expect(won?.data).toMatchObject({ rev: (await read()).rev })
    const blind = await office('reviewSet', { id, query, body: { state: 'accepted' } })
    expect(blind.status).toBe(422)
  })

  test('is not decided about answers that the reviewer has not seen', async () => {
    const { put, decide, read } = await reviewed(server())
    const seen = (await read()).rev
    await put('Mira')
    expect((await decide('accepted', seen)).status).toBe(412)
    expect((await read()).review).toBe(null)
  })

  test('asks for a correction only with a comment, and takes a decision back', async () => {
    const { decide, read } = await reviewed(server())
    expect((await decide('correction', (await read()).rev)).status).toBe(422)
    expect((await decide('corrected', (await read()).rev)).status).toBe(422)
    await decide('accepted', (await read()).rev)
    expect((await decide('received', (await read()).rev)).status).toBe(200)
    expect((await read()).review.state).toBe('received')
  })

  test('has each comment once, with every character, up to a limit', async () => {
    const { office, id, query, read } = await reviewed(server())
    const wild = `<script>alert(1)</script> =HYPERLINK("x") “’ ع 🌧️ \n two\u0000\ud800`
    const body = comment(wild)
    const first = await office('commentAdd', { id, query, body })
    const second = await office('commentAdd', { id, query, body: { ...body, text: 'other' } })
    expect(second.data).toEqual(first.data)
    expect((await read()).review.comments).toMatchObject([
      { text: wild.replace('\u0000', '').replace('\ud800', '\ufffd') },
    ])
    const refused = [
      { text: '' },
      { text: '  ' },
      { text: 'x'.repeat(1001) },
      { id: 'one' },
      { occurrence: -1 },
      { field_id: 'x'.repeat(201) },
    ]
    for (const over of refused) {
      const answer = await office('commentAdd', { id, query, body: comment('x', over) })
      expect([answer.status, over]).toEqual([422, over])
    }
    expect((await read()).review.comments).toHaveLength(1)
  })

  test('refuses replies that it cannot store', async () => {
    const { put, read } = await reviewed(server())
    for (const over of [{ text: 'x'.repeat(1001) }, { id: '1' }, { occurrence: 1.5 }]) {
      const { status } = await put('Mira', { comments: [comment('x', over)] })
      expect([status, over]).toEqual([422, over])
    }
    const many = Array.from({ length: 201 }, () => comment('x'))
    expect((await put('Mira', { comments: many })).status).toBe(422)
    for (const half of [many.slice(0, 200), many.slice(1)])
      await put('Mira', { comments: half.map(one => ({ ...one, id: randomUUID() })) })
    expect((await put('Mira', { comments: [comment('x')] })).status).toBe(422)
    expect((await read()).review.comments).toHaveLength(400)
  })

  test('is of the own scope and of the page only', async () => {
    const { asha, first, say, read } = await reviewed(server())
    const { rev } = await say('Please check.')
    const south = await accountAt(server(), 'coordinator', { kind: 'groups', names: ['south'] })
    const viewer = await accountAt(server(), 'viewer', { kind: 'all' })
    const query = `?surveyor=${asha.surveyorId}`
    const own = { id: asha.id, query, body: comment('x') }
    expect((await south.ask('commentAdd', own)).status).toBe(404)
    expect((await viewer.ask('commentAdd', own)).status).toBe(403)
    const decision = { ...own, body: { state: 'accepted' }, headers: { 'If-Match': rev } }
    expect((await south.ask('reviewSet', decision)).status).toBe(404)
    expect((await viewer.ask('reviewSet', decision)).status).toBe(403)
    const forged = { ...own, headers: { 'X-XSRF-TOKEN': 'other' } }
    const admin = await accountAt(server(), 'administrator', { kind: 'all' })
    expect((await admin.ask('commentAdd', forged)).status).toBe(403)
    expect((await officeBrowser(server()).ask('commentAdd', own)).status).toBe(401)
    const mixed = { ...own, query: `?surveyor=${first.surveyorId}` }
    expect((await admin.ask('commentAdd', mixed)).status).toBe(404)
    expect((await read()).review.comments).toHaveLength(1)
  })

  test('counts what is to be reviewed, and adds who decided to the trail', async () => {
    const { office, correct, put, read, decide } = await reviewed(server())
    const toReview = async () => {
      const { data } = await office('today')
      const { forms } = data as { forms: { id: string; stored: number; to_review: number }[] }
      const form = forms.find(({ id }) => id === 'household-profile')
      return (form?.stored ?? 0) - (form?.to_review ?? 0)
    }
    expect(await toReview()).toBe(0)
    const { review } = await correct()
    expect(await toReview()).toBe(1)
    await put('Mira', { corrects: review.version })
    expect(await toReview()).toBe(0)
    await decide('accepted', (await read()).rev)
    expect(await toReview()).toBe(1)
    const trail = await server().db.query<{ who: string; command: string }>(
      `select who, command from admin_trail where command like 'office reviewSet%' order by at, id`,
    )
    expect(trail.map(({ command }) => command.split(' ')[2])).toContain('accepted')
    expect(only(trail.slice(-1)).who).toContain('reviewer')
  })

  test('shows what each edit replaced, in the words of the form', async () => {
    const { office, id, query, put } = await reviewed(server())
    await put('Mira')
    const needs = [{ form_field_id: 'household-profile.needs', value: '["water"]' }]
    await put('Mira', { answers: needs })
    await put('Mira', { answers: [{ form_field_id: 'household-profile.remarks', value: 'x' }] })
    const { data } = await office('submission', { id, query })
    const { earlier } = data as { earlier: readonly { field_id: string; values: string[] }[] }
    expect(earlier.map(({ field_id, values }) => [field_id.split('.')[1], values])).toEqual([
      ['remarks', []],
      ['needs', ['Food', 'Work']],
      ['head_name', ['Meera Jadeja']],
    ])
  })

  test('ends with its submission, and with its surveyor', async () => {
    const { ask, id, correct, put, first } = await reviewed(server())
    await correct()
    await put('Mira')
    await ask('submissionDelete', { id })
    for (const table of ['reviews', 'review_comments', 'earlier_answers']) {
      const left = await server().db.query(`select 1 from ${table} where submission_id = $1`, [id])
      expect([table, left]).toEqual([table, []])
    }
    expect(rowsOf(await ask('submissions')).some(row => row.id === id)).toBe(false)
    expect(first.id).not.toBe(id)
  })

  test('of a lost submission begins with the replies of its surveyor', async () => {
    const ask = await signIn(server())
    const reply = comment('She does not know.')
    const body = { ...newSubmission({ client_key: 'k' }), comments: [reply] }
    const made = await ask('submissionCreate', { body })
    expect((made.data as Said).review).toMatchObject({ state: 'received', comments: [reply] })
    expect((await ask('submission', { id: rowOf(made).id })).data).toEqual(made.data)
    const again = await ask('submissionCreate', { body })
    expect(again.data).toEqual(made.data)
  })
})
