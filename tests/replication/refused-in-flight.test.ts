import { expect, test } from 'vitest'
import * as v from 'valibot'
import { commitEdit } from '../../collections/writes/write-submission.ts'
import { err, ok } from '../../replication/http/result.ts'
import { makeReady } from '../../replication/outbox/outbox-states.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { workOff } from '../../replication/outbox/work-off.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { missing } from '../fixtures/failures.ts'
import { tryWith } from './one-try.ts'
import { arrive, clock, db, save, stored } from './saved-work.ts'

/** An edit that is made while an earlier one is on its way. */

const answers = [{ form_field_id: 'q', value: 'first' }]
const row = v.parse(SubmissionRow, { id: '9', form_id: '3', answers })

test('a correction is sent although the edit before it is refused', async () => {
  const id = await save({ q: 'first' })
  await arrive(id, '9')
  await commitEdit(db, id, { q: 'wrong' }, [], clock.now())
  await queueUnsent(db, clock.now())
  await makeReady(db, { all: true })
  let requests = 0
  const { context } = tryWith({
    submission: async () => ok(row),
    updateSubmission: async () => {
      requests += 1
      if (requests > 1) return ok({ row: null })
      clock.advance(1000)
      await commitEdit(db, id, { q: 'corrected' }, [], clock.now())
      return err({ ...missing, why: 'invalid', status: 422, message: 'No.' })
    },
    changes: async () => ok({ restarted: false }),
  })
  await workOff(context, { notify: () => {}, nudged: () => new Promise<void>(() => {}) })
  expect(requests).toBe(2)
  expect((await stored(id)).answers).toEqual({ q: 'corrected' })
  const [entry] = await db.recovery.find().exec()
  expect(JSON.stringify(entry?.payload['submission'])).toContain('wrong')
  expect(JSON.stringify(entry?.payload['submission'])).not.toContain('corrected')
})
