import { defaultHashSha256 } from 'rxdb'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import type { Target } from '../../collections/one-database/write.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import { withImpliedLog } from '../../collections/storage/implied-log.ts'
import { commitEdit, markDeleted } from '../collections/commit.ts'
import { takeRows } from '../../replication/pull/take-rows.ts'
import { asSent, rewriteLog } from '../../collections/interview/logged.ts'
import { sentToBase } from '../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { createDisk } from '../device.ts'
import { createRandom, type Random } from '../sim/random.ts'

/** Random edits, pulls and confirmations go the same way on stored logs and on logs that are left out. */

const names = ['1', '2', '3', '4']
const now = Date.UTC(2026, 0, 1)

const rowOf = (id: string, answer: string, rev = ''): SubmissionRow =>
  v.parse(SubmissionRow, {
    id,
    form_id: '3',
    created_at: new Date(Number(id) * 1000).toISOString(),
    updated_at: '2026-01-01T00:00:00.000Z',
    answers: [{ form_field_id: 'q', value: answer }],
    rev,
  })

/** Something that happens to one of a few submissions. The same numbers make the same step. */
const step = async (db: Database, random: Random): Promise<void> => {
  const id = random.pick(names)
  const answer = random.pick(['yes', 'no', 'perhaps'])
  const kind = random.pick(['row', 'page', 'edit', 'edit', 'confirm', 'confirm one', 'delete'])
  if (kind === 'row') await takeRows(db, [rowOf(id, answer, random.pick(['', '1', '2']))])
  if (kind === 'page')
    await takeRows(
      db,
      names.map(each => rowOf(each, answer)),
    )
  if ((await db.submissions.findOne(id).exec()) === null) return
  if (kind === 'edit') {
    const given = random.chance(0.3) ? {} : { [random.pick(['q', 'r'])]: answer }
    await commitEdit(db, id, given, [], now)
  }
  if (kind === 'delete' && random.chance(0.3)) await markDeleted(db, id, now)
  if (!kind.startsWith('confirm')) return
  await rewriteLog(db.submissions, id, async doc => {
    if (doc === null) return null
    const pending = pendingOperations(doc.crdts)
    const count = kind === 'confirm' ? pending.length : Math.min(1, pending.length)
    const sent = await asSent(db.submissions, doc, count)
    return { base: sentToBase(sent, id, 0), pending: pending.slice(count) }
  })
}

const placeIn = (db: Database) => (db.submissions.storageInstance.internals as Target).place

/** Stores every log whole, as that of an edited document is. */
const storeWhole = async (db: Database): Promise<void> => {
  const records = (await placeIn(db).get(names)).filter(record => record !== undefined)
  await placeIn(db).put(records.map(record => withImpliedLog(record)))
}

/** The documents, without what differs between two devices: the names and times of their edits. */
const statesIn = async (db: Database): Promise<readonly object[]> => {
  const docs = await db.submissions.storageInstance.findDocumentsById(names, true)
  return Promise.all(
    docs.map(async ({ crdts: { operations, hash }, _meta, _rev, ...doc }) => {
      const creators = operations.map(together => together.map(({ creator }) => creator))
      expect(hash).toBe(await defaultHashSha256(JSON.stringify(creators)))
      const log = operations
        .flat()
        .map(({ creator, time, body }) =>
          creator.startsWith('rest:') ? { creator, time, body } : { body },
        )
      return { ...doc, log }
    }),
  )
}

/** How many of the logs are left out. */
const impliedIn = async (db: Database): Promise<number> =>
  (await placeIn(db).get(names)).filter(
    record => record !== undefined && !('operations' in (record['crdts'] as object)),
  ).length

const play = async (seed: number, after: (db: Database) => Promise<void>) => {
  const { name, port } = createDisk()
  const db = await openDatabase(name, oneDatabase(port))
  const random = createRandom(seed)
  const states: unknown[] = []
  let implied = 0
  let whole = 0
  for (let steps = 0; steps < 30; steps += 1) {
    await step(db, random)
    await after(db)
    const state = await statesIn(db)
    states.push(state)
    implied += await impliedIn(db)
    whole += state.length - (await impliedIn(db))
  }
  await db.close()
  return { states, implied, whole }
}

test.each(Array.from({ length: 12 }, (_, at) => at + 1))('seed %i', async seed => {
  const leftOut = await play(seed, () => Promise.resolve())
  const kept = await play(seed, storeWhole)
  expect(leftOut.states).toEqual(kept.states)
  expect(leftOut.implied).toBeGreaterThan(0)
  expect(leftOut.whole).toBeGreaterThan(0)
  expect(kept.implied).toBe(0)
})
