import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerKey, replyMark } from '../../collections/ids.ts'
import { reviewOf } from '../../collections/interview/review.ts'
import { submissionsToCorrect } from '../../collections/queries.ts'
import type { Answer, Review } from '../../collections/schemas/submissions.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { startEditDraft } from '../../collections/writes/write-work.ts'
import { deleteSubmission, submitInterview, undoDelete } from '../../replication/submit.ts'
import { createDisk, openDevice, submissionOf, submit, type Device, type Disk } from '../device.ts'
import { draftIn } from '../drafts.ts'
import { entriesIn, reopenEntry, tryAgain } from '../recovery.ts'
import { copyTables } from '../server/copy-tables.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'
import { signedInAt } from '../server/office/office-browser.ts'

/** What the office says of a submission, on a phone with our server: pulled, answered, and never lost or said twice. */

const formId = 'household-profile'
const field = `${formId}.head_name`
const key = answerKey(field)

let server: TestServer
let disk: Disk
let device: Device
let token: string
let office: Awaited<ReturnType<typeof signedInAt>>

const open = async () => {
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  token = await server.login()
  office = await signedInAt(server, 'reviewer@transect.example')
  disk = createDisk()
  await open()
})
afterEach(() => device.crash())

const pull = () => device.sync.refresh.now('submissions')
const settle = async () => {
  await device.sync.run({ all: true })
  device.env.clock.advance(61_000)
  await device.sync.run({ all: true })
}

const stored = async (id: string) => {
  const submission = await submissionOf(device, id)
  if (submission === null) throw new Error('There is no such submission.')
  return submission
}
const shown = async (id: string) => reviewOf(await stored(id))
const toCorrect = async () =>
  (await submissionsToCorrect().build(device.db.submissions).exec()).map(({ id }) => id)

/** A submission that the server has, and what the office does with it. */
const submitted = async (answers: Record<string, Answer> = { [field]: 'Meera' }) => {
  const { id } = await submit(device, formId, answers)
  const { server_id } = await stored(id)
  const findOwner = `select user_id from submissions where id = $1`
  const [row] = await server.db.query<{ user_id: string }>(findOwner, [server_id])
  const asked = { id: server_id, query: `?surveyor=${row?.user_id}` }
  const read = async () => (await office.ask('submission', asked)).data as Said
  const say = async (text: string, commentId: string = randomUUID()) => {
    const body = { id: commentId, field_id: field, occurrence: 0, text }
    await office.ask('commentAdd', { ...asked, body })
    return commentId
  }
  const decide = async (state: string) => {
    const headers = { 'If-Match': `"${(await read()).rev}"` }
    const { status } = await office.ask('reviewSet', { ...asked, body: { state }, headers })
    expect(status).toBe(200)
  }
  return { id, read, say, decide }
}

interface Said {
  readonly rev: string
  readonly review: Review | null
  readonly answers: readonly { readonly field_id: string; readonly values: readonly string[] }[]
}

const place = { latitude: 12.9716, longitude: 77.5946, accuracy: 8 }

/** Opens an edit, replies in it, and submits it, having read the review as it is now. */
type Replies = Readonly<Record<string, string>>
const correct = async (id: string, head: string, replies: Replies = {}, corrects?: number) => {
  const submission = await stored(id)
  const { version = 0 } = reviewOf(submission) ?? {}
  const draft = await startEditDraft(device.db, submission, device.env.clock.now())
  for (const [commentId, text] of Object.entries(replies))
    await keepAnswer(device.db, id, replyMark(commentId), text, device.env.clock.now())
  const docs = await device.db.form_responses.find().exec()
  return submitInterview(device, draft, {
    answers: { ...submission.answers, [key]: head },
    files: [],
    read: docs.map(doc => doc.toMutableJSON()),
    corrects: corrects ?? version,
    place,
    address: '',
    city: '',
  })
}

test('a correction is asked for with the next pull, and done with an edit and a reply', async () => {
  const { id, read, say, decide } = await submitted()
  const commentId = await say('How is it spelled?')
  await decide('correction')
  expect(await toCorrect()).toEqual([])
  await pull()
  expect(await toCorrect()).toEqual([id])
  expect(await shown(id)).toMatchObject({ state: 'correction', version: 2 })
  await correct(id, 'Mira', { [commentId]: 'Like this.' })
  expect(await toCorrect()).toEqual([])
  const { review, answers } = await read()
  expect(review).toMatchObject({
    state: 'corrected',
    comments: [
      { by: 'office', text: 'How is it spelled?' },
      { by: 'surveyor', text: 'Like this.', field_id: field },
    ],
  })
  expect(answers).toMatchObject([{ field_id: field, values: ['Mira'] }])
  expect(await shown(id)).toEqual(review)
  expect((await stored(id)).replies).toBeUndefined()
})

test('a reply is given offline, survives a crash, and is said once', async () => {
  const { id, read, say, decide } = await submitted()
  const commentId = await say('Really?')
  await decide('correction')
  await pull()
  device.env.cut()
  await correct(id, 'Meera', { [commentId]: 'Really.' })
  expect(await toCorrect()).toEqual([])
  expect(await shown(id)).toMatchObject({ state: 'corrected', comments: [{}, { text: 'Really.' }] })
  await device.crash()
  await open()
  expect(await shown(id)).toMatchObject({ state: 'corrected', comments: [{}, { text: 'Really.' }] })
  server.faults.arm({ fault: 'drop-after', method: 'PUT', path: '/form-submissions' })
  await settle()
  await settle()
  const { review } = await read()
  expect(review?.state).toBe('corrected')
  expect(review?.comments.map(({ text }) => text)).toEqual(['Really?', 'Really.'])
  expect(await shown(id)).toEqual(review)
})

