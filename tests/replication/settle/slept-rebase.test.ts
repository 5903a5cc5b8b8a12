import { afterEach, expect, test } from 'vitest'
import { commitEdit } from '../../collections/commit.ts'
import { attemptSubmission } from '../../../replication/attempt/attempt-submission.ts'
import { LeaseLost, type AttemptContext } from '../../../replication/attempt/sending.ts'
import { toItem } from '../../../replication/outbox/queue.ts'
import { submissionOf, submit } from '../../device.ts'
import { openPlainPhone, type PlainPhone } from '../plain-phone.ts'

/** A tab that slept while it read a row: another tab may have confirmed a newer one since. */

let phone: PlainPhone
afterEach(() => phone.device.crash())

test('it puts no row under the edits any more', async () => {
  phone = await openPlainPhone()
  const { device } = phone
  const { db, env, api } = device
  const { id } = await submit(device, '3', { q: 'first' })
  const { server_id: serverId = '', created_at } = (await submissionOf(device, id)) ?? {}
  await phone.elsewhere('PUT', `/form-submissions/${serverId}`, {
    form_id: '3',
    created_at,
    answers: [{ form_field_id: 'q', value: 'read before the sleep' }],
  })
  const row = await api.submission(serverId)
  env.cut()
  await commitEdit(db, id, { q: 'edited' }, [], env.clock.now())
  const before = await submissionOf(device, id)
  if (before === null) throw new Error('The submission is not on the device.')
  const item = toItem(before, env.clock.now())
  await db.outbox.upsert(item)
  const context = {
    db,
    env,
    api: { ...api, submission: () => Promise.resolve(row) },
    // Held for the request that reads the row, and over when the answer comes.
    lease: { token: 1, extend: () => Promise.resolve(true), isHeld: (ms: number) => ms > 0 },
    pace: { syncMs: 1000, uploadMs: 1000 },
    extensions: () => new Set(),
  } as unknown as AttemptContext
  await expect(attemptSubmission(context, item)).rejects.toThrow(LeaseLost)
  expect((await submissionOf(device, id))?.crdts).toEqual(before.crdts)
})
