import { expect, test } from 'vitest'
import { noAnswer } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { maxPauseMs } from '../../../replication/limits.ts'
import { makeReady } from '../../../replication/outbox/outbox-states.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { workOff } from '../../../replication/run/work-off.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import * as v from 'valibot'
import { tryWith } from './one-try.ts'
import { arrive, clock, databaseForEachTest, db, file, save } from '../saved-work.ts'

/** Files that are too large for the network, before files that are not. */

databaseForEachTest()

test('files without an answer let other files go first, also when all had none before', async () => {
  for (const serverId of ['1', '2', '3', '4']) {
    await arrive(await save({ q: 'yes' }, [file('photo', 'one.jpg')]), serverId, 1)
  }
  await queueUnsent(db, clock.now())
  const asked: string[] = []
  const { context } = tryWith({
    account: async () => err(noAnswer('network')),
    submission: async (id: string) => ok(v.parse(SubmissionRow, { id, form_id: '3', answers: [] })),
    uploadFiles: async ({ submissionId }: { submissionId: string }) => {
      asked.push(submissionId)
      return err(noAnswer('network'))
    },
  })
  const pace = { ...context.pace, files: { ...context.pace.files, items: 1, bytes: 1 } }
  const run = async () => {
    asked.length = 0
    await makeReady(db, { all: true })
    const options = { notify: () => {}, nudged: () => new Promise<void>(() => {}) }
    const { stopped } = await workOff({ ...context, pace }, options)
    clock.advance(maxPauseMs)
    return [...asked, stopped]
  }
  expect(await run()).toEqual(['1', '2', 'offline'])
  expect(await run()).toEqual(['3', '4', 'offline'])
  expect(await run()).toEqual(['1', '2', 'offline'])
})
