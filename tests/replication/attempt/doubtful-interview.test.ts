import { reopenEntry } from '../../recovery.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Place } from '../../../collections/writes/write-submission.ts'
import { deleteSubmission, submitInterview } from '../../../replication/submit.ts'
import { fillIn, submissionOf } from '../../device.ts'
import { theDraft } from '../../drafts.ts'
import { openPlainPhone, type PlainPhone } from '../plain-phone.ts'

/**
 * An interview comes out of Recovery while it is unknown whether its first request made a row. That request is repeated
 * as it was; what the surveyor did since then is sent after it.
 */

let phone: PlainPhone
beforeEach(async () => {
  phone = await openPlainPhone()
})
afterEach(() => phone.device.crash())

const here: Place = { latitude: 12.9716, longitude: 77.5946, accuracy: 8 }
const unknown: Place = { latitude: null, longitude: null, accuracy: null }

/** Submits an interview whose row is made without an answer, until it is in Recovery; opens it there. */
const reopenDoubtful = async (place: Place) => {
  const { device, server } = phone
  const { db, env, sync } = device
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  server.faults.arm({ fault: '500', method: 'GET', path: '/form-submissions', times: 50 })
  const { draft, contents } = await fillIn(device, '3', { q: 'yes' })
  await submitInterview(device, draft, { ...contents, place })
  for (let tries = 0; tries < 4; tries += 1) {
    env.clock.advance(61_000)
    await sync.runIfAutomatic()
  }
  server.faults.clear()
  await reopenEntry(db, draft.id, env.clock.now(), env.uuid)
  return { draft: await theDraft(db, draft.id), contents }
}

test('it stays deleted when it is deleted before that request is repeated', async () => {
  const { draft, contents } = await reopenDoubtful(here)
  phone.device.env.cut()
  await submitInterview(phone.device, draft, { ...contents, answers: { q: 'edited' } })
  expect(await deleteSubmission(phone.device, draft.id)).toBe('marked')
  phone.device.env.mend()
  await phone.settle()
  expect(await submissionOf(phone.device, draft.id)).toBeNull()
  expect(phone.server.rows()).toEqual([])
})

test('a place that the first request did not have is sent', async () => {
  const { draft, contents } = await reopenDoubtful(unknown)
  await submitInterview(phone.device, draft, { ...contents, place: here })
  await phone.settle()
  const { latitude, longitude } = here
  expect(phone.server.rows()).toMatchObject([{ latitude, longitude }])
  expect(await submissionOf(phone.device, draft.id)).toMatchObject({
    ...here,
    syncStatus: 'synced',
  })
})
