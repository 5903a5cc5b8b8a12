import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { filesItemId, submissionItemId } from '../../collections/ids.ts'
import { openDatabase } from '../../collections/open-database.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { dexieStorage } from '../../collections/storage/storage.ts'
import { collectFiles, removeUnnamedFiles } from '../../collections/writes/file-owners.ts'
import {
  commitEdit,
  commitInterview,
  markDeleted,
} from '../../collections/writes/write-submission.ts'
import { unknownKinds } from '../../replication/field-kinds.ts'
import { queueSubmissions, queueUnsent } from '../../replication/outbox/queue.ts'
import { recountFiles, settle } from '../../replication/outbox/settle/settle.ts'
import { isKnownAs, readKnownInterviews } from '../../replication/pull/known-interviews.ts'
import { takeRows } from '../../replication/pull/take-rows.ts'
import { rewriteLog, storedDocument, writeLogs } from '../../replication/rest-crdt.ts'
import { rowToBase, sentToBase, toCreateRequest } from '../../replication/submission-rows.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import * as v from 'valibot'
import { createDisk, fillIn } from '../device.ts'
import { createFakeClock } from '../env.ts'

/** What the device holds and the server has not heard: queued, counted, matched with rows, and kept. */

let db: Database
const clock = createFakeClock()
let keys = 0
const env = { clock, uuid: () => `key-${(keys += 1)}` }

beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, dexieStorage(port))
  clock.advance(1000)
})
afterEach(() => db.close())

const file = (fieldId: string, name: string) => ({ fieldId, name, bytes: new Uint8Array([1]) })
const interview = async (
  answers: Record<string, string>,
  files: ReturnType<typeof file>[] = [],
) => {
  const { draft, contents } = await fillIn({ db, env } as never, '3', answers, files)
  return { draft, contents }
}
/** Submitted, and not queued: as a crash leaves it. */
const save = async (...given: Parameters<typeof interview>): Promise<string> => {
  const { draft, contents } = await interview(...given)
  await commitInterview(db, draft, contents, clock.now())
  await db.drafts.findOne(draft.id).remove()
  clock.advance(1)
  return draft.id
}
const stored = async (id: string): Promise<SubmissionDoc> => {
  const doc = await storedDocument(db.submissions, id)
  if (doc === null) throw new Error('It is not stored.')
  return doc
}
/** As after the server took it. */
const arrive = (id: string, serverId: string, filesPending = 0) =>
  rewriteLog(db.submissions, id, now =>
    now === null ? null : { base: sentToBase(now, serverId, filesPending), pending: [] },
  )
const markSent = async (fileId: string) => {
  await (
    await db.file_uploads.findOne(fileId).exec(true)
  ).incrementalPatch({ sync_status: 'synced' })
}
const items = async () =>
  (await db.outbox.find().exec())
    .map(doc => doc.toMutableJSON())
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

