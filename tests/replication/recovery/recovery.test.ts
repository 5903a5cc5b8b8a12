import { afterEach, beforeEach, expect, test } from 'vitest'
import { answersOf } from '../../../collections/queries.ts'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { commitEdit, commitInterview } from '../../collections/commit.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { submitInterview } from '../../../replication/submit.ts'
import {
  createDisk,
  deleteEverywhere,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type Disk,
} from '../../device.ts'
import { draftsIn, theDraft } from '../../drafts.ts'
import { entriesIn, reopenEntry, tryAgain } from '../../recovery.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/** The ways out of Recovery: tried again, edited, returned automatically. A crash on the way loses nothing. */

const forms = [{ id: 3, title: 'Water points', sections: [] }]
const file = { fieldId: 'photo', name: 'pump.txt', bytes: new Uint8Array([1, 2, 3]) }
const minute = 60_000

let server: BareServer
let device: Device
let disk: Disk
let token: string

beforeEach(async () => {
  server = createBareServer({ forms })
  disk = createDisk()
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, disk, null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  token = login.ok ? login.value.token : ''
  device.env.signIn(token)
})
afterEach(() => device.crash())

const now = () => device.env.clock.now()
const entries = () => entriesIn(device.db)
const theEntry = async (): Promise<RecoveryEntry> => {
  const [entry, ...more] = await entries()
  if (entry === undefined || more.length > 0) throw new Error(`${more.length + 1} entries`)
  return entry
}
const refuse = (method: string, path = '/form-submissions') =>
  server.faults.arm({ fault: '404-json', method, path })
/** Three failures of a broken server. */
const exhaust = async (method: string, path = '/form-submissions') => {
  server.faults.arm({ fault: '500', method, path, times: 3 })
  for (let tries = 0; tries < 3; tries += 1) {
    device.env.clock.advance(minute)
    await device.sync.run({ all: true })
  }
}

test('a refused interview that is tried again arrives with its file, and leaves Recovery', async () => {
  refuse('POST')
  const { id, outcome } = await submit(device, '3', { q: 'yes' }, [file])
  expect(outcome).toBe('recovered')
  expect(await submissionOf(device, id)).toBeNull()
  expect(await theEntry()).toMatchObject({ id, kind: 'create' })

  expect(await tryAgain(device.db, id, now())).toBe('returned')
  expect(await entries()).toEqual([])
  await device.sync.run({ all: true })
  device.env.clock.advance(2 * minute)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect(server.rows()[0]?.files).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', server_id: '1' })
})

test('an interview whose last answer was lost is searched on the server before it is sent again', async () => {
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, '3', { q: 'lost' })
  expect(server.rows()).toHaveLength(1)
  await moveToRecovery(
    device.db,
    `submission|${id}`,
    { reason: 'exhausted', status: 500, message: '', inDoubt: true },
    now(),
  )
  device.env.clock.advance(2 * minute)
  expect(await tryAgain(device.db, id, now())).toBe('returned')
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', server_id: '1' })
})

test('an interview in Recovery whose first request arrives late returns by itself', async () => {
  let late: Request | null = null
  device.env.cut()
  const { id } = await submit(device, '3', { q: 'late' }, [file])
  await device.crash()
  device = await openDevice(
    {
      origin: server.origin,
      fetch: (input, init) => {
        const request = new Request(input, init)
        if (late !== null || request.method !== 'POST') return server.fetch(request)
        late = request
        return Promise.reject(new TypeError('Failed to fetch'))
      },
    },
    disk,
    token,
  )
  await device.sync.run({ all: true })
  device.env.clock.advance(2 * minute)
  refuse('POST')
  await device.sync.run({ all: true })
  expect(await theEntry()).toMatchObject({ id, kind: 'create' })

  if (late === null) throw new Error('nothing was sent')
  await server.fetch(late)
  await device.sync.refresh.now('submissions')
  expect(await entries()).toEqual([])
  device.env.clock.advance(2 * minute)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect(server.rows()[0]?.files).toHaveLength(1)
  expect((await device.db.submissions.find().exec()).map(({ id: found }) => found)).toEqual([id])
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', server_id: '1' })
})

