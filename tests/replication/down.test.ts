import { expect, test } from 'vitest'
import * as v from 'valibot'
import type { Connection } from '../../collections/one-database/connection.ts'
import { notesStore } from '../../collections/one-database/stores.ts'
import { noAnswer } from '../../replication/http/failure.ts'
import { err, ok } from '../../replication/http/result.ts'
import type { FetchPage } from '../../replication/down.ts'
import { asDeletion, asDocument } from '../../replication/rows/pulled-rows.ts'
import type { RowsCheckpoint } from '../../replication/pull/pull-context.ts'
import { createRowsDown } from '../../replication/pull/pull-submissions.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { commitEdit } from '../collections/commit.ts'
import { submittedDocs } from '../submitted.ts'
import { arrive, clock, databaseForEachTest, db, save, stored } from './saved-work.ts'

/** RxDB's replication pulls rows when it is asked to. */

databaseForEachTest()

type Fetch = FetchPage<SubmissionDoc, RowsCheckpoint>

const row = (id: string, more: object = {}) =>
  v.parse(SubmissionRow, { id, form_id: '3', created_at: '2026-11-20T10:00:00.000Z', ...more })
const cut = err(noAnswer('network'))
/** Answers with the rows of each page; null for a failure. Notes from where each page was asked. */
const pages = (...lists: readonly (readonly string[] | null)[]) => {
  const from: (string | undefined)[] = []
  let at = 0
  const fetch: Fetch = async checkpoint => {
    from.push(checkpoint?.cursor)
    const ids = lists[at] ?? null
    at += 1
    if (ids === null) return cut
    const documents = ids.map(id => asDocument(row(id)))
    return ok({
      documents,
      checkpoint: { cursor: `after ${ids.join()}` },
      isLast: at === lists.length,
    })
  }
  return { from, fetch }
}
/** The table of RxDB's notes. */
const notesOf = () => {
  const { connection } = db.submissions.storageInstance.internals as unknown as {
    readonly connection: Connection
  }
  return { notes: connection.db.table(notesStore) }
}
const failNextRead = () => {
  const { notes } = notesOf()
  const { bulkGet } = notes
  notes.bulkGet = () => {
    notes.bulkGet = bulkGet
    return Promise.reject(new Error('It cannot be read.')) as never
  }
}
const shown = async () => (await submittedDocs(db)).map(({ server_id }) => server_id).toSorted()

test('each page is asked for behind the one before, and pages without a row are passed', async () => {
  const down = createRowsDown(db, clock)
  const { from, fetch } = pages(['1', '2'], [], ['3'])
  expect(await down.pull(fetch)).toEqual(ok(undefined))
  expect(from).toEqual([undefined, 'after 1,2', 'after '])
  expect(await shown()).toEqual(['1', '2', '3'])
  await down.stop()
})

test('a failure ends the pull, and the next one begins behind the last page that was stored, after a restart too', async () => {
  const before = createRowsDown(db, clock)
  expect(await before.pull(pages(['1'], null).fetch)).toEqual(cut)
  expect(await shown()).toEqual(['1'])
  await before.stop()
  const down = createRowsDown(db, clock)
  const { from, fetch } = pages(['2'])
  expect(await down.pull(fetch)).toEqual(ok(undefined))
  expect(from).toEqual(['after 1'])
  await down.stop()
})

test('a write that fails ends the pull, and its page is asked for again', async () => {
  const down = createRowsDown(db, clock)
  await down.pull(pages(['1']).fetch)
  const { storageInstance } = db.submissions
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = () => Promise.reject(new Error('The disk is full.'))
  const behind = pages(['2'], ['3'])
  await expect(down.pull(behind.fetch)).rejects.toThrow('The disk is full.')
  storageInstance.bulkWrite = bulkWrite
  expect(await shown()).toEqual(['1'])
  const { from, fetch } = pages(['2'], ['3'])
  expect(await down.pull(fetch)).toEqual(ok(undefined))
  expect(from).toEqual(['after 1', 'after 2'])
  expect(await shown()).toEqual(['1', '2', '3'])
  await down.stop()
})

test('an answer that is not there when the pull is stopped counts as none', async () => {
  const down = createRowsDown(db, clock)
  let asked = () => {}
  const isAsked = new Promise<void>(resolve => (asked = resolve))
  const pulled = down.pull(async () => {
    asked()
    return new Promise<never>(() => {})
  })
  await isAsked
  await down.stop()
  expect(await pulled).toEqual(err({ kind: 'offline' }))
})

test('a row is put under an unsent edit, and a deletion ends the document of its row', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '9')
  const other = await save({ q: 'other' })
  await arrive(other, '8')
  await commitEdit(db, id, { q: 'edited' }, [], clock.now())
  const down = createRowsDown(db, clock)
  const answers = [{ form_field_id: 'r', value: 'of another phone' }]
  const documents = [asDocument(row('9', { answers, address: 'MG Road' })), asDeletion('8')]
  await down.pull(async () => ok({ documents, checkpoint: { cursor: 'c' }, isLast: true }))
  expect(await stored(id)).toMatchObject({
    id,
    server_id: '9',
    answers: { q: 'edited', r: 'of another phone' },
    address: 'MG Road',
    syncStatus: 'pending',
  })
  expect(await stored(other)).toMatchObject({ state: 'binned' })
  expect(await shown()).toEqual(['9'])
  await down.stop()
})

test('a read that fails ends the pull, and the next one works', async () => {
  const down = createRowsDown(db, clock)
  await down.pull(pages(['1']).fetch)
  failNextRead()
  await expect(down.pull(pages(['2']).fetch)).rejects.toThrow('It cannot be read.')
  expect(await down.pull(pages(['2']).fetch)).toEqual(ok(undefined))
  expect(await shown()).toEqual(['1', '2'])
  await down.stop()
})

test('what the app writes itself costs no note', async () => {
  const down = createRowsDown(db, clock)
  await down.pull(pages(['1']).fetch)
  const { notes } = notesOf()
  const before = await notes.count()
  for (let many = 0; many < 3; many += 1) await save({ q: 'yes' })
  await down.pull(pages([]).fetch)
  expect(await notes.count()).toBe(before)
  await down.stop()
})

test('what is pulled after the stop ends at once', async () => {
  const down = createRowsDown(db, clock)
  await down.stop()
  expect(await down.pull(pages(['1']).fetch)).toEqual(err({ kind: 'offline' }))
})