test('a reply without a change of answers is sent, and Submit without either changes nothing', async () => {
  const { id, read, say, decide } = await submitted()
  const commentId = await say('Really?')
  await decide('correction')
  await pull()
  await correct(id, 'Meera')
  expect(await toCorrect()).toEqual([id])
  await correct(id, 'Meera', { [commentId]: '  Really.  ' })
  expect((await read()).review?.comments.map(({ text }) => text)).toEqual(['Really?', 'Really.'])
  expect((await read()).review?.state).toBe('corrected')
})

test('an edit from before the office asked leaves the request, and the request leaves the edit', async () => {
  const { id, read, say, decide } = await submitted()
  device.env.cut()
  await correct(id, 'Mira')
  device.env.mend()
  await say('How is it spelled?')
  await decide('correction')
  await pull()
  expect(await toCorrect()).toEqual([id])
  expect((await stored(id)).answers).toMatchObject({ [key]: 'Mira' })
  await settle()
  expect((await read()).review?.state).toBe('correction')
  expect((await read()).answers).toMatchObject([{ values: ['Mira'] }])
  expect(await toCorrect()).toEqual([id])
})

test('what the office says while a correction waits is read before it counts as corrected', async () => {
  const { id, read, say, decide } = await submitted()
  await say('How is it spelled?')
  await decide('correction')
  await pull()
  device.env.cut()
  await correct(id, 'Mira')
  device.env.mend()
  await say('And where?')
  await settle()
  expect((await read()).review).toMatchObject({ state: 'correction', version: 3 })
  expect(await toCorrect()).toEqual([id])
  await correct(id, 'Mira J.')
  await settle()
  expect((await read()).review?.state).toBe('corrected')
  expect(await toCorrect()).toEqual([])
})

test('an accepted submission is not to be corrected any more', async () => {
  const { id, say, decide } = await submitted()
  await say('How is it spelled?')
  await decide('correction')
  await pull()
  await decide('accepted')
  await pull()
  expect(await toCorrect()).toEqual([])
  expect(await shown(id)).toMatchObject({ state: 'accepted' })
})

test('a deleted submission is not to be corrected, and is again when the deletion is undone', async () => {
  const { id, say, decide } = await submitted()
  await say('How is it spelled?')
  await decide('correction')
  await pull()
  device.env.cut()
  await deleteSubmission(device, id)
  expect(await toCorrect()).toEqual([])
  await undoDelete(device, id)
  expect(await toCorrect()).toEqual([id])
  await deleteSubmission(device, id)
  device.env.mend()
  device.env.clock.advance(20_000)
  await settle()
  const restored = await undoDelete(device, id)
  expect(restored.kind).toBe('restored')
  await settle()
  expect(await shown(id)).toBe(null)
  expect(await toCorrect()).toEqual([])
})

test('a refused reply is in Recovery, and is said when it is tried again or opened', async () => {
  const { id, read, say, decide } = await submitted()
  const commentId = await say('Really?')
  await decide('correction')
  await pull()
  const refuse = async () => {
    server.faults.arm({ fault: 'draft', method: 'PUT', path: '/form-submissions' })
    await correct(id, 'Mira', { [commentId]: 'Really.' })
    await settle()
    expect(await toCorrect()).toEqual([id])
    const [entry] = await entriesIn(device.db)
    return entry?.id ?? ''
  }
  const first = await refuse()
  await reopenEntry(device.db, first, device.env.clock.now(), device.env.uuid)
  const draft = await draftIn(device.db, id)
  expect(draft).not.toBe(null)
  const marks = await device.db.form_responses.find().exec()
  expect(marks.map(({ question_id, value }) => [question_id, value])).toContainEqual([
    replyMark(commentId),
    'Really.',
  ])
  const again = await refuse()
  expect(await tryAgain(device.db, again, device.env.clock.now())).toBe('returned')
  expect(await toCorrect()).toEqual([])
  await settle()
  expect((await read()).review).toMatchObject({ state: 'corrected', comments: [{}, {}] })
})

test('a restored server gets the reply and the correction again, once', async () => {
  const { id, read, say, decide } = await submitted()
  const commentId = await say('Really?')
  await decide('correction')
  await pull()
  const restore = await copyTables(server.db)
  await correct(id, 'Mira', { [commentId]: 'Really.' })
  await settle()
  await restore()
  await pull()
  expect(await shown(id)).toMatchObject({ state: 'corrected', comments: [{}, { text: 'Really.' }] })
  await settle()
  const { review, answers } = await read()
  expect(review).toMatchObject({ state: 'corrected', comments: [{}, { text: 'Really.' }] })
  expect(answers).toMatchObject([{ values: ['Mira'] }])
  expect(await toCorrect()).toEqual([])
})

test('a server that has lost the submission gets it again with what the surveyor said', async () => {
  const restore = await copyTables(server.db)
  const { id, say, decide } = await submitted()
  const commentId = await say('Really?')
  await decide('correction')
  await pull()
  await correct(id, 'Mira', { [commentId]: 'Really.' })
  await settle()
  await restore()
  await pull()
  await settle()
  expect(await shown(id)).toMatchObject({
    state: 'received',
    comments: [{ by: 'surveyor', text: 'Really.' }],
  })
  expect(await stored(id)).toMatchObject({ syncStatus: 'synced', answers: { [key]: 'Mira' } })
  expect(await toCorrect()).toEqual([])
})
