import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { editDraftId, submissionItemId } from '../../collections/ids.ts'
import { answersOf, filesOf } from '../../collections/queries.ts'
import {
  attachFile,
  discardDraft,
  keepAnswer,
  startEditDraft,
} from '../../collections/writes/write-interview.ts'
import { reopenEntry } from '../../collections/writes/reopen-recovered.ts'
import { commitEdit } from '../../collections/writes/write-submission.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { undoDelete } from '../../replication/bin/undo-delete.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { beginRecovery, finishRecoveries } from '../../replication/recovery/recover.ts'
import { tryAgain } from '../../replication/recovery/return-recovered.ts'
import { deleteSubmission, submitInterview } from '../../replication/submit.ts'
import { makeBackup, type Owner } from '../../src/backup/make-backup.ts'
import { restoreBackup, type Restored } from '../../src/backup/restore/restore-backup.ts'
import { planDraft } from '../../src/backup/restore/restore-draft.ts'
import { createDisk, openDevice, submissionOf, submit, type Device, type Disk } from '../device.ts'
import { createFakeClock, type FakeClock } from '../env.ts'
import { createBareServer } from '../server/bare-server.ts'
import { startTestServer } from '../server/make-server.ts'

/** A backup that is restored late never puts its work over newer work. */

const passphrase = 'four goats cross the bridge'
const owner: Owner = { userId: '7', userName: 'Asha Verma', apiUrl: 'http://plain.test/api' }
const day = 86_400_000

interface Backend {
  readonly formId: string
  readonly server: { readonly fetch: typeof fetch; readonly origin: string }
  readonly login: () => Promise<string | null>
  /** Advances the server's own clock. */
  readonly advance: (ms: number) => void
  readonly close: () => Promise<void>
}
const ours = async (): Promise<Backend> => {
  const server = await startTestServer()
  return {
    formId: 'household-profile',
    server,
    login: () => server.login(),
    advance: ms => server.clock.advance(ms),
    close: () => server.close(),
  }
}
const plain = async (): Promise<Backend> => {
  const now = () => clock.now()
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }], now })
  const login = async () => null
  return { formId: '3', server, login, advance: () => {}, close: async () => {} }
}

let backend: Backend
let clock: FakeClock
let device: Device
let formId: string

const open = async (disk: Disk, at: FakeClock = clock, isOffline = false): Promise<void> => {
  const token = await backend.login()
  device = await openDevice({ ...backend.server, clock: at }, disk, token)
  if (token === null) {
    const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
    device.env.signIn(login.ok ? login.value.token : null)
  }
  if (isOffline) device.env.cut()
  else await device.sync.refresh.now('submissions')
}
const begin = async (start: () => Promise<Backend>): Promise<Disk> => {
  clock = createFakeClock()
  backend = await start()
  formId = backend.formId
  const disk = createDisk()
  await open(disk)
  return disk
}
const changeTo = async (disk: Disk, at: FakeClock = clock): Promise<void> => {
  await device.crash()
  await open(disk, at)
}
afterEach(async () => {
  await device.crash()
  await backend.close()
})

const backup = () =>
  makeBackup({ db: device.db, owner, appVersion: '1', now: device.env.clock.now() }, passphrase)
const restored = async (file: Blob): Promise<Restored> => {
  const parts = { db: device.db, owner, now: device.env.clock.now() }
  const result = await restoreBackup(parts, file, passphrase)
  if (!result.ok) throw new Error(result.failure.kind)
  return result.value
}
const syncAll = async () => {
  await device.sync.run({ all: true })
  clock.advance(61_000)
  await device.sync.run({ all: true })
}
const edit = (id: string, q: string) => commitEdit(device.db, id, { q }, [], device.env.clock.now())
const rowOf = async (serverId: string): Promise<string> => {
  const result = await device.api.submission(serverId)
  return result.ok
    ? result.value.answers.map(answer => (answer as { value: string }).value).join()
    : result.failure.kind
}
const serverIdOf = async (id: string) => (await submissionOf(device, id))?.server_id ?? ''
const recovered = async () =>
  (await device.db.recovery.find().exec()).map(({ kind, reason }) => `${kind}: ${reason}`)
