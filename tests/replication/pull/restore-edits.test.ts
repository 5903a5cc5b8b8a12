import { expect, test } from 'vitest'
import * as v from 'valibot'
import { pendingOperations } from '../../../collections/operation-log.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { syncTimeoutMs } from '../../../replication/limits.ts'
import type { PullContext } from '../../../replication/pull/pull-context.ts'
import { restoreEdits, resumeOn } from '../../../replication/pull/restore-edits.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** What a row of a restored server lacks of what this phone knows of it. */

databaseForEachTest()

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const rowOf = (answers: Record<string, string>, more: object = {}) =>
  v.parse(SubmissionRow, {
    id: '9',
    form_id: '3',
    latitude: 12.9716,
    longitude: 77.5946,
    created_at: at(1),
    updated_at: at(1),
    rev: '3-a',
    answers: Object.entries(answers).map(([form_field_id, value]) => ({
      form_field_id,
      value,
    })),
    ...more,
  })
/** An interview that the server had, last changed at ten o'clock, under the revision 7. */
const known = async (answers: Record<string, string>, files: ReturnType<typeof file>[] = []) => {
  const id = await save(answers, files)
  await arrive(id, '9', 0, { rev: '7-b', updated_at: at(10) })
  return id
}
const pendingOf = async (id: string) => pendingOperations((await stored(id)).crdts)
const queued = async () => (await db.outbox.find().exec()).map(({ type, state }) => [type, state])

const restore = async (row: SubmissionRow, changes: () => unknown) => {
  const asked: unknown[] = []
  const context = {
    db,
    env: { clock },
    api: {
      changes: async (...given: unknown[]) => {
        asked.push(given)
        return changes()
      },
    },
    lease: { extend: async (ms: number) => asked.push(ms) },
  } as unknown as PullContext
  return { result: await restoreEdits(context, [row], 'c1'), asked }
}
const restarted = (isRestarted: boolean) => () => ok({ restarted: isRestarted })

test('what the server does not know any more is sent again over its row', async () => {
  const id = await known({ q: 'edited', r: 'same' })
  await writeSetting(db, 'unconfirmed', ['9'])
  const row = rowOf({ q: 'first', r: 'same', s: 'gone since' })
  const { result, asked } = await restore(row, restarted(true))
  expect(result).toEqual(ok(undefined))
  expect(asked).toEqual([syncTimeoutMs, ['c1', 1, ['9.7-b']]])
  const now = await stored(id)
  expect(now).toMatchObject({ rev: '3-a', syncStatus: 'pending' })
  expect(now.answers).toEqual({ q: 'edited', r: 'same' })
  expect(now.history.map(({ what }) => what)).toEqual(['saved', 'resent'])
  expect(await queued()).toEqual([['SUBMISSION', 'ready']])
})

test.each([
  ['the server knows its revision', rowOf({ q: 'theirs' }), ['9'], restarted(false)],
  ['the row has the known revision', rowOf({ q: 'x' }, { rev: '7-b' }), ['9'], null],
  ['the row is confirmed', rowOf({ q: 'x' }), [], null],
  ['the row is not here', rowOf({ q: 'x' }, { id: '10' }), ['10'], null],
])('nothing is sent again when %s', async (_, row, unconfirmed, changes) => {
  const id = await known({ q: 'edited' })
  await writeSetting(db, 'unconfirmed', unconfirmed)
  const never = () => Promise.reject(new Error('It was asked.'))
  expect((await restore(row, changes ?? never)).result).toEqual(ok(undefined))
  expect(await stored(id)).toMatchObject({ rev: '7-b', answers: { q: 'edited' } })
})

test('a row without a known revision is not asked about, and a failure is passed on', async () => {
  const id = await known({ q: 'edited' })
  await writeSetting(db, 'unconfirmed', ['9'])
  const cut = err({ kind: 'offline' })
  expect((await restore(rowOf({}), () => cut)).result).toEqual(cut)
  await arrive(id, '9', 0, { rev: '' })
  expect((await restore(rowOf({}), () => cut)).asked).toEqual([])
})

test('a row that was edited after the restore keeps its answers, and gets those that it lacks', async () => {
  const id = await known({ q: 'edited', r: 'only here' })
  const row = rowOf({ q: 'later', s: 'added' }, { updated_at: at(11) })
  await resumeOn(db, id, row, clock.now())
  expect((await stored(id)).answers).toEqual({ q: 'later', r: 'only here', s: 'added' })
  expect(await pendingOf(id)).toHaveLength(1)
})

test('an unsent edit stays over what is sent again', async () => {
  const id = await known({ q: 'edited', r: 'r' })
  await commitEdit(db, id, { q: 'unsent', r: 'r' }, [], clock.now())
  await resumeOn(db, id, rowOf({ q: 'first' }), clock.now())
  expect((await stored(id)).answers).toEqual({ q: 'unsent', r: 'r' })
  expect(await pendingOf(id)).toHaveLength(2)
})

test('a row that says the same gets no edit', async () => {
  const id = await known({ q: 'yes' })
  await resumeOn(db, id, rowOf({ q: 'yes' }), clock.now())
  expect(await pendingOf(id)).toEqual([])
  expect(await stored(id)).toMatchObject({ rev: '3-a', syncStatus: 'synced' })
  expect(await queued()).toEqual([])
})

test('photos that the row does not list are sent again, and others are not', async () => {
  const id = await known({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  const fileIds = (await stored(id)).files.map(({ id }) => id)
  for (const fileId of fileIds) {
    const doc = await db.file_uploads.findOne(fileId).exec(true)
    await doc.incrementalPatch({ sync_status: 'synced', synced_at: 5 })
  }
  await resumeOn(db, id, rowOf({ q: 'yes', photo: '["/files/two.txt"]' }), clock.now())
  expect(
    (await db.file_uploads.find().exec()).map(doc => [doc.file_name, doc.sync_status]),
  ).toEqual([
    ['one.txt', 'pending'],
    ['two.txt', 'synced'],
  ])
  expect(await stored(id)).toMatchObject({ files_pending: 1, syncStatus: 'pending' })
  expect(await queued()).toEqual([['FILE_UPLOAD', 'ready']])
})

test('a submission that the surveyor deleted, or that is gone, is not sent again', async () => {
  const id = await known({ q: 'edited' })
  await markDeleted(db, id, clock.now())
  await resumeOn(db, id, rowOf({ q: 'first' }), clock.now())
  expect(await stored(id)).toMatchObject({ rev: '7-b', hidden: 1, answers: { q: 'edited' } })
  await resumeOn(db, 'nobody', rowOf({ q: 'first' }), clock.now())
  expect([await queued(), await db.submissions.find().exec()]).toMatchObject([[], [{ id }]])
})
