import { tryAgain } from '../../recovery.ts'
import { expect, test } from 'vitest'
import { submissionItemId } from '../../../collections/ids.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { commitInterview, markDeleted } from '../../collections/commit.ts'
import { binned } from '../../binned.ts'
import { ready, run, silence, taken } from '../run/one-run.ts'
import { arrive, clock, databaseForEachTest, db, interview, save, stored } from '../saved-work.ts'

/** Events that meet a submission after another tab or device has ended it. */

databaseForEachTest()

test('a refused interview that was deleted meanwhile returns from Recovery as a deletion', async () => {
  const id = await save({ q: 'yes' })
  await queueUnsent(db, clock.now())
  const item = await db.outbox.findOne(submissionItemId(id)).exec(true)
  await item.incrementalPatch({ in_doubt: true, sentAt: clock.now() })
  await markDeleted(db, id, clock.now())
  const why = { reason: 'exhausted', status: 500, message: '', inDoubt: true } as const
  await moveToRecovery(db, submissionItemId(id), why, clock.now())
  expect(await tryAgain(db, id, clock.now())).toBe('returned')
  expect(await stored(id)).toMatchObject({ state: 'deleting', hidden: 1 })
})

test('a tab that did not see the end of its interview submits it anew, under another key', async () => {
  const { draft, contents } = await interview({ q: 'yes' })
  await commitInterview(db, draft, contents, clock.now())
  await arrive(draft.id, '9')
  await endSubmission(db, draft.id, 'elsewhere', clock.now())
  expect(await binned(db)).toHaveLength(1)
  expect(await commitInterview(db, draft, contents, clock.now())).toBe('committed')
  const again = await stored(draft.id)
  expect(again).toMatchObject({ state: 'unsent', server_id: '', answers: { q: 'yes' } })
  expect(again.client_key).not.toBe(draft.client_key)
  expect(await binned(db)).toEqual([])
})

test('a restored submission knows the keys that it had, also after the server took it', async () => {
  const id = await save({ q: 'yes' })
  const { client_key: first } = await stored(id)
  await arrive(id, '9')
  await endSubmission(db, id, 'elsewhere', clock.now())
  await restoreFromBin(db, id, clock.now())
  await arrive(id, '10')
  expect(await stored(id)).toMatchObject({ server_id: '10', former_keys: [first] })
})

test('the late answer to a request of before a restore settles nothing of the restored interview', async () => {
  const [id = ''] = await ready(1)
  let isFirst = true
  const { ended } = await run(async () => {
    if (!isFirst) return silence
    isFirst = false
    // Meanwhile another tab learned the row, its end came from elsewhere, and the surveyor restored it.
    clock.advance(1000)
    await arrive(id, '9')
    await endSubmission(db, id, 'elsewhere', clock.now())
    await restoreFromBin(db, id, clock.now())
    return taken('9')
  })
  expect(ended).toMatchObject({ synced: 0 })
  expect(await stored(id)).toMatchObject({ state: 'unsent', server_id: '' })
  expect(await db.outbox.findOne(submissionItemId(id)).exec()).toMatchObject({ method: 'POST' })
})
