import { submittedDocs } from '../../submitted.ts'
import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { binned } from '../../binned.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { commitEdit } from '../../collections/commit.ts'
import { rewriteLog } from '../../../collections/interview/logged.ts'
import { toUpdateRequest } from '../../../replication/rows/submission-rows.ts'
import { submitInterview } from '../../../replication/submit.ts'
import { createDisk, fillIn, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { draftIn, draftsIn } from '../../drafts.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import { entriesIn, entryIn, reopenEntry } from '../../recovery.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** The surveyor's changes stay, and an open edit outlives its submission; with our server. */

let server: TestServer
let device: Device
let formId: string
/** The refusal of the next interview. */
let refuseNext: string | null
/** Whether the account call says that the account is inactive. */
let isInactive: boolean
/** What happens right before the next PUT reaches the server. */
let beforePut: (() => Promise<unknown>) | null

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  const token = await server.login()
  refuseNext = null
  isInactive = false
  beforePut = null
  const fetch: TestServer['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const before = request.method === 'PUT' ? beforePut : null
    if (before !== null) {
      beforePut = null
      await before()
    }
    if (isInactive && request.url.endsWith('/account')) {
      return Response.json({ message: 'Your account is inactive.' }, { status: 403 })
    }
    const isCreate = request.method === 'POST' && request.url.endsWith('/form-submissions')
    const message = refuseNext
    if (!isCreate || message === null) return server.fetch(request)
    refuseNext = null
    return Response.json({ message }, { status: 403 })
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), token)
  await device.sync.refresh.now('stats')
  const forms = await device.api.forms(1)
  formId = (forms.ok ? forms.value.heads : []).find(({ status }) => status !== 'draft')?.id ?? ''
})
afterEach(() => device.crash())

const rows = async () => {
  const listed = await device.api.submissions(1, 100)
  if (!listed.ok) throw new Error('The rows cannot be read.')
  return listed.value
}

const answersOnServer = async () => {
  const [row] = await rows()
  return Object.fromEntries(
    (row?.answers ?? []).map(entry => {
      const { form_field_id, value } = entry as { form_field_id: string; value: unknown }
      return [form_field_id, value]
    }),
  )
}

const place = { latitude: 12.9716, longitude: 77.5946, accuracy: 8 }
const contentsOf = (answers: Record<string, Answer>) => ({
  answers,
  files: [],
  place,
  address: '',
  city: '',
})

const draftOf = async (id: string) => {
  const draft = await draftIn(device.db, id)
  if (draft === null) throw new Error('There is no such draft.')
  return draft
}

const openEdit = async (id: string) => {
  const submission = await submissionOf(device, id)
  if (submission === null) throw new Error('There is nothing to edit.')
  return startEditDraft(device.db, submission, device.env.clock.now())
}

const settle = async () => {
  await device.sync.run({ all: true })
  device.env.clock.advance(61_000)
  await device.sync.run({ all: true })
}

test('an answer cleared in Recovery stays cleared, although an unanswered request had sent it', async () => {
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  server.faults.arm({ fault: '500', method: 'POST', path: '/form-submissions', times: 3 })
  const { id } = await submit(device, formId, { q: 'yes', r: 'to be cleared' })
  for (let tries = 0; tries < 4; tries += 1) {
    device.env.clock.advance(61_000)
    await device.sync.runIfAutomatic()
  }
  await reopenEntry(device.db, id, device.env.clock.now(), device.env.uuid)
  await submitInterview(device, await draftOf(id), contentsOf({ q: 'yes' }))
  await settle()
  expect(await rows()).toHaveLength(1)
  expect((await submissionOf(device, id))?.answers).toEqual({ q: 'yes' })
  expect((await answersOnServer())['r'] ?? '').toBe('')
})

test('a photo that an edit adds belongs to the submission from then on', async () => {
  const { id } = await submit(device, formId, { q: 'yes' })
  const draft = await openEdit(id)
  const photo = fileUpload('photo', { submission_id: draft.id, field_id: 'photos' })
  await attachFile(device.db, photo, new Blob(['a well']))
  await submitInterview(device, draft, { ...contentsOf({ q: 'yes' }), files: [photo] })
  const stored = await device.db.file_uploads.findOne('photo').exec(true)
  expect(stored.submission_id).toBe(id)
})

test('an interview keeps its answers when its key has another row already, because a phone with a backup sent it', async () => {
  const answers = { q: 'since the backup', r: 'new' }
  const { draft, contents } = await fillIn(device, formId, answers)
  const { created_at, client_key } = draft
  const backup = [{ form_field_id: 'q', value: 'as in the backup' }]
  const body = { form_id: formId, latitude: null, longitude: null, created_at, answers: backup }
  // Offline until then, because a list with the row would make the draft an edit of it.
  device.env.cut()
  await submitInterview(device, draft, contents)
  const response = await server.fetch(`${server.origin}/api/surveyor/form-submissions`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${device.env.token()}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': client_key,
    },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  device.env.mend()
  expect(await rows()).toHaveLength(1)
  await settle()
  expect(await rows()).toHaveLength(1)
  expect(await answersOnServer()).toMatchObject(answers)
  expect(await submissionOf(device, draft.id)).toMatchObject({ syncStatus: 'synced', answers })
})