test('a refused interview can be edited: it is a draft again, under its own id, and arrives once', async () => {
  refuse('POST')
  const { id } = await submit(device, '3', { q: 'wrong', r: ['a', 'b'] }, [file])
  const { payload } = await theEntry()
  const reopened = await reopenEntry(device.db, id, now(), () => 'unused')
  expect(reopened).toEqual({ kind: 'draft', formId: '3', draftId: id })
  expect(await entries()).toEqual([])
  const answers = await answersOf(id).build(device.db.form_responses).exec()
  expect(answers.map(({ question_id, value }) => [question_id, value])).toEqual([
    ['q', 'wrong'],
    ['r', ['a', 'b']],
  ])
  const draft = await theDraft(device.db, id)
  expect(draft.client_key).toBe((payload['submission'] as { client_key: string }).client_key)

  const files = (await device.db.file_uploads.find().exec()).map(doc => doc.toMutableJSON())
  const place = { latitude: 1, longitude: 2, accuracy: 3 }
  const contents = { answers: { q: 'right' }, files, place, address: '', city: '' }
  expect(await commitInterview(device.db, draft, contents, now())).toBe('committed')
  await device.sync.run({ all: true })
  expect(server.rows().map(row => row.answers.find(a => a.form_field_id === 'q')?.value)).toEqual([
    'right',
  ])
  expect(server.rows()[0]?.files).toHaveLength(1)
})

// A clock that is set back shows a time again.
test.each([
  ['a minute later', minute],
  ['at the same time', 0],
])(
  'two refused edits of one submission, the second %s, are both kept and both return',
  async (_, laterMs) => {
    const { id } = await submit(device, '3', { q: 'one', r: 'one' })
    for (const [key, value] of [
      ['q', 'two'],
      ['r', 'three'],
    ] as const) {
      const before = (await submissionOf(device, id))?.answers ?? {}
      await commitEdit(device.db, id, { ...before, [key]: value }, [], now())
      server.faults.arm({ fault: 'draft', method: 'PUT', path: '/form-submissions' })
      await device.sync.run({ all: true })
      device.env.clock.advance(laterMs)
      // The refusal restores the server's state.
      expect((await submissionOf(device, id))?.answers[key]).toBe('one')
    }
    expect((await entries()).map(({ kind }) => kind)).toEqual(['edit', 'edit'])

    const inOrder = (await entries()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const entry of inOrder) {
      expect(await tryAgain(device.db, entry.id, now())).toBe('returned')
    }
    await device.sync.run({ all: true })
    expect(await entries()).toEqual([])
    expect(await submissionOf(device, id)).toMatchObject({
      syncStatus: 'synced',
      answers: { q: 'two', r: 'three' },
    })
  },
)

test('a refused edit of a submission that is gone becomes a new interview', async () => {
  const { id } = await submit(device, '3', { q: 'one' })
  await commitEdit(device.db, id, { q: 'two' }, [], now())
  server.faults.arm({ fault: '404-json', method: 'PUT', path: '/form-submissions' })
  server.faults.arm({ fault: '404-json', method: 'GET', path: '/form-submissions/' })
  await device.sync.run({ all: true })
  const entry = await theEntry()
  expect(entry).toMatchObject({ kind: 'edit', reason: 'deleted' })
  expect(await submissionOf(device, id)).toBeNull()
  expect(await tryAgain(device.db, entry.id, now())).toBe('gone')
  const reopened = await reopenEntry(device.db, entry.id, now(), () => 'a new key')
  expect(reopened?.kind).toBe('draft')
  const [draft] = await draftsIn(device.db)
  expect(draft).toMatchObject({ client_key: 'a new key', submission_id: '' })
  expect(draft?.id).not.toBe(id)
  const [answer] = await answersOf(draft?.id ?? '')
    .build(device.db.form_responses)
    .exec()
  expect(answer?.value).toBe('two')
})