const openEdits = async () => (await device.db.drafts.find().exec()).map(({ id }) => id)
const place = { latitude: null, longitude: null, accuracy: null }

/** Moves the edits of a submission to Recovery as if the server had failed three times. */
const exhaust = async (id: string) => {
  await queueUnsent(device.db, clock.now())
  const why = { reason: 'exhausted', status: 500, message: 'Server error', inDoubt: true } as const
  await beginRecovery(device.db, submissionItemId(id), why, clock.now())
  await finishRecoveries(device.db, clock.now())
  const [entry] = await device.db.recovery.find().exec()
  return entry?.id ?? ''
}

describe('on the phone that made the backup', () => {
  beforeEach(async () => {
    await begin(ours)
  })

  test('an edit that was sent since changes nothing', async () => {
    const { id } = await submit(device, formId, { q: 'first' })
    await syncAll()
    device.env.cut()
    await edit(id, 'old edit')
    const file = await backup()
    device.env.mend()
    await syncAll()
    clock.advance(day)
    await edit(id, 'newer edit')
    await syncAll()
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await syncAll()
    expect(await rowOf(await serverIdOf(id))).toBe('newer edit')
  })

  test('a deletion that was undone since deletes nothing', async () => {
    const { id } = await submit(device, formId, { q: 'stays' })
    await syncAll()
    device.env.cut()
    await deleteSubmission(device, id)
    const file = await backup()
    await undoDelete(device, id)
    device.env.mend()
    await syncAll()
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await syncAll()
    expect(await rowOf(await serverIdOf(id))).toBe('stays')
    expect(await device.db.bin.find().exec()).toEqual([])
  })

  test('an edit of Recovery that was sent since does not return', async () => {
    const { id } = await submit(device, formId, { q: 'first' })
    clock.advance(2000)
    const other = await submit(device, formId, { q: 'another interview' })
    await syncAll()
    device.env.cut()
    await edit(id, 'old edit')
    const entry = await exhaust(id)
    const file = await backup()
    device.env.mend()
    await tryAgain(device.db, entry, clock.now())
    await syncAll()
    clock.advance(day)
    await edit(id, 'newer edit')
    await syncAll()
    clock.advance(day)
    expect(await restored(file)).toMatchObject({ recovery: 0, known: 1 })
    await edit(other.id, 'another interview, edited')
    await syncAll()
    await syncAll()
    expect(await rowOf(await serverIdOf(id))).toBe('newer edit')
  })

  test('an edit that the server refused since is in Recovery once', async () => {
    const { id } = await submit(device, formId, { q: 'first' })
    await syncAll()
    device.env.cut()
    await edit(id, 'refused')
    const file = await backup()
    await exhaust(id)
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    expect(await recovered()).toEqual(['edit: exhausted'])
    expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
  })

  test('an open edit that was submitted since waits in Recovery with its photo', async () => {
    const { id } = await submit(device, formId, { q: 'first', r: 'x' })
    await syncAll()
    const submission = (await submissionOf(device, id)) as SubmissionDoc
    const draft = await startEditDraft(device.db, submission, clock.now())
    await keepAnswer(device.db, draft.id, 'q', 'half done', clock.now())
    const photo: FileUploadDoc = {
      id: 'photo-1',
      submission_id: draft.id,
      field_id: 'photo',
      field_name: 'photo',
      field_type: 'FILE',
      occurrence: 0,
      file_name: 'door.txt',
      file_type: 'text/plain',
      file_size: 3,
      sha256: '',
      sync_status: 'pending',
      created_at: 1,
      synced_at: 0,
    }
    await attachFile(device.db, photo, new Blob(['abc'], { type: 'text/plain' }))
    const file = await backup()
    await device.db.file_uploads.findOne(photo.id).remove()
    const answers = { q: 'finished', r: 'x' }
    await submitInterview(device, draft, { answers, files: [], place, address: '', city: '' })
    await syncAll()
    clock.advance(day)
    const news = { drafts: 0, recovery: 1, files: 1, known: 0 }
    expect(await restored(file)).toMatchObject(news)
    expect(await restored(file)).toMatchObject({ drafts: 0, recovery: 0, files: 0, known: 1 })
    expect([await openEdits(), await recovered()]).toEqual([[], ['edit: backup']])
    const [entry] = await device.db.recovery.find().exec()
    const opened = await reopenEntry(device.db, entry?.id ?? '', clock.now(), () => 'key')
    expect(opened).toEqual({ kind: 'edit', submissionId: id })
    const editId = editDraftId(id)
    const given = await answersOf(editId).build(device.db.form_responses).exec()
    expect(given.map(({ value }) => value)).toEqual(['half done'])
    const files = await filesOf(editId).build(device.db.file_uploads).exec()
    expect(files.map(({ file_name }) => file_name)).toEqual(['door.txt'])
    expect(await restored(file)).toMatchObject({ recovery: 0, files: 0 })
    expect(await rowOf(await serverIdOf(id))).toBe('finished,x')
  })

  test('an open edit of an earlier backup, which has only times, is older than a later edit', async () => {
    const { id } = await submit(device, formId, { q: 'first' })
    await syncAll()
    const submission = (await submissionOf(device, id)) as SubmissionDoc
    const draft = await startEditDraft(device.db, submission, clock.now())
    await keepAnswer(device.db, draft.id, 'q', 'half done', clock.now())
    const given = await answersOf(draft.id).build(device.db.form_responses).exec()
    const answers = given.map(doc => doc.toMutableJSON())
    const record = { type: 'draft', doc: draft, answers, server_id: submission.server_id } as const
    await discardDraft(device.db, draft.id)
    expect(await planDraft(device.db, record)).toMatchObject({ isKnown: false })
    clock.advance(day)
    await edit(id, 'newer edit')
    expect(await planDraft(device.db, record)).toHaveProperty('older')
  })

  test('an older open edit comes neither back nor into a newer open edit', async () => {
    const { id } = await submit(device, formId, { q: 'first', r: 'x' })
    await syncAll()
    const startEdit = async () =>
      startEditDraft(device.db, (await submissionOf(device, id)) as SubmissionDoc, clock.now())
    const draft = await startEdit()
    await keepAnswer(device.db, draft.id, 'q', 'half done', clock.now())
    const file = await backup()
    const answers = { q: 'finished', r: 'x' }
    await submitInterview(device, draft, { answers, files: [], place, address: '', city: '' })
    await syncAll()
    await startEdit()
    await keepAnswer(device.db, draft.id, 'r', 'y', clock.now())
    await restored(file)
    const given = await answersOf(draft.id).build(device.db.form_responses).exec()
    expect(given.map(({ value }) => value)).toEqual(['y'])
    expect(await recovered()).toEqual(['edit: backup'])
  })
})

