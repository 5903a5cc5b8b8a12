import { afterEach, beforeEach } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { commitInterview } from '../collections/commit.ts'
import { rewriteLog, storedDocument } from '../../collections/interview/logged.ts'
import { sentToBase } from '../../replication/rows/submission-rows.ts'
import { createDisk, fillIn } from '../device.ts'
import { keepLateAnswers } from '../../collections/writes/write-work.ts'
import { createFakeClock } from '../env.ts'

/** A local database for each test of a file that asks for it, and interviews in it; there is no server. */

export let db: Database
export const clock = createFakeClock()
let keys = 0
const env = { clock, uuid: () => `key-${(keys += 1)}` }

export const databaseForEachTest = (): void => {
  beforeEach(async () => {
    const { name, port } = createDisk()
    db = await openDatabase(name, oneDatabase(port))
    clock.advance(1000)
  })
  afterEach(() => db.close())
}

export const file = (fieldId: string, name: string) => ({
  fieldId,
  name,
  bytes: new Uint8Array([1]),
})
export const interview = async (
  answers: Record<string, string>,
  files: ReturnType<typeof file>[] = [],
) => {
  const { draft, contents } = await fillIn({ db, env } as never, '3', answers, files)
  return { draft, contents }
}
/** Submitted, and not queued: as a crash leaves it. */
export const save = async (...given: Parameters<typeof interview>): Promise<string> => {
  const { draft, contents } = await interview(...given)
  await commitInterview(db, draft, contents, clock.now())
  await keepLateAnswers(db, draft.id, clock.now())
  clock.advance(1)
  return draft.id
}
export const stored = async (id: string): Promise<SubmissionDoc> => {
  const doc = await storedDocument(db.submissions, id)
  if (doc === null) throw new Error('It is not stored.')
  return doc
}
/** As after the server took it. */
export const arrive = (
  id: string,
  serverId: string,
  filesPending = 0,
  more: Partial<SubmissionDoc> = {},
) =>
  rewriteLog(db.submissions, id, now =>
    now === null
      ? null
      : { base: { ...sentToBase(now, serverId, filesPending), ...more }, pending: [] },
  )