test('refused files can be tried again, and their submission is pending until they are there', async () => {
  refuse('POST', 'upload-files')
  const { id } = await submit(device, '3', { q: 'one' }, [file])
  await device.sync.run({ all: true })
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
  const entry = await theEntry()
  expect(entry).toMatchObject({ kind: 'files' })
  device.env.clock.advance(2 * minute)
  expect(await tryAgain(device.db, entry.id, now())).toBe('returned')
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'pending', files_pending: 1 })
  await device.sync.run({ all: true })
  expect(server.rows()[0]?.files).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
})

test('what was tried 3 times returns by itself after the next success of its kind', async () => {
  device.env.cut()
  const { id } = await submit(device, '3', { q: 'unlucky' })
  device.env.mend()
  await exhaust('POST')
  expect(await theEntry()).toMatchObject({ id, reason: 'exhausted' })

  // Too early: five minutes have not passed.
  device.env.clock.advance(minute)
  await submit(device, '3', { q: 'lucky 1' })
  await device.sync.wake()
  expect(await entries()).toHaveLength(1)
  // A success of another kind does not count.
  device.env.clock.advance(5 * minute)
  const other = server.rows().length
  await deleteEverywhere(device, (await device.db.submissions.findOne().exec(true)).id)
  expect(server.rows()).toHaveLength(other - 1)
  await device.sync.wake()
  expect(await entries()).toHaveLength(1)

  await submit(device, '3', { q: 'lucky 2' })
  await device.sync.wake()
  expect(server.rows().map(row => row.answers[0]?.value)).toContain('unlucky')
  expect(await entries()).toEqual([])
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
})

test('the second pause is twice the first, and survives a restart', async () => {
  device.env.cut()
  const { id } = await submit(device, '3', { q: 'unlucky' })
  device.env.mend()
  await exhaust('POST')
  await tryAgain(device.db, id, now())
  await exhaust('POST')
  expect((await theEntry()).history.filter(({ what }) => what === 'recovered')).toHaveLength(2)

  const at = now()
  await device.crash()
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)
  device.env.clock.set(at + 9 * minute)
  await submit(device, '3', { q: 'lucky 1' })
  await device.sync.wake()
  expect(await entries()).toHaveLength(1)
  device.env.clock.advance(2 * minute)
  await submit(device, '3', { q: 'lucky 2' })
  await device.sync.run({ all: true })
  expect(await entries()).toEqual([])
  expect(server.rows()).toHaveLength(3)
})

test('an edit that the server refuses at once is not reported as sent', async () => {
  const { id } = await submit(device, '3', { q: 'yes' })
  server.faults.arm({ fault: 'draft', method: 'PUT', path: '/form-submissions' })
  const stored = (await submissionOf(device, id)) as SubmissionDoc
  const draft = await startEditDraft(device.db, stored, now())
  const place = { latitude: 12.9716, longitude: 77.5946, accuracy: 8 }
  const contents = { answers: { q: 'no' }, files: [], place, address: '', city: '' }
  expect(await submitInterview(device, draft, contents)).toBe('recovered')
  expect(await theEntry()).toMatchObject({ submission_id: id, kind: 'edit' })
})

test('an item goes to Recovery once, also when two tabs move it', async () => {
  device.env.cut()
  const { id } = await submit(device, '3', { q: 'kept' }, [file])
  const why = { reason: 'refused', status: 422, message: 'No.', inDoubt: false } as const
  const move = () => moveToRecovery(device.db, `submission|${id}`, why, now())
  const moved = { reason: 'refused', status: 422, lastError: 'No.' }
  const ended = await Promise.all([move(), move()])
  expect(ended.filter(item => item !== null)).toEqual([expect.objectContaining(moved)])
  expect(await submissionOf(device, id)).toBeNull()
  expect(await theEntry()).toMatchObject({ id, reason: 'refused' })
})