describe.each([
  ['our server', ours],
  ['a plain server', plain],
])('on a second phone, with %s', (_, start) => {
  let second: Disk
  /** The ids of an interview on the first phone and on the server. */
  let id: string
  let serverId: string
  const edited = async (...values: readonly string[]): Promise<Blob> => {
    device.env.cut()
    for (const q of values) {
      clock.advance(1000)
      await edit(id, q)
    }
    return backup()
  }
  const toSecond = async (hours = 0): Promise<string> => {
    const at = createFakeClock()
    at.set(clock.now() + hours * 3_600_000)
    await changeTo(second, at)
    const found = await device.db.submissions.findOne({ selector: { server_id: serverId } }).exec()
    return found?.id ?? ''
  }

  beforeEach(async () => {
    await begin(start)
    second = createDisk()
    id = (await submit(device, formId, { q: 'first' })).id
    await syncAll()
    serverId = await serverIdOf(id)
    clock.advance(2000)
  })

  test('edits of a row that is as it was are merged, the last one last', async () => {
    const file = await edited('one', 'two')
    await toSecond()
    expect(await restored(file)).toMatchObject({ submissions: 1, recovery: 0 })
    await syncAll()
    expect(await rowOf(serverId)).toBe('two')
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await syncAll()
    expect(await rowOf(serverId)).toBe('two')
  })

  test('an open edit of a row that is as it was is open again', async () => {
    const submission = (await submissionOf(device, id)) as SubmissionDoc
    const draft = await startEditDraft(device.db, submission, clock.now())
    await keepAnswer(device.db, draft.id, 'q', 'half done', clock.now())
    const file = await backup()
    const here = await toSecond()
    expect(await restored(file)).toMatchObject({ drafts: 1, recovery: 0 })
    expect(await openEdits()).toEqual([editDraftId(here)])
  })

  test.each([0, -30, 30])(
    'an edit of a row that was changed since waits in Recovery, whose clock is %i hours off',
    async hours => {
      const file = await edited('old edit')
      clock.advance(60_000)
      const here = await toSecond(hours)
      await edit(here, 'newer edit')
      await device.sync.run({ all: true })
      expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 1, known: 0 })
      expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
      await device.sync.run({ all: true })
      expect([await rowOf(serverId), await recovered()]).toEqual(['newer edit', ['edit: backup']])
      const [entry] = await device.db.recovery.find().exec()
      expect(await tryAgain(device.db, entry?.id ?? '', clock.now())).toBe('returned')
      await device.sync.run({ all: true })
      expect([await rowOf(serverId), await recovered()]).toEqual(['old edit', []])
    },
  )

  test('a deletion of a row that was changed since deletes nothing', async () => {
    device.env.cut()
    await deleteSubmission(device, id)
    const file = await backup()
    const here = await toSecond()
    await edit(here, 'newer edit')
    await device.sync.run({ all: true })
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await device.sync.run({ all: true })
    expect([await rowOf(serverId), await recovered()]).toEqual(['newer edit', []])
  })

  test('an edit of an answer that has an unsent edit here waits in Recovery', async () => {
    const file = await edited('old edit')
    const here = await toSecond()
    await edit(here, 'unsent here')
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 1 })
    expect(await submissionOf(device, here)).toMatchObject({ answers: { q: 'unsent here' } })
  })

  test('the first of two edits that the server has does not return', async () => {
    const file = await edited('one', 'two')
    device.env.mend()
    await syncAll()
    await toSecond()
    expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
    await syncAll()
    expect(await rowOf(serverId)).toBe('two')
  })

  test('work that had used up its tries waits for the surveyor', async () => {
    device.env.cut()
    await edit(id, 'old edit')
    await exhaust(id)
    const file = await backup()
    const here = await toSecond()
    await submit(device, formId, { q: 'another interview' })
    const other = (await device.db.submissions.find().exec()).find(doc => doc.id !== here)
    expect(await restored(file)).toMatchObject({ recovery: 1 })
    expect(await recovered()).toEqual(['edit: backup'])
    clock.advance(day)
    await device.sync.run({ all: true })
    await edit(other?.id ?? '', 'another interview, edited')
    await device.sync.run({ all: true })
    expect([await rowOf(serverId), await recovered()]).toEqual(['first', ['edit: backup']])
  })

  test('an answer that was cleared is not missing when its name is one that every object has', async () => {
    device.env.cut()
    const answers = { q: 'first', constructor: 'cleared later' }
    await commitEdit(device.db, id, answers, [], clock.now())
    await edit(id, 'first')
    const file = await backup()
    await toSecond()
    expect(await restored(file)).toMatchObject({ submissions: 0, known: 1 })
  })
})

test('an edit over a newer state of the row than the one here is merged', async () => {
  const first = await begin(ours)
  const second = createDisk()
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  const serverId = await serverIdOf(id)
  await changeTo(second)
  await changeTo(first)
  clock.advance(2000)
  backend.advance(2000)
  await edit(id, 'sent by the first phone')
  await syncAll()
  device.env.cut()
  clock.advance(2000)
  await edit(id, 'unsent')
  const file = await backup()
  await device.crash()
  await open(second, clock, true)
  expect(await restored(file)).toMatchObject({ submissions: 1, recovery: 0 })
  device.env.mend()
  await syncAll()
  expect(await rowOf(serverId)).toBe('unsent')
})