test('everything that lacks an item is queued once: new, edited and deleted ones, and files that are left', async () => {
  const [made, edited, deleted, done, half] = [
    await save({ q: 'new' }),
    await save({ q: 'edited' }),
    await save({ q: 'deleted' }),
    await save({ q: 'done' }),
    await save({ q: 'half' }, [file('photo', 'a.txt'), file('other', 'b.txt')]),
  ]
  await arrive(edited, '41')
  await arrive(deleted, '42')
  await arrive(done, '43')
  await arrive(half, '44', 2)
  await commitEdit(db, edited, { q: 'more' }, [], clock.now())
  await markDeleted(db, deleted, clock.now())
  await markSent(`${half}-1`)
  await queueUnsent(db, clock.now())
  expect(await items()).toMatchObject(
    [
      {
        id: filesItemId(half, 'photo'),
        type: 'FILE_UPLOAD',
        tempId: half,
        submission_id: half,
        form_id: '3',
        field_id: 'photo',
        method: 'POST',
        endpoint: '/surveyor/form-submissions/44/upload-files',
        description: 'Form 3',
        state: 'queued',
        rank: 2,
      },
      ...[
        { id: made, method: 'POST', endpoint: '/surveyor/form-submissions' },
        { id: edited, method: 'PUT', endpoint: '/surveyor/form-submissions/41', payload: {} },
        { id: deleted, method: 'DELETE', endpoint: '/surveyor/form-submissions/42', payload: {} },
      ].map(({ id, ...item }) => ({
        ...item,
        id: submissionItemId(id),
        type: 'SUBMISSION',
        tempId: id,
        submission_id: id,
        form_id: '3',
        state: 'queued',
        rank: 1,
        retryCount: 0,
        in_doubt: false,
        timestamp: clock.now(),
      })),
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const item = await db.outbox.findOne(submissionItemId(made)).exec(true)
  expect(item.payload).toEqual(toCreateRequest(await stored(made)))
  // Again: nothing is queued twice, and what is on its way stays as it is.
  await item.incrementalPatch({ state: 'ready', in_doubt: true })
  await queueUnsent(db, clock.now())
  expect(await items()).toHaveLength(4)
  expect(await db.outbox.findOne(submissionItemId(made)).exec(true)).toMatchObject({
    state: 'ready',
    in_doubt: true,
  })
})

test('an item that another tab queues meanwhile stays as that tab made it', async () => {
  const [one, two] = [await stored(await save({ q: '1' })), await stored(await save({ q: '2' }))]
  const { storageInstance } = db.outbox
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async (...rows) => {
    storageInstance.bulkWrite = bulkWrite
    await queueSubmissions(db, [one], 1)
    return bulkWrite.apply(storageInstance, rows)
  }
  await queueSubmissions(db, [one, two], 2)
  expect((await items()).map(({ timestamp }) => timestamp)).toEqual([1, 2])
})

test('files that were taken out before they were sent no longer keep their submission pending', async () => {
  const id = await save({ q: 'x' }, [file('photo', 'a.txt'), file('photo', 'b.txt')])
  await arrive(id, '41', 2)
  await queueUnsent(db, clock.now())
  const [item] = await items()
  if (item === undefined) throw new Error('Nothing is queued.')
  await markSent(`${id}-0`)
  await rewriteLog(db.submissions, id, now => {
    if (now === null) return null
    const files = now.files.map(each => (each.id === `${id}-1` ? { ...each, removed: true } : each))
    return { base: { ...sentToBase(now, '41', 2), files }, pending: [] }
  })
  await settle(db, item, { kind: 'nothing' }, 7)
  const settled = await stored(id)
  expect(settled).toMatchObject({ files_pending: 0, syncStatus: 'synced' })
  expect(settled.history.slice(-2)).toEqual([
    { at: 7, what: 'file', note: 'a.txt' },
    { at: 7, what: 'synced', note: '' },
  ])
  expect(await items()).toEqual([])
})

test('a submission is synced with its last file, and not before', async () => {
  const id = await save({ q: 'x' }, [file('photo', 'a.txt'), file('photo', 'b.txt')])
  const entry = { at: 5, what: 'file', note: 'a.txt' } as const
  // One that the server does not have is left alone.
  await recountFiles(db, id, entry)
  expect((await stored(id)).history).toHaveLength(1)
  await arrive(id, '41', 2)
  await markSent(`${id}-0`)
  await recountFiles(db, id, entry)
  expect(await stored(id)).toMatchObject({
    files_pending: 1,
    syncStatus: 'pending',
    server_id: '41',
  })
  expect((await stored(id)).history.at(-1)).toEqual(entry)
})

const rowOf = (request: object, more: object = {}) =>
  v.parse(SubmissionRow, { id: 900, updated_at: '', ...request, ...more })

test('the interviews that a row may be are those that wait, that are in Recovery, and that are unfinished', async () => {
  const waiting = await save({ q: 'waiting' })
  await queueUnsent(db, clock.now())
  const edited = await save({ q: 'edited' })
  await arrive(edited, '41')
  await commitEdit(db, edited, { q: 'more' }, [], clock.now())
  await queueUnsent(db, clock.now())
  const { draft } = await interview({ q: 'unfinished' })
  const known = await readKnownInterviews(db)
  expect(known.map(({ kind, id, inDoubt }) => [kind, id, inDoubt])).toEqual([
    ['outbox', waiting, false],
    ['draft', draft.id, false],
  ])
  expect(known[1]?.sent).toMatchObject({ client_key: draft.client_key, answers: [] })
})

test('what was not sent is known by its key alone, and what may have been by what it says', async () => {
  const id = await save({ q: 'yes' })
  const sent = toCreateRequest(await stored(id))
  const known = { kind: 'outbox', id, sent } as const
  const keyless = rowOf({ ...sent, client_key: '' })
  expect(isKnownAs({ ...known, inDoubt: false }, rowOf(sent), unknownKinds)).toBe(true)
  expect(isKnownAs({ ...known, inDoubt: false }, keyless, unknownKinds)).toBe(false)
  expect(isKnownAs({ ...known, inDoubt: true }, keyless, unknownKinds)).toBe(true)
  const nameless = { ...known, sent: { ...sent, client_key: '' }, inDoubt: false }
  expect(isKnownAs(nameless, keyless, unknownKinds)).toBe(false)
})

test('the row of what waits is left to its own request, and that of a draft is noted on it', async () => {
  const id = await save({ q: 'yes' })
  await queueUnsent(db, clock.now())
  const waiting = await stored(id)
  expect(await takeRows(db, [rowOf(toCreateRequest(waiting))])).toEqual([])
  expect(await db.submissions.find().exec()).toHaveLength(1)
  const { draft } = await interview({ q: 'open' })
  const row = rowOf({
    form_id: '3',
    created_at: draft.created_at,
    client_key: draft.client_key,
    answers: [{ form_field_id: 'q', value: 'elsewhere' }],
  })
  expect(await takeRows(db, [row])).toEqual([])
  expect(await db.drafts.findOne(draft.id).exec(true)).toMatchObject({ arrived_as: '900' })
  expect(await stored('900')).toMatchObject({ server_id: '900', answers: { q: 'elsewhere' } })
})

test('a row goes under the edits of its document, and one that says nothing new is not written', async () => {
  const id = await save({ q: 'yes' })
  await arrive(id, '41')
  await commitEdit(db, id, { q: 'yes', r: 'mine' }, [], clock.now())
  const doc = await stored(id)
  const row = rowOf(toCreateRequest(doc), {
    id: 41,
    answers: [{ form_field_id: 'q', value: 'theirs' }],
  })
  await takeRows(db, [row])
  const taken = await storedDocument(db.submissions, id)
  expect(taken).toMatchObject({ answers: { q: 'theirs', r: 'mine' }, syncStatus: 'pending' })
  await takeRows(db, [row])
  expect((await storedDocument(db.submissions, id))?._rev).toBe(taken?._rev)
  expect(await db.submissions.find().exec()).toHaveLength(1)
})

test('what was buried here stays buried, and more rows than are handled at once all come', async () => {
  const rows = Array.from({ length: 450 }, (_, at) =>
    rowOf({
      id: 1000 + at,
      form_id: '3',
      created_at: '2026-11-20T09:30:00Z',
      client_key: `theirs-${at}`,
      answers: [],
    }),
  )
  await takeRows(db, rows)
  expect(await db.submissions.count({ selector: { hidden: 0 } }).exec()).toBe(450)
  await (await db.submissions.findOne('1007').exec(true)).remove()
  await takeRows(db, rows)
  expect(await db.submissions.findOne('1007').exec()).toBeNull()
})

test('a log that somebody else changed meanwhile is not written over, and any other error is thrown', async () => {
  const id = await save({ q: 'yes' })
  const before = await storedDocument(db.submissions, id)
  await commitEdit(db, id, { q: 'no' }, [], clock.now())
  const now = await stored(id)
  const base = rowToBase(rowOf(toCreateRequest(now)), now, unknownKinds)
  expect(await writeLogs(db.submissions, [{ stored: before, log: { base, pending: [] } }])).toBe(0)
  expect((await stored(id)).answers).toEqual({ q: 'no' })
  expect(await writeLogs(db.submissions, [])).toBe(0)
  const { storageInstance } = db.submissions
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async () =>
    ({ error: [{ status: 422, documentId: id, isError: true }] }) as never
  const written = writeLogs(db.submissions, [{ stored: before, log: { base, pending: [] } }])
  await expect(written).rejects.toThrow('was not written (422)')
  storageInstance.bulkWrite = bulkWrite
  // Decided anew over what came meanwhile; null leaves it.
  expect(await rewriteLog(db.submissions, id, () => null)).toBe(false)
})

test('the files of unfinished, submitted and edited interviews outlive the collector, however old', async () => {
  const { draft } = await interview({ q: 'open' }, [file('photo', 'open.txt')])
  const id = await save({ q: 'x' }, [file('photo', 'sent.txt')])
  const loose = { ...(await db.file_uploads.findOne(`${id}-0`).exec(true)).toMutableJSON() }
  await db.file_uploads.bulkInsert([
    { ...loose, id: 'loose', submission_id: 'gone' },
    { ...loose, id: 'young', submission_id: 'gone', created_at: clock.now() + 1 },
  ])
  const left = async () => (await db.file_uploads.find().exec()).map(doc => doc.id).toSorted()
  const all = [`${draft.id}-0`, `${id}-0`].toSorted()
  const day = 24 * 60 * 60_000
  await collectFiles(db, loose.created_at + day)
  expect(await left()).toEqual([...all, 'loose', 'young'].toSorted())
  await collectFiles(db, loose.created_at + day + 1)
  expect(await left()).toEqual([...all, 'young'].toSorted())
  await removeUnnamedFiles(db, [...all, 'young', 'none'])
  expect(await left()).toEqual(all)
})

test('a file that an edit takes out is forgotten while the server has nothing, and remembered afterwards', async () => {
  const id = await save({ q: 'x' }, [file('photo', 'a.txt'), file('photo', 'b.txt')])
  const kept = [(await db.file_uploads.findOne(`${id}-0`).exec(true)).toMutableJSON()]
  const flags = async () => (await stored(id)).files.map(each => [each.id, each.removed])
  const before = await stored(id)
  expect(await commitEdit(db, id, { q: 'x' }, kept, clock.now())).toBe(true)
  expect(await flags()).toEqual([[`${id}-0`, undefined]])
  await rewriteLog(db.submissions, id, now =>
    now === null
      ? null
      : { base: { ...sentToBase(now, '41', 0), files: before.files }, pending: [] },
  )
  expect(await commitEdit(db, id, { q: 'x' }, kept, clock.now())).toBe(true)
  expect(await flags()).toEqual([
    [`${id}-0`, undefined],
    [`${id}-1`, true],
  ])
  // The same once more changes nothing.
  expect(await commitEdit(db, id, { q: 'x' }, kept, clock.now())).toBe(false)
})