test('an edit of an interview from before keys reaches the server', async () => {
  device.env.cut()
  const { id } = await submit(device, formId, { q: 'before' })
  await (await device.db.outbox.findOne(`submission|${id}`).exec())?.remove()
  await rewriteLog<SubmissionDoc>(device.db.submissions, id, stored => ({
    base: null,
    pending: (stored?.crdts.operations ?? []).map(operations =>
      operations.map(operation => ({
        ...operation,
        body: operation.body.map(({ ifMatch }) => ({
          ifMatch: { ...ifMatch, $set: { ...ifMatch?.$set, client_key: '' } },
        })),
      })),
    ),
  }))
  // A start queues it, as work that an earlier version may have sent.
  await device.sync.run({ all: true })
  await commitEdit(device.db, id, { q: 'after' }, [], device.env.clock.now())
  device.env.mend()
  await settle()
  await settle()
  expect(await answersOnServer()).toMatchObject({ q: 'after' })
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
})

test('an edit whose submission is deleted elsewhere becomes an interview of its own, and is submitted as one', async () => {
  const { id } = await submit(device, formId, { q: 'as sent', r: 'stays' })
  await device.sync.run({ all: true })
  const edit = await openEdit(id)
  await keepAnswer(device.db, edit.id, 'q', 'edited', device.env.clock.now())
  await device.api.deleteSubmission((await rows())[0]?.id ?? '', 8000)
  await device.sync.refresh.now('submissions')
  expect(await submissionOf(device, id)).toBeNull()
  const draft = await draftOf(id)
  expect(draft).toMatchObject({ submission_id: '' })
  const answers = await device.db.form_responses.find().exec()
  expect(Object.fromEntries(answers.map(answer => [answer.question_id, answer.value]))).toEqual({
    q: 'edited',
    r: 'stays',
  })
  // The open screen still has the draft as an edit.
  const outcome = await submitInterview(device, edit, contentsOf({ q: 'edited', r: 'stays' }))
  expect(outcome).toBe('submitted')
  expect(await answersOnServer()).toMatchObject({ q: 'edited', r: 'stays' })
  expect(await draftsIn(device.db)).toHaveLength(0)
  expect(await submittedDocs(device.db)).toHaveLength(1)
  expect(await binned(device.db)).toEqual([])
})

test('an edit of an interview that went to Recovery meanwhile is submitted as the interview', async () => {
  device.env.cut()
  const { id } = await submit(device, formId, { q: 'refused' })
  const edit = await openEdit(id)
  await keepAnswer(device.db, edit.id, 'q', 'right', device.env.clock.now())
  server.faults.arm({ fault: 'draft', method: 'POST', path: '/form-submissions' })
  device.env.mend()
  await device.sync.run({ all: true })
  expect(await entryIn(device.db, id)).not.toBeNull()
  await submitInterview(device, edit, contentsOf({ q: 'right' }))
  await device.sync.run({ all: true })
  expect(await entriesIn(device.db)).toHaveLength(0)
  expect(await rows()).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
})

test('an edit that another one overtakes on its way takes that one over and is sent again', async () => {
  const { id } = await submit(device, formId, { q: 'first', r: 'first' })
  await device.sync.run({ all: true })
  const synced = await submissionOf(device, id)
  if (synced === null) throw new Error('It is not here.')
  const [row] = await rows()
  const request = toUpdateRequest({ ...synced, answers: { q: 'office' } }, new Set(['q']), [])
  const rev = row?.rev ?? ''
  beforePut = () => device.api.updateSubmission(synced.server_id, request, rev, 10_000)
  await submitInterview(device, await openEdit(id), contentsOf({ q: 'first', r: 'phone' }))
  await device.sync.run({ all: true })
  expect(beforePut).toBeNull()
  expect(await answersOnServer()).toMatchObject({ q: 'office', r: 'phone' })
})

test('a refusal of one form delays no other work, whatever its words', async () => {
  device.env.cut()
  const { id: refused } = await submit(device, formId, { q: 'refused' })
  device.env.clock.advance(1000)
  const { id: good } = await submit(device, formId, { q: 'good' })
  refuseNext = 'This form is inactive.'
  device.env.mend()
  await device.sync.run({ all: true })
  expect(await entryIn(device.db, refused)).toMatchObject({ reason: 'refused' })
  expect(await submissionOf(device, good)).toMatchObject({ syncStatus: 'synced' })
})

test('an inactive account stops the run, and its work stays where it is', async () => {
  device.env.cut()
  const { id } = await submit(device, formId, { q: 'kept' })
  refuseNext = 'Your account is inactive.'
  isInactive = true
  device.env.mend()
  expect(await device.sync.run({ all: true })).toMatchObject({ stopped: 'login' })
  expect(await entriesIn(device.db)).toHaveLength(0)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'pending' })
})

test('an edit whose answer was lost is in no doubt, because the same again changes nothing', async () => {
  const { id } = await submit(device, formId, { q: 'first' })
  await device.sync.run({ all: true })
  server.faults.arm({ fault: 'drop-after', method: 'PUT', path: '/form-submissions' })
  await submitInterview(device, await openEdit(id), contentsOf({ q: 'second' }))
  expect(await device.db.outbox.findOne().exec()).toMatchObject({ method: 'PUT', in_doubt: false })
  await settle()
  expect(await answersOnServer()).toMatchObject({ q: 'second' })
  expect(await device.db.outbox.count().exec()).toBe(0)
})
