import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { submitInterview } from '../../../replication/submit.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import { entriesIn } from '../../recovery.ts'

/** An edit that is submitted while Recovery has its interview. */

let device: Device
beforeEach(async () => {
  const fetch = () => Promise.reject(new TypeError('No network.'))
  device = await openDevice({ fetch, origin: 'http://none.example' }, createDisk(), 't')
  device.env.cut()
})
afterEach(() => device.crash())

test('an edit that is submitted after its interview went to Recovery takes its place, with its files', async () => {
  const { db, env } = device
  const now = env.clock.now()
  const { id } = await submit(device, '3', { q: 'one' })
  const submission = await submissionOf(device, id)
  if (submission === null) throw new Error('It is not here.')
  const draft = await startEditDraft(db, submission, now)
  const added = fileUpload('added', { submission_id: draft.id, sync_status: 'pending' })
  await attachFile(db, added, new Blob(['a']))
  const why = { reason: 'refused', status: 422, message: '', inDoubt: false } as const
  await moveToRecovery(db, `submission|${id}`, why, now)
  expect(await submissionOf(device, id)).toBeNull()

  const place = { latitude: null, longitude: null, accuracy: null }
  const contents = { answers: { q: 'two' }, files: [added], place, address: '', city: '' }
  expect(await submitInterview(device, draft, contents)).toBe('saved')
  expect(await entriesIn(db)).toEqual([])
  expect(await submissionOf(device, id)).toMatchObject({ answers: { q: 'two' } })
  expect((await db.file_uploads.findOne('added').exec())?.submission_id).toBe(id)
})
