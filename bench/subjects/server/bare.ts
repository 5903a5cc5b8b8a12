import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { openPostgres } from '../../../server/db/postgres.ts'
import { first } from '../../../server/db/db.ts'
import { formState } from '../../../server/store/forms.ts'
import {
  answerBytesOf,
  insertSubmission,
  replaceAnswers,
  updateSubmission,
} from '../../../server/store/submission-writes.ts'
import {
  submissionByClientKey,
  submissionById,
  submissionsAfter,
  type StoredAnswer,
} from '../../../server/store/submissions.ts'
import { lockUser, nextRevision, userBySession } from '../../../server/store/users.ts'
import { tokenSha256 } from '../../../server/auth/tokens.ts'

/**
 * The smallest server: Hono and pg with the product's own SQL, and nothing else. It validates nothing, repeats
 * nothing, and answers rows as they are stored. Its submit is written plainly: it looks for the key first and reads the
 * row back, which the product saves.
 */

const db = await openPostgres({ url: process.env['DATABASE_URL'] ?? '' })

interface Body {
  readonly form_id: string
  readonly client_key: string
  readonly latitude: number
  readonly longitude: number
  readonly created_at: string
  readonly answers: readonly { readonly form_field_id: string; readonly value: string }[]
}

const stored = ({ answers }: Body): readonly StoredAnswer[] =>
  answers.map(answer => ({ ...answer, occurrence: 0, is_list: false }))

const userOf = async (request: Request): Promise<string> => {
  const token = request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''
  const user = await userBySession(db.query, tokenSha256(token), new Date())
  if (user === null) throw new Error('Nobody has this token.')
  return user.id
}

const app = new Hono().basePath('/api')
app.get('/health', context => context.json({}))

app.post('/surveyor/form-submissions', async context => {
  const user = await userOf(context.req.raw)
  const body = await context.req.json<Body>()
  const row = await db.tx(async query => {
    await lockUser(query, user)
    const earlier = await submissionByClientKey(query, user, body.client_key)
    if (earlier !== null) return earlier
    await formState(query, user, body.form_id)
    const id = randomUUID()
    await insertSubmission(query, user, {
      id,
      formId: body.form_id,
      clientKey: body.client_key,
      requestSha256: null,
      tempId: null,
      latitude: body.latitude,
      longitude: body.longitude,
      sentCreatedAt: body.created_at,
      now: new Date(),
      answers: stored(body),
      details: {
        definition_hash: null,
        started_at: null,
        accuracy: null,
        located_after: null,
        sent_at: null,
        address: null,
        hints: [],
      },
      clockOffset: null,
      revision: await nextRevision(query, user),
    })
    return submissionById(query, user, id)
  })
  return context.json({ data: row }, 201)
})

app.put('/surveyor/form-submissions/:id', async context => {
  const user = await userOf(context.req.raw)
  const body = await context.req.json<Body>()
  const id = context.req.param('id')
  const row = await db.tx(async query => {
    await lockUser(query, user)
    await submissionById(query, user, id)
    await formState(query, user, body.form_id)
    await updateSubmission(query, user, id, {
      latitude: body.latitude,
      longitude: body.longitude,
      now: new Date(),
      answerBytes: answerBytesOf(stored(body)),
      revision: await nextRevision(query, user),
    })
    await replaceAnswers(query, user, id, stored(body))
    return submissionById(query, user, id)
  })
  return context.json({ data: row })
})

app.get('/surveyor/form-submissions', async context => {
  const user = await userOf(context.req.raw)
  const { page: rows } = await submissionsAfter(
    db.query,
    user,
    context.req.query('since') || '0',
    100,
  )
  const next = rows.at(-1)?.rev ?? context.req.query('since')
  return context.json({ data: rows, meta: { next } })
})

app.get('/surveyor/form-submissions/:id', async context => {
  const user = await userOf(context.req.raw)
  const found = await submissionById(db.query, user, context.req.param('id'))
  return context.json({ data: first(found === null ? [] : [found]) })
})

serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' })
